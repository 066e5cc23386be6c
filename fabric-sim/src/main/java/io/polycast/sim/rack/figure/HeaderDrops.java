package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;

/** Figure 5(b-d): a header pool of 100, one local and seven remote destinations. */
final class HeaderDrops implements Figure {
    private static final int EDGES = 8;
    private static final int POOL = 100;
    private static final int LOW = 70;

    @Override
    public String name() {
        return "5";
    }

    @Override
    public List<String> panels() {
        return List.of("5b", "5c", "5d");
    }

    private static long bin(final Scale scale) {
        return scale.quick() ? RackTimes.MS / 50 : RackTimes.MS / 10;
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        return List.of(
                run(scale, POOL, HeaderOrder.FIXED),
                run(scale, POOL, HeaderOrder.RANDOM),
                run(scale, LOW, HeaderOrder.FIXED));
    }

    private static RackScenario run(final Scale scale, final int low, final HeaderOrder order) {
        final RackSettings table =
                Setups.with(
                        RackSettings.table(EDGES, false, scale.seed()),
                        SyncSettings.table(),
                        VoqDrop.NONE);
        final HeaderSettings headers =
                new HeaderSettings(
                        FabricDefaults.HEADERS_HIGH,
                        FabricDefaults.HEADERS_LOSSLESS,
                        low,
                        POOL,
                        FabricDefaults.EARLY_DROP_PERCENT);
        final RackFlow flow = RackFlow.direct("m", 0, Setups.destinations(1, 7), 1_522, 99);
        return scale.series(
                table.withIngress(table.terminal().withHeaders(headers, order), table.surrogate()),
                List.of(flow),
                40 * bin(scale),
                bin(scale));
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final List<Panel> panels = new ArrayList<>();
        final String[] titles = {"Fixed order", "Random order", "RED 70/100, p = 0.5"};
        for (int i = 0; i < titles.length; i++) {
            panels.add(
                    new Panel(
                            panels().get(i),
                            titles[i],
                            "Time (ms)",
                            "Throughput (Gb/s)",
                            Setups.series(runs.get(i), bin(scale) / 1e9, "m")));
        }
        return new FigureResult(panels, statements(runs));
    }

    private static List<Statement> statements(final List<RackResult> runs) {
        final double[] fixed = rates(runs.get(0));
        final double[] random = rates(runs.get(1));
        final double[] red = rates(runs.get(2));
        boolean ordered = true;
        for (int i = 1; i < fixed.length; i++) {
            ordered &= fixed[i] < fixed[i - 1];
        }
        return List.of(
                Statement.shape(
                        "5b",
                        "in fixed order the rates fall in the order of the headers: Gb/s",
                        Statement.list(fixed),
                        "about 80 down to 10",
                        ordered && fixed[0] > 4 * fixed[7]),
                Statement.number("5b", "the first subflow: Gb/s", fixed[0], 80, 80),
                Statement.number("5b", "the last subflow: Gb/s", fixed[7], 10, 10),
                Statement.shape(
                        "5c",
                        "in random order the rates are equal: Gb/s",
                        Statement.list(random),
                        "about 40 each",
                        spread(random) < 1.15),
                Statement.number("5c", "mean rate: Gb/s", mean(random), 40, 40),
                Statement.shape(
                        "5d",
                        "RED is near the random order: Gb/s",
                        Statement.list(red),
                        "near 40",
                        spread(red) < 1.3 && Math.abs(mean(red) / mean(random) - 1) < 0.2));
    }

    /** Rates behind the first quarter of the run. */
    private static double[] rates(final RackResult run) {
        return run.subflows().stream()
                .mapToDouble(each -> each.mean(each.series().length / 4, each.series().length))
                .toArray();
    }

    private static double mean(final double[] rates) {
        double sum = 0;
        for (final double rate : rates) {
            sum += rate;
        }
        return sum / rates.length;
    }

    private static double spread(final double[] rates) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (final double rate : rates) {
            least = Math.min(least, rate);
            most = Math.max(most, rate);
        }
        return most / least;
    }
}
