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
import io.polycast.sim.time.Rng;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 13: 6 sources of 10 flows to all terminals of 20 edge switches, drawn from 40. Five
 * surrogates at level 1 feed three of level 2 each. The paper does not give the frame size: 1,522 B.
 */
final class UniformTrees implements Figure {
    private static final int SOURCES = 6;
    private static final int FLOWS = 10;
    private static final int SOURCE_EDGES = 3;
    private static final int EDGES = 40;
    private static final int TARGETS = 20;
    private static final int FIRST_LEVEL = 5;
    private static final int BYTES = 1_522;

    /** Receive rate to source load: 6 sources x 20 of 40 edge switches. */
    private static final double GAIN = (double) SOURCES * TARGETS / EDGES;

    @Override
    public String name() {
        return "13";
    }

    @Override
    public List<String> panels() {
        return List.of("13a", "13b");
    }

    private static double[] loads(final Scale scale) {
        return scale.quick()
                ? new double[] {5, 25, 30}
                : new double[] {5, 10, 15, 20, 25, 27.5, 30};
    }

    private static double[] unsynchronised(final Scale scale) {
        return scale.quick() ? new double[] {25} : new double[] {5, 25, 30};
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        final List<RackScenario> runs = new ArrayList<>();
        final RackSettings table = RackSettings.table(SOURCE_EDGES + EDGES, false, scale.seed());
        for (final double load : loads(scale)) {
            runs.add(scale.fabricPoint(table, flows(scale.seed(), load), load));
        }
        for (final double load : unsynchronised(scale)) {
            runs.add(
                    scale.fabricPoint(
                            Setups.with(table, SyncSettings.off(), VoqDrop.HEAD),
                            flows(scale.seed(), load),
                            load));
        }
        return runs;
    }

    /** The same trees for every load. */
    static List<RackFlow> flows(final long seed, final double load) {
        final Rng rng = new Rng(seed);
        final List<RackFlow> flows = new ArrayList<>();
        for (int source = 0; source < SOURCES; source++) {
            final int port = FabricShape.port(source / 2, source % 2);
            for (int i = 0; i < FLOWS; i++) {
                final RackFlow flow =
                        new RackFlow(
                                "s" + source + "f" + i,
                                port,
                                BYTES,
                                load / FLOWS,
                                0,
                                Long.MAX_VALUE,
                                tree(rng, port));
                flows.add(flow.during(rng.nextLong(flow.intervalPs()), Long.MAX_VALUE));
            }
        }
        return flows;
    }

    private static List<RackFlow.Node> tree(final Rng rng, final int source) {
        final List<Integer> edges = new ArrayList<>();
        for (int edge = 0; edge < EDGES; edge++) {
            edges.add(SOURCE_EDGES + edge);
        }
        final List<Integer> drawn = new ArrayList<>();
        for (int i = 0; i < TARGETS; i++) {
            drawn.add(edges.remove(rng.nextInt(edges.size())));
        }
        final List<RackFlow.Node> nodes = new ArrayList<>();
        final List<Integer> first = surrogates(drawn.subList(0, FIRST_LEVEL));
        nodes.add(new RackFlow.Node(source, 0, List.of(), first));
        final int below = (TARGETS - FIRST_LEVEL) / FIRST_LEVEL;
        for (int i = 0; i < TARGETS; i++) {
            final int from = FIRST_LEVEL + i * below;
            final List<Integer> next =
                    i < FIRST_LEVEL ? surrogates(drawn.subList(from, from + below)) : List.of();
            nodes.add(
                    new RackFlow.Node(
                            FabricShape.port(drawn.get(i), FabricShape.SURROGATE),
                            i < FIRST_LEVEL ? 1 : 2,
                            terminals(drawn.get(i)),
                            next));
        }
        return nodes;
    }

    private static List<Integer> surrogates(final List<Integer> edges) {
        return edges.stream().map(edge -> FabricShape.port(edge, FabricShape.SURROGATE)).toList();
    }

    private static List<Integer> terminals(final int edge) {
        final List<Integer> ports = new ArrayList<>();
        for (int place = 0; place < FabricShape.TERMINALS; place++) {
            ports.add(FabricShape.port(edge, place));
        }
        return ports;
    }

    /** Mean rate of a destination: the sum of its subflows. */
    private static double received(final RackResult run) {
        return run.subflows().stream().mapToDouble(RackResult.Subflow::gbps).sum()
                / (EDGES * FabricShape.TERMINALS);
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final double[] loads = loads(scale);
        final double[] bare = unsynchronised(scale);
        final double[] rate = new double[loads.length];
        final double[] delay = new double[loads.length];
        double worst = 0;
        for (int i = 0; i < loads.length; i++) {
            rate[i] = received(runs.get(i));
            delay[i] = runs.get(i).meanDelayUs();
            if (loads[i] <= 25) {
                worst = Math.max(worst, Math.abs(rate[i] / (GAIN * loads[i]) - 1));
            }
        }
        final double[] bareRate = new double[bare.length];
        double difference = 0;
        for (int i = 0; i < bare.length; i++) {
            bareRate[i] = received(runs.get(loads.length + i));
            for (int k = 0; k < loads.length; k++) {
                if (loads[k] == bare[i]) {
                    difference = Math.max(difference, Math.abs(bareRate[i] / rate[k] - 1));
                }
            }
        }
        final List<Statement> statements = new ArrayList<>();
        statements.add(
                Statement.shape(
                        "13a",
                        "linear up to a load of 25 Gb/s: worst deviation",
                        Statement.text(worst),
                        "linear",
                        worst < 0.05));
        statements.add(
                Statement.number(
                        "13a", "received at a load of 25: Gb/s", at(loads, rate, 25), 76, 76));
        statements.add(
                Statement.number(
                        "13a", "received at a load of 30: Gb/s", at(loads, rate, 30), 83, 83));
        statements.add(
                Statement.shape(
                        "13a",
                        "the same without synchronisation: worst deviation",
                        Statement.text(difference),
                        "identical",
                        difference < 0.05));
        statements.addAll(delays(scale, loads, delay));
        return new FigureResult(panels(loads, rate, delay, bare, bareRate), statements);
    }

    private static List<Panel> panels(
            final double[] loads,
            final double[] rate,
            final double[] delay,
            final double[] bare,
            final double[] bareRate) {
        return List.of(
                new Panel(
                        "13a",
                        "Uniform multicast",
                        "Load of a source (Gb/s)",
                        "Received by a destination (Gb/s)",
                        List.of(
                                new Curve("synchronised", loads, rate),
                                new Curve("not synchronised", bare, bareRate))),
                new Panel(
                        "13b",
                        "Uniform multicast",
                        "Load of a source (Gb/s)",
                        "Mean delay (us)",
                        List.of(new Curve("synchronised", loads, delay))));
    }

    private static List<Statement> delays(
            final Scale scale, final double[] loads, final double[] delay) {
        final List<Statement> all = new ArrayList<>();
        all.add(Statement.number("13b", "delay at a load of 5: us", at(loads, delay, 5), 4, 4));
        if (!scale.quick()) {
            all.add(Statement.number("13b", "delay at 82 %: us", at(loads, delay, 27.5), 14, 14));
        }
        return all;
    }

    private static double at(final double[] loads, final double[] values, final double load) {
        for (int i = 0; i < loads.length; i++) {
            if (loads[i] == load) {
                return values[i];
            }
        }
        throw new IllegalArgumentException("no load " + load);
    }
}
