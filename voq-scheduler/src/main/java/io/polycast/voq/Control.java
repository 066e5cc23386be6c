package io.polycast.voq;

/**
 * A control message of a leg in a long: bits 0-31 the sequence, 32-47 units, 48-63 the VOQ.
 *
 * <table>
 * <caption>Fields of the messages</caption>
 * <tr><th>message</th><th>sequence</th><th>units</th></tr>
 * <tr><td>REQUEST</td><td>number of the request, from 1</td><td>units wanted, in [1, 32767]; with {@link #RETURN}, granted units given back</td></tr>
 * <tr><td>GRANT</td><td>requests granted since the start</td><td>units of the last one; 0 for a repetition or a return; {@link #MISSING} when the next request is missing</td></tr>
 * <tr><td>ACK</td><td>sequence of the last frame in order</td><td>frames since the last ACK, in [0, 32767]; with {@link #MISSING}, which frames are missing</td></tr>
 * </table>
 *
 * <p>Sequences are 32-bit serial numbers (RFC 1982). Each message is cumulative, so a later message
 * makes up for a lost one.
 */
public final class Control {
    /** No message. No VOQ has the number 65,535. */
    public static final long NONE = -1;

    /** Bit of a request's units: they are given back. */
    public static final int RETURN = 0x8000;

    /**
     * Bit of an ACK's units: the others name missing frames, bits 14-5 first - 1, bits 4-0 count - 1. Bit of
     * a GRANT's units: the request behind its number is missing.
     */
    public static final int MISSING = 0x8000;

    /** Most frames that one ACK names as missing. */
    public static final int MOST_MISSING = 32;

    private Control() {}

    /**
     * @param first missing frame, counted from the last one in order, in [1, 1024]
     * @param count of missing frames from there on, in [1, 32]
     * @return units of the ACK
     */
    public static int missing(final int first, final int count) {
        return MISSING | first - 1 << 5 | count - 1;
    }

    /**
     * @param units of an ACK with {@link #MISSING}
     * @return first missing frame, counted from the last one in order, in [1, 1024]
     */
    public static int firstMissing(final int units) {
        return (units >>> 5 & 0x3FF) + 1;
    }

    /**
     * @param units of an ACK with {@link #MISSING}
     * @return count of missing frames, in [1, 32]
     */
    public static int missingCount(final int units) {
        return (units & 0x1F) + 1;
    }

    /**
     * @param voq number of the VOQ, in [0, 65534]
     * @param units in [0, 65535]
     * @param sequence serial number
     * @return the message
     */
    public static long pack(final int voq, final int units, final int sequence) {
        return (long) voq << 48 | (long) (units & 0xFFFF) << 32 | sequence & 0xFFFF_FFFFL;
    }

    /**
     * @param message packed
     * @return number of the VOQ, in [0, 65535]
     */
    public static int voq(final long message) {
        return (int) (message >>> 48);
    }

    /**
     * @param message packed
     * @return units, in [0, 65535]
     */
    public static int units(final long message) {
        return (int) (message >>> 32) & 0xFFFF;
    }

    /**
     * @param message packed
     * @return serial number
     */
    public static int sequence(final long message) {
        return (int) message;
    }
}
