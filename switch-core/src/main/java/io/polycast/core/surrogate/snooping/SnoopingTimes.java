package io.polycast.core.surrogate.snooping;

/**
 * Times of snooping.
 *
 * @param memberNs life of a membership or of a router without a new message, in ns, at least 1
 * @param lastMemberNs time between queries after a leave, in ns, at least 1
 * @param lastMemberCount queries after a leave, at least 1; a membership without an answer ends
 *     {@code lastMemberNs} after the last of them
 */
public record SnoopingTimes(long memberNs, long lastMemberNs, int lastMemberCount) {
    private static final long SECOND_NS = 1_000_000_000L;

    /** RFC 2236, section 8: 260 s (8.4), and 2 queries 1 s apart (8.8, 8.9). */
    public static final SnoopingTimes STANDARD = new SnoopingTimes(260 * SECOND_NS, SECOND_NS, 2);

    /** Checks the ranges. */
    public SnoopingTimes {
        if (memberNs < 1 || lastMemberNs < 1 || lastMemberCount < 1) {
            throw new IllegalArgumentException(
                    "memberNs="
                            + memberNs
                            + ", lastMemberNs="
                            + lastMemberNs
                            + ", lastMemberCount="
                            + lastMemberCount
                            + ": at least 1 each");
        }
    }
}
