package io.polycast.perf.rig;

/**
 * Shape of a switch under load.
 *
 * @param staged whether a reader's thread hands frames to the engine's, else one thread does all
 * @param waiting what a thread without work does: yielding, busy, blocking or sleeping
 * @param fanout receivers of each group, at least 1
 * @param groups at least 1
 * @param payload bytes of a data packet, a multiple of four from 8 on
 * @param ackEvery packets after which the source asks for an ACK, or {@link #NEVER}
 */
public record RigShape(
        boolean staged, String waiting, int fanout, int groups, int payload, int ackEvery) {
    /** Value of {@link #ackEvery()} of a source whose receivers say nothing. */
    public static final int NEVER = 0;

    /** Checks what would otherwise fail late. */
    public RigShape {
        if (fanout < 1 || groups < 1 || ackEvery < NEVER) {
            throw new IllegalArgumentException(
                    "fanout=" + fanout + ", groups=" + groups + ", ackEvery=" + ackEvery);
        }
        if (ackEvery != NEVER && (groups > 1 || fanout >= RigAddresses.MOST_PORTS)) {
            throw new IllegalArgumentException(
                    "receivers answer for one group only, and one at a port");
        }
    }

    /**
     * One group.
     *
     * @param threading staged or fused
     * @param fanout receivers
     * @param payload bytes of a data packet
     * @param ackEvery packets after which the source asks for an ACK, or {@link #NEVER}
     * @return a shape whose threads yield, as is the default
     */
    public static RigShape of(
            final String threading, final int fanout, final int payload, final int ackEvery) {
        final boolean staged =
                switch (threading) {
                    case "staged" -> true;
                    case "fused" -> false;
                    default ->
                            throw new IllegalArgumentException(
                                    "threading " + threading + " is none of staged, fused");
                };
        return new RigShape(staged, "yielding", fanout, 1, payload, ackEvery);
    }
}
