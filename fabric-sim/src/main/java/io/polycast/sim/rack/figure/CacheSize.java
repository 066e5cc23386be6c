package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 4: throughput over cache and frame size without and with synchronisation, and the cache's
 * occupancy over time. Drop policies of VOQs come later in the paper, and are off.
 */
final class CacheSize implements Figure {
    private static final int EDGES = 8;
    private static final int JUMBO = 9_022;
    private static final int FULL = 1_522;
    private static final double LOAD = 99;

    @Override
    public String name() {
        return "4";
    }

    @Override
    public List<String> panels() {
        return List.of("4a", "4b", "4c");
    }

    private static int[] sizes(final Scale scale) {
        return scale.quick() ? new int[] {FULL, JUMBO} : new int[] {512, 1_022, FULL, JUMBO};
    }

    private static int[] caches(final Scale scale) {
        return scale.quick() ? new int[] {16, 32, 128} : new int[] {16, 32, 64, 128};
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        final List<RackScenario> runs = new ArrayList<>();
        for (final SyncSettings sync : List.of(SyncSettings.off(), Setups.SYNC_18_10)) {
            for (final int bytes : sizes(scale)) {
                for (final int cache : caches(scale)) {
                    runs.add(scale.point(settings(scale, sync, cache), flow(bytes)));
                }
            }
        }
        runs.add(occupancy(scale, SyncSettings.off(), 128));
        runs.add(occupancy(scale, Setups.SYNC_18_10, 128));
        runs.add(occupancy(scale, SyncSettings.off(), 32));
        return runs;
    }

    private static RackSettings settings(
            final Scale scale, final SyncSettings sync, final int cache) {
        final RackSettings table = RackSettings.table(EDGES, false, scale.seed());
        return Setups.with(table, sync, VoqDrop.NONE).withCache(cache);
    }

    private static List<RackFlow> flow(final int bytes) {
        return List.of(RackFlow.direct("m", 0, Setups.destinations(4, 4), bytes, LOAD));
    }

    private static RackScenario occupancy(
            final Scale scale, final SyncSettings sync, final int cache) {
        final long end = scale.quick() ? RackTimes.MS / 2 : 10 * RackTimes.MS;
        return scale.series(settings(scale, sync, cache), flow(FULL), end, end / 100);
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final int[] sizes = sizes(scale);
        final int[] caches = caches(scale);
        final int points = sizes.length * caches.length;
        final List<Statement> statements = new ArrayList<>();
        statements.add(unsynchronised(scale, runs));
        statements.addAll(synchronised(scale, runs.subList(points, 2 * points)));
        final List<RackResult> last = runs.subList(2 * points, 2 * points + 3);
        statements.addAll(occupancies(last));
        return new FigureResult(
                List.of(
                        panel("4a", "No VOQ synchronisation", scale, runs.subList(0, points)),
                        panel(
                                "4b",
                                "With VOQ synchronisation",
                                scale,
                                runs.subList(points, 2 * points)),
                        occupancyPanel(scale, last)),
                statements);
    }

    private static double rate(
            final Scale scale, final List<RackResult> runs, final int size, final int cache) {
        return runs.get(size * caches(scale).length + cache).meanGbps();
    }

    private static Panel panel(
            final String name, final String title, final Scale scale, final List<RackResult> runs) {
        final List<Curve> curves = new ArrayList<>();
        final int[] caches = caches(scale);
        for (int size = 0; size < sizes(scale).length; size++) {
            final double[] x = new double[caches.length];
            final double[] y = new double[caches.length];
            for (int cache = 0; cache < caches.length; cache++) {
                x[cache] = caches[cache];
                y[cache] = rate(scale, runs, size, cache);
            }
            curves.add(new Curve(sizes(scale)[size] + "B", x, y));
        }
        return new Panel(name, title, "Cache size (packets)", "Throughput (Gb/s)", curves);
    }

    private static Statement unsynchronised(final Scale scale, final List<RackResult> runs) {
        double least = Double.MAX_VALUE;
        for (int size = 0; size < sizes(scale).length; size++) {
            for (int cache = 0; caches(scale)[cache] < 64; cache++) {
                least = Math.min(least, rate(scale, runs, size, cache));
            }
        }
        return Statement.shape(
                "4a",
                "caches of less than 64 packets can fall below 30 Gb/s: least Gb/s",
                Statement.text(least),
                "below 30",
                least < 30);
    }

    private static List<Statement> synchronised(final Scale scale, final List<RackResult> runs) {
        double least = Double.MAX_VALUE;
        double least32 = Double.MAX_VALUE;
        double jumbo = 0;
        for (int size = 0; size < sizes(scale).length; size++) {
            if (sizes(scale)[size] == JUMBO) {
                jumbo = rate(scale, runs, size, 0);
            } else {
                least = Math.min(least, rate(scale, runs, size, 0));
                least32 = Math.min(least32, rate(scale, runs, size, 1));
            }
        }
        return List.of(
                Statement.number(
                        "4b", "16 packets suffice but for 9,022 B: least Gb/s", least, LOAD, LOAD),
                Statement.shape(
                        "4b",
                        "32 packets suffice but for 9,022 B: least Gb/s",
                        Statement.text(least32),
                        "99",
                        least32 >= LOAD * 0.85),
                Statement.shape(
                        "4b",
                        "16 packets do not suffice for 9,022 B: Gb/s",
                        Statement.text(jumbo),
                        "below 99",
                        jumbo < LOAD * 0.85));
    }

    private static double[] settled(final RackResult run) {
        final int[] all = run.occupancy();
        double sum = 0;
        double most = 0;
        for (int i = all.length / 4; i < all.length; i++) {
            sum += all[i];
            most = Math.max(most, all[i]);
        }
        return new double[] {sum / (all.length - all.length / 4), most};
    }

    private static List<Statement> occupancies(final List<RackResult> runs) {
        final double synchronised = settled(runs.get(1))[1];
        final double small = settled(runs.get(2))[0];
        return List.of(
                Statement.shape(
                        "4c",
                        "128 entries with synchronisation: fewer than 40 in use: most",
                        Statement.text(synchronised),
                        "below 40",
                        synchronised < 40),
                Statement.number("4c", "32 entries without: about 20 in use: mean", small, 20, 20));
    }

    private static Panel occupancyPanel(final Scale scale, final List<RackResult> runs) {
        final String[] names = {"cache128", "cache128+Sync", "cache32"};
        final List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            final int[] all = runs.get(i).occupancy();
            final double[] x = new double[all.length];
            final double[] y = new double[all.length];
            for (int bin = 0; bin < all.length; bin++) {
                x[bin] = (bin + 1.0) * (scale.quick() ? 0.005 : 0.1);
                y[bin] = all[bin];
            }
            curves.add(new Curve(names[i], x, y));
        }
        return new Panel("4c", "1,522 B frames", "Time (ms)", "Cache occupancy (packets)", curves);
    }
}
