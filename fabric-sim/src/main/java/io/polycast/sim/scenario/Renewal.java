package io.polycast.sim.scenario;

/**
 * A second job on the same entry: once the first has ended or died, every queue pair is a new one.
 *
 * @param atPhase index of the second job's first phase, at least 1
 * @param killAfter frames of the phase before after which its source's process is killed, or 0: that
 *     phase ends
 * @param otherQpns whether the new queue pairs have other QPNs
 * @param first where the second job's PSNs begin
 * @param gapNs between the last frame of the first job and the first of the second
 * @param entry how the group is set in between
 * @param restart of a switch in between
 * @param revives whether hosts that have died take part again
 */
public record Renewal(
        int atPhase,
        int killAfter,
        boolean otherQpns,
        First first,
        long gapNs,
        Entry entry,
        Restart restart,
        boolean revives) {
    /** Where PSNs begin. */
    public enum Start {
        /** At a drawn one. */
        DRAWN,
        /** Where the first job began. */
        SAME,
        /** Near the first that some receiver lacked. */
        NEAR_MINIMUM,
        /** Near the first that the receiver farthest ahead lacked. */
        NEAR_PATH,
        /** Near the first that was never sent. */
        NEAR_HIGHEST
    }

    /**
     * The first PSN.
     *
     * @param start where PSNs begin
     * @param draw the PSN itself, or what is added to the PSN that {@code start} names
     */
    public record First(Start start, int draw) {}

    /**
     * The group's entry between the jobs.
     *
     * @param announced whether the entry is set again, at every switch
     * @param epoch that is written then, or -1
     */
    public record Entry(boolean announced, long epoch) {}

    /**
     * A restart between the jobs.
     *
     * @param node number of the switch that restarts, or -1
     * @param keepState whether it finds its feedback state again
     */
    public record Restart(int node, boolean keepState) {}

    /** The same with a restart, if any, that finds its feedback state again. */
    public Renewal keepingState() {
        return with(entry, new Restart(restart.node(), true), revives);
    }

    /** The same at another phase. */
    public Renewal withPhase(final int phase) {
        return new Renewal(phase, killAfter, otherQpns, first, gapNs, entry, restart, revives);
    }

    /** The same with a set, and with everybody. */
    public Renewal reviving() {
        return with(new Entry(true, entry.announced() ? entry.epoch() : -1), restart, true);
    }

    /** The same with a set, should there be none. */
    public Renewal announcing() {
        return entry.announced() ? this : with(new Entry(true, -1), restart, revives);
    }

    /** The same without a set, after an idle time. */
    public Renewal idling(final long idleNs, final long firstEpoch) {
        final Entry kept = new Entry(false, firstEpoch);
        return new Renewal(atPhase, killAfter, false, first, idleNs, kept, restart, false);
    }

    /** The same without a restart in between. */
    public Renewal withoutRestart() {
        return with(entry, new Restart(-1, restart.keepState()), revives);
    }

    private Renewal with(final Entry toEntry, final Restart toRestart, final boolean toRevives) {
        return new Renewal(
                atPhase, killAfter, otherQpns, first, gapNs, toEntry, toRestart, toRevives);
    }
}
