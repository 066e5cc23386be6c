package io.polycast.parser.wire;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * RoCEv2 congestion notification packet (IBTA annex A17.9.3): BTH with opcode 0x81, BECN set and
 * PSN 0, then 16 reserved bytes; 32 bytes of UDP payload with the ICRC. The offset is that of the
 * BTH.
 *
 * <pre>
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                         BTH, 12 bytes                         |
 * |                  reserved, 16 bytes of zeros                  |
 * |                         ICRC, 4 bytes                         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Cnp {
    /** Reserved bytes behind the BTH. */
    public static final int RESERVED_LENGTH = 16;

    /** BTH and reserved bytes, without the ICRC. */
    public static final int LENGTH = Bth.LENGTH + RESERVED_LENGTH;

    public static final int RESERVED_OFFSET = Bth.LENGTH;

    private Cnp() {}

    /** QPN of the flow's sender, 24 bits. */
    public static int destQpn(final DirectBuffer buffer, final int offset) {
        return Bth.destQpn(buffer, offset);
    }

    /**
     * Writes BTH and reserved bytes.
     *
     * @param buffer to write to
     * @param offset of the BTH
     * @param pKey 16 bits
     * @param destQpn 24 bits
     */
    public static void write(
            final MutableDirectBuffer buffer, final int offset, final int pKey, final int destQpn) {
        Bth.write(buffer, offset, Opcode.CNP, 0, pKey, destQpn, 0);
        Bth.congestion(buffer, offset, Bth.BECN);
        buffer.setMemory(offset + RESERVED_OFFSET, RESERVED_LENGTH, (byte) 0);
    }
}
