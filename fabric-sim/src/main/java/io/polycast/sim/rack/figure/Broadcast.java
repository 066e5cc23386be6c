package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import io.polycast.topology.rack.RackNode;
import io.polycast.topology.rack.RackShape;
import io.polycast.topology.rack.RackTree;
import io.polycast.topology.rack.RackTreePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Figures 15 and 16: one flow to all ports of the fabric. Throughput, and delay by levels of
 * surrogates, over the load; and the zero-load delays of unicast frames that section 5.3 tells.
 */
final class Broadcast implements Figure {
    private static final int[] SIZES = {512, 1_522, 9_022};
    private static final int LEVELS = 5;
    private static final int JUMBO = 9_022;
    private static final double[] REMOTE_US = {1.88, 2.1, 3.6};
    private static final double[] LOCAL_US = {0.143, 0.35, 1.9};

    @Override
    public String name() {
        return "15";
    }

    @Override
    public List<String> panels() {
        return List.of("15", "16a", "16b", "16c");
    }

    private static double[] loads(final Scale scale) {
        return scale.quick() ? new double[] {1, 50, 99} : new double[] {1, 25, 50, 75, 90, 99};
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        final List<RackScenario> runs = new ArrayList<>();
        final RackTree tree =
                new RackTreePlanner(RackShape.PAPER)
                        .plan(0, IntStream.range(0, RackShape.PAPER.terminals()).boxed().toList());
        final RackSettings table =
                RackSettings.table(FabricShape.PAPER.edges(), false, scale.seed());
        for (final int bytes : SIZES) {
            for (final double load : loads(scale)) {
                runs.add(scale.fabricPoint(table, List.of(flow(tree, bytes, load)), load));
            }
        }
        for (final int bytes : SIZES) {
            runs.add(unicast(scale, bytes, 8));
            runs.add(unicast(scale, bytes, 1));
        }
        return runs;
    }

    private static RackScenario unicast(final Scale scale, final int bytes, final int to) {
        return scale.point(
                RackSettings.table(2, false, scale.seed()),
                List.of(RackFlow.direct("u", 0, List.of(to), bytes, 1)));
    }

    /** A tree of the topology as a flow. */
    static RackFlow flow(final RackTree tree, final int bytes, final double load) {
        final List<RackFlow.Node> nodes = new ArrayList<>();
        for (final RackNode node : tree.nodes()) {
            nodes.add(
                    new RackFlow.Node(
                            node.level() == 0 ? terminal(tree.source()) : surrogate(node.leaf()),
                            node.level(),
                            node.deliver().stream().map(Broadcast::terminal).toList(),
                            node.forward().stream().map(Broadcast::surrogate).toList()));
        }
        return new RackFlow("b", terminal(tree.source()), bytes, load, 0, Long.MAX_VALUE, nodes);
    }

    private static int terminal(final int number) {
        return FabricShape.port(number / FabricShape.TERMINALS, number % FabricShape.TERMINALS);
    }

    private static int surrogate(final int leaf) {
        return FabricShape.port(leaf, FabricShape.SURROGATE);
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final double[] loads = loads(scale);
        final List<Panel> panels = new ArrayList<>();
        final List<Statement> statements = new ArrayList<>();
        final List<Curve> throughput = new ArrayList<>();
        for (int size = 0; size < SIZES.length; size++) {
            final List<RackResult> points =
                    runs.subList(size * loads.length, (size + 1) * loads.length);
            final double[] rate = points.stream().mapToDouble(RackResult::meanGbps).toArray();
            throughput.add(new Curve(SIZES[size] + "B", loads, rate));
            statements.add(throughput(SIZES[size], loads, rate));
            panels.add(delayPanel(panels().get(1 + size), SIZES[size], loads, points));
            statements.addAll(delays(panels().get(1 + size), SIZES[size], loads, points));
        }
        panels.add(
                0,
                new Panel(
                        "15",
                        "Broadcast to 640 ports",
                        "Load (Gb/s)",
                        "Received by a destination (Gb/s)",
                        throughput));
        final List<RackResult> unicasts = runs.subList(SIZES.length * loads.length, runs.size());
        for (int size = 0; size < SIZES.length; size++) {
            final String panel = panels().get(1 + size);
            statements.add(zeroLoad(panel, "remote", unicasts.get(2 * size), REMOTE_US[size]));
            statements.add(zeroLoad(panel, "local", unicasts.get(2 * size + 1), LOCAL_US[size]));
        }
        return new FigureResult(panels, statements);
    }

