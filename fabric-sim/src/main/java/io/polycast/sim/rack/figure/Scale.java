package io.polycast.sim.rack.figure;

import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import java.util.List;

/**
 * How much of a figure is simulated.
 *
 * @param quick fewer points and shorter runs: the shape only
 * @param seed of early drops, random orders and trees
 */
public record Scale(boolean quick, long seed) {
    /** A point of a figure without time on its axis: 0.1 ms of warm-up, then 0.4 ms. */
    RackScenario point(final RackSettings settings, final List<RackFlow> flows) {
        final long end = quick ? RackTimes.MS / 5 : RackTimes.MS / 2;
        return new RackScenario(settings, flows, RackTimes.MS / 10, end, RackTimes.MS / 100, seed);
    }

    /** A point of the whole fabric: 0.1 ms of warm-up, then 0.3 ms, or 1 ms where frames are rare. */
    RackScenario fabricPoint(
            final RackSettings settings, final List<RackFlow> flows, final double load) {
        final long warmUp = quick ? RackTimes.MS / 30 : RackTimes.MS / 10;
        final long window = quick ? RackTimes.MS / 30 : 3 * RackTimes.MS / 10;
        final long end = warmUp + (load > 5 ? window : quick ? 10 * window : RackTimes.MS);
        return new RackScenario(settings, flows, warmUp, end, end, seed);
    }

    /** A run that is drawn over time. */
    RackScenario series(
            final RackSettings settings,
            final List<RackFlow> flows,
            final long endPs,
            final long binPs) {
        return new RackScenario(settings, flows, 0, endPs, binPs, seed);
    }
}
