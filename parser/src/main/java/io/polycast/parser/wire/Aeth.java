package io.polycast.parser.wire;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * ACK extended transport header (IBTA volume 1, 9.3.5), 4 bytes, big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |0|Typ|  Value  |                      MSN                      |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>Type 0 is an ACK whose value is a credit code, 1 an RNR NAK with a timer code, 2 reserved, 3 a
 * NAK with an error code.
 */
public final class Aeth {
    /** Bytes of the header. */
    public static final int LENGTH = 4;

    public static final int SYNDROME_OFFSET = 0;
    public static final int MSN_OFFSET = 1;

    public static final int TYPE_ACK = 0;
    public static final int TYPE_RNR_NAK = 1;
    public static final int TYPE_RESERVED = 2;
    public static final int TYPE_NAK = 3;

    /** ACK without end-to-end credits: no limit. */
    public static final int ACK_UNLIMITED = 0x1F;

    /** RNR NAK with timer code 0; or it with a code. */
    public static final int RNR_NAK = 0x20;

    public static final int NAK_PSN_SEQUENCE_ERROR = 0x60;
    public static final int NAK_INVALID_REQUEST = 0x61;
    public static final int NAK_REMOTE_ACCESS_ERROR = 0x62;
    public static final int NAK_REMOTE_OPERATIONAL_ERROR = 0x63;
    public static final int NAK_INVALID_RD_REQUEST = 0x64;

    /**
     * A switch that waits for its own members is there (docs/protocol.md, frames that the switch
     * writes): of a reserved type, so that no endpoint takes it for anything.
     */
    public static final int ALIVE = 0x40;

    private Aeth() {}

    /** Syndrome, in [0, 256). */
    public static int syndrome(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + SYNDROME_OFFSET) & 0xFF;
    }

    /** Message sequence number, 24 bits. */
    public static int msn(final DirectBuffer buffer, final int offset) {
        return Uint24.load(buffer, offset + MSN_OFFSET);
    }

    /** Writes the whole header: syndrome of 8 bits, MSN of 24. */
    public static void write(
            final MutableDirectBuffer buffer, final int offset, final int syndrome, final int msn) {
        buffer.putByte(offset + SYNDROME_OFFSET, (byte) syndrome);
        Uint24.store(buffer, offset + MSN_OFFSET, msn);
    }

    /**
     * @param syndrome in [0, 256)
     * @return one of the four types, whatever bit 7 says
     */
    public static int type(final int syndrome) {
        return syndrome >>> 5 & 3;
    }

    /**
     * @param syndrome in [0, 256)
     * @return credit code, timer code or error code, in [0, 32)
     */
    public static int value(final int syndrome) {
        return syndrome & 0x1F;
    }

    /**
     * @param syndrome in [0, 256)
     * @return whether a receiver may send it: bit 7 zero, type and NAK code not reserved
     */
    public static boolean isValid(final int syndrome) {
        return syndrome < 0x40
                || syndrome >= NAK_PSN_SEQUENCE_ERROR && syndrome <= NAK_INVALID_RD_REQUEST;
    }

    /**
     * @param syndrome a valid one
     * @return whether the responder's queue pair is broken after it
     */
    public static boolean isFatal(final int syndrome) {
        return syndrome > NAK_PSN_SEQUENCE_ERROR;
    }

    /**
     * @param syndrome in [0, 256)
     * @return short text for people
     */
    public static String describe(final int syndrome) {
        if (syndrome == ALIVE) {
            return "alive";
        }
        if (!isValid(syndrome)) {
            return "reserved syndrome 0x" + Integer.toHexString(syndrome);
        }
        switch (syndrome) {
            case NAK_PSN_SEQUENCE_ERROR:
                return "NAK sequence";
            case NAK_INVALID_REQUEST:
                return "NAK invalid request";
            case NAK_REMOTE_ACCESS_ERROR:
                return "NAK remote access";
            case NAK_REMOTE_OPERATIONAL_ERROR:
                return "NAK remote operational";
            case NAK_INVALID_RD_REQUEST:
                return "NAK invalid RD request";
            case ACK_UNLIMITED:
                return "ACK";
            default:
                return type(syndrome) == TYPE_ACK
                        ? "ACK credit=" + value(syndrome)
                        : "RNR NAK " + RnrTimer.nanos(value(syndrome)) / 1000 + "us";
        }
    }
}
