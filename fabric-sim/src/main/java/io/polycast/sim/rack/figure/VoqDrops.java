package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 6: a flow to 4 local and 4 remote destinations; seven, three and one unicast flows to the
 * first destination in three phases. Quick runs shorten the phases to a fifth.
 */
final class VoqDrops implements Figure {
    private static final int EDGES = 12;
    private static final int UNICASTS = 7;
    private static final int PHASES = 5;
    private static final int BINS = 20;
    private static final double LINE = 99;

    @Override
    public String name() {
        return "6";
    }

    @Override
    public List<String> panels() {
        return List.of("6a", "6b", "6c", "6d", "6e");
    }

    private static long phase(final Scale scale) {
        return scale.quick() ? RackTimes.MS / 5 : RackTimes.MS;
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        final SyncSettings off = SyncSettings.off();
        final SyncSettings on = SyncSettings.table();
        return List.of(
                run(scale, off, VoqDrop.NONE),
                run(scale, on, VoqDrop.NONE),
                run(scale, off, VoqDrop.TAIL),
                run(scale, on, VoqDrop.TAIL),
                run(scale, on, VoqDrop.HEAD));
    }

    private static RackScenario run(
            final Scale scale, final SyncSettings sync, final VoqDrop drop) {
        final List<RackFlow> flows = new ArrayList<>();
        flows.add(RackFlow.direct("m", 0, Setups.destinations(4, 4), 1_522, LINE));
        final long phase = phase(scale);
        for (int i = 0; i < UNICASTS; i++) {
            final int phases = i < 1 ? 4 : i < 3 ? 3 : 2;
            flows.add(
                    RackFlow.direct("u" + i, FabricShape.port(5 + i, 0), List.of(1), 1_522, LINE)
                            .during(phase, phases * phase));
        }
        final RackSettings table = RackSettings.table(EDGES, false, scale.seed());
        return scale.series(Setups.with(table, sync, drop), flows, PHASES * phase, phase / BINS);
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final String[] titles = {
            "No VOQ synchronisation, no VOQ drop",
            "VOQ synchronisation, no VOQ drop",
            "Tail drop, no VOQ synchronisation",
            "Tail drop, VOQ synchronisation",
            "Drop from head, VOQ synchronisation"
        };
        final List<Panel> panels = new ArrayList<>();
        for (int i = 0; i < titles.length; i++) {
            panels.add(
                    new Panel(
                            panels().get(i),
                            titles[i],
                            "Time (ms)",
                            "Throughput (Gb/s)",
                            Setups.series(runs.get(i), phase(scale) / 1e9 / BINS, "m")));
        }
        return new FigureResult(panels, statements(runs));
    }

    /** Mean rate of the subflows that nobody else's traffic meets, in the later half of a phase. */
    private static double others(final RackResult run, final int phase) {
        double sum = 0;
        for (int i = 1; i < 8; i++) {
            sum += late(run.subflows().get(i), phase);
        }
        return sum / 7;
    }

    private static double late(final RackResult.Subflow subflow, final int phase) {
        return subflow.mean(phase * BINS + BINS / 2, (phase + 1) * BINS);
    }

    private static double[] phases(final RackResult run) {
        return new double[] {others(run, 1), others(run, 2), others(run, 3), others(run, 4)};
    }

    private static List<Statement> statements(final List<RackResult> runs) {
        final List<Statement> all = new ArrayList<>();
        final double[] a = phases(runs.get(0));
        all.add(capped("6a", runs.get(0), a));
        all.add(Statement.number("6a", "after the congestion the rate stays: Gb/s", a[3], 60, 60));
        final double[] b = phases(runs.get(1));
        all.add(capped("6b", runs.get(1), b));
        all.add(
                Statement.shape(
                        "6b",
                        "after the congestion the rate recovers: Gb/s",
                        Statement.text(b[3]),
                        "99",
                        b[3] > LINE * 0.85));
        final double[] c = phases(runs.get(2));
        all.add(
                Statement.shape(
                        "6c",
                        "tail drop: others reach 99 in the second phase: Gb/s",
                        Statement.text(c[1]),
                        "99",
                        c[1] > LINE * 0.85));
        all.add(
                Statement.shape(
                        "6c",
                        "and only in that: Gb/s in phases 1 to 3",
                        Statement.list(c[0], c[1], c[2]),
                        "far from 99 in phases 1 and 3",
                        c[0] < LINE * 0.85 && c[2] < LINE * 0.85));
        final double[] d = phases(runs.get(3));
        all.add(capped("6d", runs.get(3), d));
        final double[] e = phases(runs.get(4));
        all.add(
                Statement.shape(
                        "6e",
                        "drop from head keeps the others near 99 throughout: Gb/s by phase",
                        Statement.list(e),
                        "99",
                        Math.min(Math.min(e[0], e[1]), Math.min(e[2], e[3])) > LINE * 0.95));
        return all;
    }

    private static Statement capped(
            final String panel, final RackResult run, final double[] others) {
        final RackResult.Subflow slow = run.subflows().get(0);
        boolean holds = true;
        for (int phase = 1; phase <= 3; phase++) {
            holds &= Math.abs(others[phase - 1] - late(slow, phase)) < 0.1 * LINE;
            holds &= others[phase - 1] < 0.85 * LINE;
        }
        return Statement.shape(
                panel,
                "all subflows are capped to the most congested one: others, Gb/s by phase",
                Statement.list(others[0], others[1], others[2]),
                "the congested one's rate",
                holds);
    }
}
