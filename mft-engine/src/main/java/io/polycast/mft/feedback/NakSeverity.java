package io.polycast.mft.feedback;

import io.polycast.parser.wire.Aeth;

/**
 * Order in which a NAK may replace another at the same PSN. A sequence NAK is lowest, RNR NAKs
 * follow by length of their timers, and a fatal NAK is highest. The low byte is the syndrome to
 * send.
 */
public final class NakSeverity {
    /** No NAK. */
    public static final int NONE = 0;

    private static final int CLASS_SHIFT = 16;
    private static final int RANK_SHIFT = 8;
    private static final int RNR = 2;
    private static final int FATAL = 3;

    private NakSeverity() {}

    /**
     * @param syndrome of a NAK, type bits 01 (RNR) or 11
     * @return a number that orders NAKs; greater wins
     */
    public static int of(final int syndrome) {
        if (syndrome == Aeth.NAK_PSN_SEQUENCE_ERROR) {
            return 1 << CLASS_SHIFT | syndrome;
        }
        if (Aeth.type(syndrome) == Aeth.TYPE_RNR_NAK) {
            // Timer code 0 is the longest delay (655.36 ms), the others grow with the code.
            final int code = Aeth.value(syndrome);
            final int rank = code == 0 ? 32 : code;
            return RNR << CLASS_SHIFT | rank << RANK_SHIFT | syndrome;
        }
        return FATAL << CLASS_SHIFT | syndrome;
    }

    /**
     * @param severity of a NAK
     * @return whether it is an RNR NAK
     */
    public static boolean isRnr(final int severity) {
        return severity >>> CLASS_SHIFT == RNR;
    }

    /**
     * @param severity of a NAK
     * @return whether its sender receives no more: no retransmission answers it
     */
    public static boolean isFatal(final int severity) {
        return severity >>> CLASS_SHIFT == FATAL;
    }

    /**
     * @param severity of a NAK
     * @return the syndrome to send for it
     */
    public static int syndrome(final int severity) {
        return severity & 0xFF;
    }

    /**
     * @param severity of a NAK, or {@link #NONE}
     * @return the same in 10 bits: 0..7 syndrome, 8..9 class
     */
    static int packed(final int severity) {
        return severity >>> CLASS_SHIFT << 8 | severity & 0xFF;
    }

    /**
     * @param packed as {@link #packed} gave it
     * @return the severity
     */
    static int unpacked(final int packed) {
        return packed >>> 8 == RNR
                ? of(packed & 0xFF)
                : packed >>> 8 << CLASS_SHIFT | packed & 0xFF;
    }

    /**
     * @param severity as found somewhere
     * @return whether it is {@link #NONE} or the severity of a NAK
     */
    static boolean isPossible(final int severity) {
        return severity == NONE || severity == of(severity & 0xFF);
    }
}
