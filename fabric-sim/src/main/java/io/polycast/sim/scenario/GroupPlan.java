package io.polycast.sim.scenario;

import java.util.List;

/**
 * A group and what is sent to it.
 *
 * @param hosts host numbers of the members, in order of member index; the tree is laid from the first
 * @param operation one of {@link io.polycast.endhost.WorkOpcode}'s requests
 * @param messageBytes lengths of messages, taken in turn
 * @param phases in order
 * @param initialPsn first PSN
 * @param announced whether the switches are told it
 * @param evict whether silent members are taken out
 */
public record GroupPlan(
        List<Integer> hosts,
        int operation,
        List<Integer> messageBytes,
        List<Phase> phases,
        int initialPsn,
        boolean announced,
        boolean evict) {
    /** Takes copies. */
    public GroupPlan {
        hosts = List.copyOf(hosts);
        messageBytes = List.copyOf(messageBytes);
        phases = List.copyOf(phases);
    }

    /** Messages of all phases. */
    public int messages() {
        return phases.stream().mapToInt(Phase::messages).sum();
    }

    /**
     * @param message number, over all phases
     * @return its length in bytes
     */
    public int bytes(final int message) {
        return messageBytes.get(message % messageBytes.size());
    }
}