    private static Statement throughput(
            final int bytes, final double[] loads, final double[] rate) {
        final int last = loads.length - 1;
        if (bytes == JUMBO) {
            return Statement.number(
                    "15", "9,022 B, the most that is received: Gb/s", rate[last], 93, 93);
        }
        double worst = 0;
        for (int i = 0; i <= last; i++) {
            worst = Math.max(worst, Math.abs(rate[i] / loads[i] - 1));
        }
        return Statement.shape(
                "15",
                bytes + " B: linear to 99 Gb/s: worst deviation",
                Statement.text(worst),
                "linear",
                worst < 0.05);
    }

    /** Mean delay by level. */
    private static double[] byLevel(final RackResult run) {
        final double[] sum = new double[LEVELS];
        final long[] frames = new long[LEVELS];
        for (final RackResult.Subflow each : run.subflows()) {
            sum[each.level()] += each.delayUs() * each.frames();
            frames[each.level()] += each.frames();
        }
        for (int level = 0; level < LEVELS; level++) {
            sum[level] /= Math.max(1, frames[level]);
        }
        return sum;
    }

    private static Panel delayPanel(
            final String name,
            final int bytes,
            final double[] loads,
            final List<RackResult> points) {
        final List<Curve> curves = new ArrayList<>();
        for (int level = 0; level < LEVELS; level++) {
            final double[] y = new double[loads.length];
            for (int i = 0; i < y.length; i++) {
                y[i] = byLevel(points.get(i))[level];
            }
            curves.add(new Curve(level + " surrogates", loads, y));
        }
        return new Panel(
                name, "Broadcast, " + bytes + " B", "Load (Gb/s)", "Mean delay (us)", curves);
    }

    private static List<Statement> delays(
            final String panel,
            final int bytes,
            final double[] loads,
            final List<RackResult> points) {
        boolean ordered = true;
        for (final RackResult point : points) {
            final double[] delay = byLevel(point);
            for (int level = 1; level < LEVELS; level++) {
                ordered &= delay[level] > delay[level - 1];
            }
        }
        final double[] idle = byLevel(points.get(0));
        final double[] half = byLevel(points.get(indexOf(loads, 50)));
        final double[] full = byLevel(points.get(loads.length - 1));
        boolean grows = true;
        double worst = 0;
        for (int level = 0; level < LEVELS; level++) {
            grows &= half[level] > idle[level];
            worst = Math.max(worst, full[level] / half[level]);
        }
        final List<Statement> all = new ArrayList<>();
        all.add(
                Statement.shape(
                        panel,
                        "delay grows with the level: us by level at full load",
                        Statement.list(full),
                        "ascending",
                        ordered));
        all.add(
                Statement.shape(
                        panel,
                        "delay grows from a load of 1 to 50: us at level 4",
                        Statement.list(idle[LEVELS - 1], half[LEVELS - 1]),
                        "ascending",
                        grows));
        if (bytes != JUMBO) {
            all.add(
                    Statement.shape(
                            panel,
                            "delay is flat from 50 to 99: worst ratio of a level",
                            Statement.text(worst),
                            "almost constant",
                            worst < 1.15));
        }
        return all;
    }

    private static int indexOf(final double[] loads, final double load) {
        for (int i = 0; i < loads.length; i++) {
            if (loads[i] == load) {
                return i;
            }
        }
        throw new IllegalArgumentException("no load " + load);
    }

    private static Statement zeroLoad(
            final String panel, final String where, final RackResult run, final double paper) {
        return Statement.number(
                panel,
                "zero-load delay of a unicast frame, " + where + ": us",
                run.meanDelayUs(),
                paper,
                paper);
    }
}
