package io.polycast.sim.run;

import io.polycast.sim.check.Invariant;
import io.polycast.sim.scenario.FaultTally;
import io.polycast.sim.scenario.QueueCounts;

/**
 * Result of a run.
 *
 * @param broken the invariant that broke, or null
 * @param message what was seen then, or null
 * @param events handled
 * @param packets put on a link, once a link
 * @param kernelFrames data frames that switches' kernels took
 * @param faults by kind
 * @param queues what egress queues have done
 * @param endNs virtual time of the end
 */
public record RunResult(
        Invariant broken,
        String message,
        long events,
        long packets,
        long kernelFrames,
        FaultTally faults,
        QueueCounts queues,
        long endNs) {}
