package io.polycast.sim.registration;

import io.polycast.sim.check.Invariant;

/**
 * Result of a run.
 *
 * @param seed of the run
 * @param broken the invariant that broke, or null
 * @param message what was seen then, or null
 * @param frames that switches took
 * @param lost frames that links lost
 * @param repeated frames that links delivered twice
 * @param changes of groups that leaders asked for, removals included
 * @param refusals of them
 */
public record RegistrationResult(
        long seed,
        Invariant broken,
        String message,
        long frames,
        long lost,
        long repeated,
        int changes,
        int refusals) {
    /** The command that replays the run. */
    public String command() {
        return "./polycast sim faults --registrations --seeds " + seed + ".." + seed;
    }
}
