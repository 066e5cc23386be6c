package io.polycast.sim.swarm;

import io.polycast.sim.run.RunResult;
import io.polycast.sim.scenario.Scenario;

/**
 * A run that broke an invariant.
 *
 * @param seed of it
 * @param queues whether the switches had egress queues
 * @param result of it
 * @param shortened the smallest scenario found that breaks the same invariant
 * @param shortResult what that one ends in
 */
public record Failure(
        long seed, boolean queues, RunResult result, Scenario shortened, RunResult shortResult) {
    /** The command that replays the run. */
    public String command() {
        return "./polycast sim faults --seeds " + seed + ".." + seed + (queues ? " --queues" : "");
    }

    /** For people: what broke, how to see it again, and the shortened scenario. */
    public String describe() {
        return "seed "
                + seed
                + ": "
                + result.broken()
                + " ("
                + result.broken().statement()
                + "), at "
                + result.endNs()
                + " ns: "
                + result.message()
                + "\n  replay: "
                + command()
                + "\n  shortened to "
                + shortResult.packets()
                + " packets: "
                + shortResult.message()
                + "\n  "
                + Settings.describe(shortened).replace("\n", "\n  ");
    }
}
