package io.polycast.sim.planted;

import io.polycast.sim.draw.ScenarioDraw;
import io.polycast.sim.run.RunResult;
import io.polycast.sim.run.Simulation;
import java.util.function.LongFunction;

/** Runs one seed; loaded anew for each planted bug, so that it meets the changed classes. */
public final class Probe implements LongFunction<String> {
    private final Simulation simulation = new Simulation();

    /** For reflection. */
    public Probe() {}

    @Override
    public String apply(final long seed) {
        final RunResult result = simulation.run(ScenarioDraw.of(seed));
        return result.broken() == null ? null : result.broken() + ": " + result.message();
    }
}
