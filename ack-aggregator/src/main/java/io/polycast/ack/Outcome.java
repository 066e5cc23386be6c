package io.polycast.ack;

import io.polycast.parser.wire.Aeth;

/**
 * Result of feedback: the frame to send to the source, if any, and the ending of the feedback itself.
 * Both are packed in a long, so that feedback allocates nothing.
 *
 * <pre>
 *  63..56 ending of the feedback ({@link io.polycast.parser.contract.Ending} id)
 *  55..48 what to send: {@link #NOTHING}, {@link #ACK}, {@link #NAK}
 *  47..40 syndrome to send
 *  23..0  PSN to send
 * </pre>
 */
public final class Outcome {
    /** Nothing leaves. */
    public static final int NOTHING = 0;

    /** An aggregated ACK leaves. */
    public static final int ACK = 1;

    /** A NAK of any kind leaves; it acknowledges everything before its PSN. */
    public static final int NAK = 2;

    private Outcome() {}

    /** Nothing to send, and how the feedback ended. */
    public static long nothing(final int ending) {
        return (long) ending << 56;
    }

    /**
     * The same to send, for feedback that ended so.
     *
     * @param outcome of feedback that ended in no way yet: {@link #ending} is 0
     * @param ending id of an {@link io.polycast.parser.contract.Ending}
     * @return the outcome with that ending
     */
    public static long withEnding(final long outcome, final int ending) {
        return outcome | nothing(ending);
    }

    /** An aggregated ACK sets no credit limit (rule 7). */
    static long ack(final int ending, final int psn) {
        return nothing(ending) | (long) ACK << 48 | (long) Aeth.ACK_UNLIMITED << 40 | psn;
    }

    static long nak(final int ending, final int psn, final int syndrome) {
        return nothing(ending) | (long) NAK << 48 | (long) syndrome << 40 | psn;
    }

    /** How the feedback ended: id of an {@link io.polycast.parser.contract.Ending}, 0 when none came. */
    public static int ending(final long outcome) {
        return (int) (outcome >>> 56);
    }

    /** What to send: {@link #NOTHING}, {@link #ACK} or {@link #NAK}. */
    public static int action(final long outcome) {
        return (int) (outcome >>> 48) & 0xFF;
    }

    /** Syndrome to send. */
    public static int syndrome(final long outcome) {
        return (int) (outcome >>> 40) & 0xFF;
    }

    /** PSN to send: the last acknowledged (ACK), or the expected (NAK). */
    public static int psn(final long outcome) {
        return (int) outcome & 0xFF_FFFF;
    }
}
