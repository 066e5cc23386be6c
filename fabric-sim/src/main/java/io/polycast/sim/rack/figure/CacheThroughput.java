package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import java.util.ArrayList;
import java.util.List;

/** Figure 2(c): throughput of one flow over its fan-out, with the packet cache and without. */
final class CacheThroughput implements Figure {
    private static final String PANEL = "2c";
    private static final int EDGES = 8;
    private static final int LOCAL = 4;
    private static final double LOAD = 99;

    @Override
    public String name() {
        return PANEL;
    }

    @Override
    public List<String> panels() {
        return List.of(PANEL);
    }

    private static int[] fanouts(final Scale scale) {
        return scale.quick() ? new int[] {1, 2, 4, 8} : new int[] {1, 2, 3, 4, 5, 6, 7, 8};
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        final List<RackScenario> runs = new ArrayList<>();
        final RackSettings table = RackSettings.table(EDGES, false, scale.seed());
        for (final RackSettings settings : List.of(table, table.withCache(0))) {
            for (final int fanout : fanouts(scale)) {
                final List<Integer> to =
                        Setups.destinations(Math.min(fanout, LOCAL), Math.max(0, fanout - LOCAL));
                runs.add(scale.point(settings, List.of(RackFlow.direct("m", 0, to, 1_522, LOAD))));
            }
        }
        return runs;
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final int[] fanouts = fanouts(scale);
        final double[] x = new double[fanouts.length];
        final double[] with = new double[x.length];
        final double[] without = new double[x.length];
        double least = Double.MAX_VALUE;
        double worst = 1;
        double product = Double.MAX_VALUE;
        double productMost = 0;
        for (int i = 0; i < x.length; i++) {
            x[i] = fanouts[i];
            with[i] = runs.get(i).meanGbps();
            without[i] = runs.get(x.length + i).meanGbps();
            least = Math.min(least, with[i]);
            final double ratio = without[i] * x[i] / LOAD;
            worst = Math.abs(ratio - 1) > Math.abs(worst - 1) ? ratio : worst;
            if (fanouts[i] > 1) {
                product = Math.min(product, without[i] * x[i]);
                productMost = Math.max(productMost, without[i] * x[i]);
            }
        }
        final List<Curve> curves =
                List.of(new Curve("cache", x, with), new Curve("no cache", x, without));
        return new FigureResult(
                List.of(
                        new Panel(
                                PANEL,
                                "99 Gb/s, 1,522 B",
                                "Local fan-out",
                                "Throughput (Gb/s)",
                                curves)),
                List.of(
                        Statement.shape(
                                PANEL,
                                "with the cache, line rate at every fan-out: least Gb/s",
                                Statement.text(least),
                                "99",
                                least >= LOAD * 0.98),
                        Statement.shape(
                                PANEL,
                                "without it, the rate falls as 1/f: f times Gb/s, least and most",
                                Statement.list(product, productMost),
                                "a constant below twice the line",
                                productMost < product * 1.05 && productMost < 1.5 * LOAD),
                        Statement.number(
                                PANEL, "without it, 99/f: worst ratio to 99/f", worst, 1, 1)));
    }
}
