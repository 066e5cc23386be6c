package io.polycast.sim.scenario;

import java.util.List;

/**
 * A group and what is sent to it.
 *
 * @param hosts host numbers of the members, in order of member index; the tree is laid from the first
 * @param operation one of {@link io.polycast.endhost.verbs.WorkOpcode}'s requests
 * @param messageBytes lengths of messages, taken in turn
 * @param phases in order
 * @param first PSN and epoch of the first job
 * @param evict whether silent members are taken out
 * @param renewal second job, or null
 * @param refusal of a receiver, or null
 */
public record GroupPlan(
        List<Integer> hosts,
        int operation,
        List<Integer> messageBytes,
        List<Phase> phases,
        First first,
        boolean evict,
        Renewal renewal,
        Refusal refusal) {
    /**
     * The first job's connections.
     *
     * @param psn first PSN
     * @param announced whether the switches are told it
     * @param epoch that switches are told, or -1
     */
    public record First(int psn, boolean announced, long epoch) {}

    /** Takes copies. */
    public GroupPlan {
        hosts = List.copyOf(hosts);
        messageBytes = List.copyOf(messageBytes);
        phases = List.copyOf(phases);
    }

    /**
     * @param to phases instead
     * @return the plan with them, and without a second job that none is left for
     */
    public GroupPlan withPhases(final List<Phase> to) {
        final boolean second = renewal != null && renewal.atPhase() < to.size();
        return new GroupPlan(
                hosts, operation, messageBytes, to, first, evict, second ? renewal : null, refusal);
    }

    /**
     * @param to second job instead, or null
     * @return the plan with it
     */
    public GroupPlan withRenewal(final Renewal to) {
        return new GroupPlan(hosts, operation, messageBytes, phases, first, evict, to, refusal);
    }

    /** The plan with silent members taken out. */
    public GroupPlan withEvict() {
        return new GroupPlan(hosts, operation, messageBytes, phases, first, true, renewal, refusal);
    }

    /**
     * @param to epoch of the first job instead, or -1
     * @return the plan with it
     */
    public GroupPlan withEpoch(final long to) {
        return new GroupPlan(
                hosts,
                operation,
                messageBytes,
                phases,
                new First(first.psn(), first.announced(), to),
                evict,
                renewal,
                refusal);
    }

    /**
     * @param to hosts instead
     * @return the plan with them
     */
    public GroupPlan withHosts(final List<Integer> to) {
        return new GroupPlan(to, operation, messageBytes, phases, first, evict, renewal, refusal);
    }

    /**
     * @param to lengths of messages instead
     * @return the plan with them
     */
    public GroupPlan withMessageBytes(final List<Integer> to) {
        return new GroupPlan(hosts, operation, to, phases, first, evict, renewal, refusal);
    }

    /**
     * @param to refusal instead, or null
     * @return the plan with it
     */
    public GroupPlan withRefusal(final Refusal to) {
        return new GroupPlan(hosts, operation, messageBytes, phases, first, evict, renewal, to);
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
