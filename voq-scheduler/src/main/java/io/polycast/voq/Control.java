package io.polycast.voq;

/**
 * A control message of a leg in a long: bits 0-31 the sequence, 32-47 units, 48-63 the VOQ.
 *
 * <table>
 * <caption>Fields of the messages</caption>
 * <tr><th>message</th><th>sequence</th><th>units</th></tr>
 * <tr><td>REQUEST</td><td>number of the request, from 1</td><td>units wanted, in [1, 32767]; with {@link #RETURN}, granted units given back</td></tr>
 * <tr><td>GRANT</td><td>requests granted since the start</td><td>units of the last one; 0 for a repetition or a return</td></tr>
 * <tr><td>ACK</td><td>sequence of the last frame in order</td><td>frames since the last ACK</td></tr>
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

    private Control() {}

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
