package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.Congestion;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 10: two lossless flows T1 and T2 of one port, each to two local destinations; three unicast
 * flows share the first destination of T1.
 */
final class Marking implements Figure {
    private static final int EDGES = 4;
    private static final int BINS = 40;
    private static final double FAIR = 25;

    @Override
    public String name() {
        return "10";
    }

    @Override
    public List<String> panels() {
        return List.of("10a", "10b", "10c", "10d");
    }

    private static long end(final Scale scale) {
        return (scale.quick() ? 2 : 10) * RackTimes.MS;
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        return List.of(
                run(scale, Congestion.NONE),
                run(scale, Congestion.INPUTS_SAMPLED),
                run(scale, Congestion.INPUTS_OCCUPANCY),
                run(scale, Congestion.OUTPUTS));
    }

    private static RackScenario run(final Scale scale, final Congestion congestion) {
        final List<RackFlow> flows = new ArrayList<>();
        flows.add(RackFlow.direct("T1", 0, List.of(1, 2), 1_522, 99));
        flows.add(RackFlow.direct("T2", 0, List.of(3, 4), 1_522, 99));
        for (int i = 1; i <= 3; i++) {
            flows.add(RackFlow.direct("u" + i, FabricShape.port(i, 0), List.of(1), 1_522, 99));
        }
        final RackSettings settings =
                RackSettings.table(EDGES, true, scale.seed()).withCongestion(congestion);
        return scale.series(settings, flows, end(scale), end(scale) / BINS);
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final String[] titles = {
            "PAUSE alone",
            "Inputs, flow of the sampled frame",
            "Inputs, flow with the largest occupancy",
            "Outputs, flow of the sampled frame"
        };
        final List<Panel> panels = new ArrayList<>();
        for (int i = 0; i < titles.length; i++) {
            panels.add(
                    new Panel(
                            panels().get(i),
                            titles[i],
                            "Time (ms)",
                            "Throughput (Gb/s)",
                            Setups.series(runs.get(i), end(scale) / 1e9 / BINS, "")));
        }
        return new FigureResult(
                panels,
                List.of(
                        blocked("10a", "PAUSE alone blocks T2", rate(runs.get(0), "T2")),
                        blocked("10b", "sampling at inputs blocks T2", rate(runs.get(1), "T2")),
                        freed("10c", "occupancy at inputs frees T2", rate(runs.get(2), "T2")),
                        Statement.number("10c", "T1: Gb/s", rate(runs.get(2), "T1"), FAIR, FAIR),
                        freed("10d", "sampling at outputs frees T2", rate(runs.get(3), "T2"))));
    }

    private static Statement blocked(
            final String panel, final String statement, final double rate) {
        return Statement.shape(
                panel,
                statement + ": Gb/s",
                Statement.text(rate),
                "about T1's 25",
                rate < 1.5 * FAIR);
    }

    private static Statement freed(final String panel, final String statement, final double rate) {
        return Statement.shape(
                panel, statement + ": Gb/s", Statement.text(rate), "above T1", rate > 2 * FAIR);
    }

    /** Mean of a flow's subflows in the later half. */
    private static double rate(final RackResult run, final String flow) {
        return run.subflows().stream()
                .filter(each -> each.name().startsWith(flow))
                .mapToDouble(each -> each.mean(BINS / 2, BINS))
                .average()
                .orElse(0);
    }
}
