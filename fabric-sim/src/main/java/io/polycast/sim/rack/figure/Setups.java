package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackSettings;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;

/** Common parts of several figures: destinations around port 0, policies, series of curves. */
final class Setups {
    /** Thresholds of section 3.1, where the figures have 10 instead of Table 1's 12. */
    static final SyncSettings SYNC_18_10 =
            new SyncSettings(
                    FabricDefaults.SYNC_ENTRIES,
                    FabricDefaults.SYNC_BLOCK,
                    10,
                    FabricDefaults.SYNC_TIMEOUT_PS);

    private Setups() {}

    /** Ports in the source's edge switch, then one in each of the next edge switches. */
    static List<Integer> destinations(final int local, final int remote) {
        final List<Integer> to = new ArrayList<>();
        for (int i = 1; i <= local; i++) {
            to.add(i);
        }
        for (int edge = 1; edge <= remote; edge++) {
            to.add(FabricShape.port(edge, 0));
        }
        return to;
    }

    static RackSettings with(
            final RackSettings settings, final SyncSettings sync, final VoqDrop drop) {
        return settings.withIngress(
                settings.terminal().withSync(sync).withDrop(drop),
                settings.surrogate().withSync(sync).withDrop(drop));
    }

    /** Rates of all subflows over time. */
    static List<Curve> series(final RackResult run, final double binMs, final String prefix) {
        final List<Curve> curves = new ArrayList<>();
        for (final RackResult.Subflow each : run.subflows()) {
            if (!each.name().startsWith(prefix)) {
                continue;
            }
            final double[] x = new double[each.series().length];
            for (int i = 0; i < x.length; i++) {
                x[i] = (i + 0.5) * binMs;
            }
            curves.add(new Curve(each.name(), x, each.series()));
        }
        return curves;
    }
}
