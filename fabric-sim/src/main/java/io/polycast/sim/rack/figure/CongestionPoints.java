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
 * Figure 9: a lossless flow to four local destinations and three unicast flows from other edge
 * switches, each to one of them. Congestion points at outputs or inputs.
 */
final class CongestionPoints implements Figure {
    private static final int EDGES = 4;
    private static final int BINS = 40;

    @Override
    public String name() {
        return "9";
    }

    @Override
    public List<String> panels() {
        return List.of("9a", "9b");
    }

    private static long end(final Scale scale) {
        return (scale.quick() ? 2 : 10) * RackTimes.MS;
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        return List.of(run(scale, Congestion.OUTPUTS), run(scale, Congestion.INPUTS_SAMPLED));
    }

    private static RackScenario run(final Scale scale, final Congestion congestion) {
        final List<RackFlow> flows = new ArrayList<>();
        flows.add(RackFlow.direct("m", 0, Setups.destinations(4, 0), 1_522, 99));
        for (int i = 1; i <= 3; i++) {
            flows.add(RackFlow.direct("u" + i, FabricShape.port(i, 0), List.of(i), 1_522, 99));
        }
        final RackSettings settings =
                RackSettings.table(EDGES, true, scale.seed()).withCongestion(congestion);
        return scale.series(settings, flows, end(scale), end(scale) / BINS);
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final List<Panel> panels = new ArrayList<>();
        final String[] titles = {"Congestion points at outputs", "Congestion points at inputs"};
        for (int i = 0; i < titles.length; i++) {
            panels.add(
                    new Panel(
                            panels().get(i),
                            titles[i],
                            "Time (ms)",
                            "Throughput (Gb/s)",
                            Setups.series(runs.get(i), end(scale) / 1e9 / BINS, "")));
        }
        final double outputs = ratio(runs.get(0));
        final double inputs = ratio(runs.get(1));
        return new FigureResult(
                panels,
                List.of(
                        Statement.shape(
                                "9a",
                                "at outputs unicast gets clearly more than multicast: ratio",
                                Statement.text(outputs),
                                "above 1.5",
                                outputs > 1.5),
                        Statement.number(
                                "9a", "at outputs, unicast to multicast: ratio", outputs, 2, 2),
                        Statement.number(
                                "9b", "at inputs, unicast to multicast: ratio", inputs, 1, 1)));
    }

    /** Mean of the unicast flows to that of the multicast subflows, behind the first tenth. */
    private static double ratio(final RackResult run) {
        double multicast = 0;
        double unicast = 0;
        for (int i = 0; i < run.subflows().size(); i++) {
            final double rate = run.subflows().get(i).mean(BINS / 10, BINS);
            if (i < 4) {
                multicast += rate / 4;
            } else {
                unicast += rate / 3;
            }
        }
        return unicast / multicast;
    }
}
