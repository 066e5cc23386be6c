package io.polycast.sim.scenario;

/**
 * A second job on the same entry: once the first has ended or died, every queue pair is a new one.
 *
 * @param atPhase index of the second job's first phase, at least 1
 * @param killAfter frames of the phase before after which its source's process is killed, or 0: that
 *     phase ends
 * @param otherQpns whether the new queue pairs have other QPNs
 * @param start where the second job's PSNs begin
 * @param draw that PSN itself, or what is added to the PSN that {@code start} names
 * @param gapNs between the last frame of the first job and the first of the second
 * @param announced whether the entry is set again in between, at every switch
 * @param epoch that is written then, or -1
 * @param restart number of a switch that restarts in between, or -1
 * @param keepState whether it finds its feedback state again
 * @param revives whether hosts that have died take part again
 */
public record Renewal(
        int atPhase,
        int killAfter,
        boolean otherQpns,
        Start start,
        int draw,
        long gapNs,
        boolean announced,
        long epoch,
        int restart,
        boolean keepState,
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

    /** The same with a restart, if any, that finds its feedback state again. */
    public Renewal keepingState() {
        return new Renewal(
                atPhase, killAfter, otherQpns, start, draw, gapNs, announced, epoch, restart, true,
                revives);
    }

    /** The same at another phase. */
    public Renewal withPhase(final int phase) {
        return new Renewal(
                phase, killAfter, otherQpns, start, draw, gapNs, announced, epoch, restart,
                keepState, revives);
    }

    /** The same with a set, and with everybody. */
    public Renewal reviving() {
        return new Renewal(
                atPhase,
                killAfter,
                otherQpns,
                start,
                draw,
                gapNs,
                true,
                announced ? epoch : -1,
                restart,
                keepState,
                true);
    }

    /** The same with a set, should there be none. */
    public Renewal announcing() {
        return announced ? this : withSet(true, -1);
    }

    /** The same without a set, after an idle time. */
    public Renewal idling(final long idleNs, final long firstEpoch) {
        return new Renewal(
                        atPhase, killAfter, false, start, draw, idleNs, announced, epoch, restart,
                        keepState, false)
                .withSet(false, firstEpoch);
    }

    private Renewal withSet(final boolean set, final long toEpoch) {
        return new Renewal(
                atPhase, killAfter, otherQpns, start, draw, gapNs, set, toEpoch, restart, keepState,
                revives);
    }

    /** The same without a restart in between. */
    public Renewal withoutRestart() {
        return new Renewal(
                atPhase, killAfter, otherQpns, start, draw, gapNs, announced, epoch, -1, keepState,
                revives);
    }
}
