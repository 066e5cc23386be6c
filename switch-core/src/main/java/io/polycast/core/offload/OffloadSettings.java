package io.polycast.core.offload;

/**
 * Times of the moves between engine and kernel.
 *
 * @param settleNs that a group's source must have been sending before the group moves
 * @param forceNs after which it moves although data is outstanding
 * @param graceNs time after a move in which the engine forwards data that was on its way to it, in
 *     ns. A receive ring full of small frames and a busy thread take tens of ms
 * @param holdOffNs that a group stays in the engine after the first return
 * @param longestHoldOffNs to which that doubles with each return
 * @param syncNs between two reads of a group's words in the kernel, and between two questions
 *     whether it is ready, in ns
 * @param idleNs without data after which a group gives its slot to one that asks for it
 * @param exchangeIdleNs without data after which a group leaves the kernel in any case: its next data may begin
 *     it anew, which is the engine's to say
 */
public record OffloadSettings(
        long settleNs,
        long forceNs,
        long graceNs,
        long holdOffNs,
        long longestHoldOffNs,
        long syncNs,
        long idleNs,
        long exchangeIdleNs) {
    /** Long enough for every deadline, and no sum overflows. */
    private static final long NEVER_NS = Long.MAX_VALUE / 4;

    /** Times of groups that need not leave for being idle. */
    public OffloadSettings(
            final long settleNs,
            final long forceNs,
            final long graceNs,
            final long holdOffNs,
            final long longestHoldOffNs,
            final long syncNs,
            final long idleNs) {
        this(settleNs, forceNs, graceNs, holdOffNs, longestHoldOffNs, syncNs, idleNs, NEVER_NS);
    }

    /**
     * @param otherNs without data after which a group leaves the kernel in any case, in ns
     * @return these times but for that
     */
    public OffloadSettings withExchangeIdle(final long otherNs) {
        return new OffloadSettings(
                settleNs, forceNs, graceNs, holdOffNs, longestHoldOffNs, syncNs, idleNs, otherNs);
    }

    /** Settled 2 ms, forced after 1 s, grace 100 ms, hold-off 1 s to 60 s, sync each ms, idle 5 s. */
    public static final OffloadSettings DEFAULT =
            new OffloadSettings(
                    2_000_000L,
                    1_000_000_000L,
                    100_000_000L,
                    1_000_000_000L,
                    60_000_000_000L,
                    1_000_000L,
                    5_000_000_000L);
}
