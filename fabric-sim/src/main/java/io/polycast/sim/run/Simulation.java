package io.polycast.sim.run;

import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.net.Arenas;
import io.polycast.sim.net.Network;
import io.polycast.sim.scenario.Scenario;

/** Runs scenarios, one after the other. Not threadsafe: one for each thread. */
public final class Simulation {
    private final Arenas arenas = new Arenas();

    /** With nothing allocated yet. */
    public Simulation() {}

    /**
     * Runs a scenario to its end or to the first broken invariant.
     *
     * @param scenario to run
     * @return how it ended
     */
    public RunResult run(final Scenario scenario) {
        final CheckedRun run = new CheckedRun(scenario, arenas);
        final Network network = run.network();
        InvariantViolation violation = null;
        try {
            run.run();
        } catch (final InvariantViolation e) {
            violation = e;
        } catch (final IllegalStateException e) {
            // The frame memory's own guard, or a queue pair asked for what it cannot do.
            violation = new InvariantViolation(Invariant.REFERENCES, e.toString(), e);
        } catch (final ArithmeticException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException e) {
            violation = new InvariantViolation(Invariant.TOTALITY, e.toString(), e);
        }
        arenas.giveBack(network.frames());
        return new RunResult(
                violation == null ? null : violation.invariant(),
                violation == null ? null : violation.getMessage(),
                network.handled(),
                network.packets(),
                network.kernelFrames(),
                network.tally(),
                network.queueCounts(),
                network.nowNs());
    }
}
