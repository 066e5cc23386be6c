package io.polycast.core;

/**
 * What a hostile or broken neighbour may make the switch do (docs/security.md). Soft state beside the
 * table, lost with the process: buckets start full.
 *
 * <p><b>Feedback.</b> Nobody sends more feedback than data asks for: an RNIC answers a data packet
 * with at most one ACK or NAK and at most one CNP. A path's budget earns {@value #PER_DATA} frames
 * for each data frame of the group's source, and some each millisecond for what no data asked for.
 * Earning is lazy: data advances a clock of the group, and the budget is a bucket on that clock, so
 * that data costs one addition whatever the size of the group. The budget also pays for what would
 * make its path the source, by length, and does not: both make the switch compute an ICRC in full.
 *
 * <p><b>Sources.</b> A turn of the tree forgets the state of a path and of pending NAKs, and costs a
 * walk over the group; turns are bounded a group. <b>ARP and ND.</b> Answers are bounded a port.
 */
final class RateLimits {
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

    RateLimits(final SwitchSettings settings) {
        final SwitchSettings.LimitSettings limits = settings.limits();
        final long feedbackNs = MILLISECOND_NS / limits.feedbackPerMs();
        perDataNs = PER_DATA * feedbackNs;
        earnedNs = new long[settings.maxGroups()];
        feedback = new TokenBuckets(settings.maxPaths(), feedbackNs, limits.feedbackBurst());
        turns =
                new TokenBuckets(
                        settings.maxGroups(), limits.sourceIntervalNs(), limits.sourceBurst());
        answers =
                new TokenBuckets(
                        settings.portCount(),
                        MILLISECOND_NS / limits.neighbourPerMs(),
                        limits.neighbourBurst());
    }

    /** What each group's data has earned, by slot: to be read ahead. */
    long[] earnedNs() {
        return earnedNs;
    }

    /** Data of the group's source goes out to the receivers, who will answer. */
    void onData(final int slot) {
        earnedNs[slot] += perDataNs;
    }

    /** The same for several frames at once. */
    void onData(final int slot, final long frames) {
        earnedNs[slot] += frames * perDataNs;
    }

    /** Whether a path may have one more frame of feedback looked at. */
    boolean takesFeedback(final long nowNs, final int slot, final int id) {
        return feedback.take(nowNs + earnedNs[slot], id, 1);
    }

    /** Whether a path may have one more frame looked at that would make it the source. */
    boolean takesCandidate(final long nowNs, final int slot, final int id, final int length) {
        return feedback.take(nowNs + earnedNs[slot], id, price(length));
    }

    /**
     * Whether a group's source may move once more; asked only when it otherwise would. Turns have a
     * bound of their own: one that is granted costs its path nothing.
     */
    boolean takesTurn(final long nowNs, final int slot, final int id, final int length) {
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
    boolean takesAnswer(final long nowNs, final int port) {
        return answers.take(nowNs, port, 1);
    }
}
