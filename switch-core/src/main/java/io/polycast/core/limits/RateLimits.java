package io.polycast.core.limits;

/**
 * Limits on the work that a hostile or broken neighbour can cause (docs/security.md). Soft state
 * beside the table, lost with the process: buckets start full.
 *
 * <p><b>Feedback.</b> Honest members send no more feedback than data requests: an RNIC answers a
 * data packet with at most one ACK or NAK and at most one CNP. A path's budget earns {@value
 * #PER_DATA} frames for each data frame of the group's source, and some each millisecond for
 * feedback that no data requested. Earning is lazy: data advances a clock of the group, and the
 * budget is a bucket on that clock, so that data costs one addition whatever the size of the group.
 * Frames from a would-be source are charged to the same budget, in proportion to their length,
 * because they also need a full ICRC. The charge is refunded if the source moves.
 *
 * <p><b>Sources.</b> A change of the source forgets a path's state and waiting NAKs, and costs a
 * walk over the group. Changes are limited per group. <b>ARP and ND.</b> Answers are limited per
 * port.
 */
public final class RateLimits {
    /** Feedback frames that one data frame earns. */
    private static final int PER_DATA = 2;

    /** A candidate's ICRC costs one feedback frame for each 64 bytes. */
    private static final int LENGTH_SHIFT = 6;

    private static final long MILLISECOND_NS = 1_000_000;

    private final long perDataNs;
    private final long[] earnedNs;
    private final TokenBuckets feedback;
    private final TokenBuckets turns;
    private final TokenBuckets answers;

    /**
     * @param limits of all budgets
     * @param maxGroups groups that the table has room for
     * @param maxPaths paths, over all groups, that the table has room for
     * @param ports of the switch
     */
    public RateLimits(
            final LimitSettings limits, final int maxGroups, final int maxPaths, final int ports) {
        final long feedbackNs = MILLISECOND_NS / limits.feedbackPerMs();
        perDataNs = PER_DATA * feedbackNs;
        earnedNs = new long[maxGroups];
        feedback = new TokenBuckets(maxPaths, feedbackNs, limits.feedbackBurst());
        turns = new TokenBuckets(maxGroups, limits.sourceIntervalNs(), limits.sourceBurst());
        answers =
                new TokenBuckets(
                        ports, MILLISECOND_NS / limits.neighbourPerMs(), limits.neighbourBurst());
    }

    /** Budget that each group's data has earned, by group slot: to be read ahead. */
    public long[] earnedNs() {
        return earnedNs;
    }

    /** Data of the group's source goes out to the receivers, who will answer. */
    public void onData(final int slot) {
        earnedNs[slot] += perDataNs;
    }

    /** The same for several frames at once. */
    public void onData(final int slot, final long frames) {
        earnedNs[slot] += frames * perDataNs;
    }

    /** Whether a path may have one more frame of feedback looked at. */
    public boolean takesFeedback(final long nowNs, final int slot, final int id) {
        return feedback.take(nowNs + earnedNs[slot], id, 1);
    }

    /** Whether a path may have one more frame looked at that would make it the source. */
    public boolean takesCandidate(
            final long nowNs, final int slot, final int id, final int length) {
        return feedback.take(nowNs + earnedNs[slot], id, price(length));
    }

    /**
     * Whether a group's source may move once more; asked only when it otherwise would. Turns have a
     * bound of their own: one that is granted costs its path nothing.
     */
    public boolean takesTurn(final long nowNs, final int slot, final int id, final int length) {
        if (!turns.take(nowNs, slot, 1)) {
            return false;
        }
        feedback.giveBack(id, price(length));
        return true;
    }

    private static int price(final int length) {
        return 1 + (length >> LENGTH_SHIFT);
    }

    /** Whether a port may get one more answer to ARP or ND. */
    public boolean takesAnswer(final long nowNs, final int port) {
        return answers.take(nowNs, port, 1);
    }
}
