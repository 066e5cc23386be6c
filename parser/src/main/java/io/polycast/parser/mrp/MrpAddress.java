package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.Ipv4;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Address of a node. An IPv4 address is held as IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
 *
 * @param high first 8 bytes in network order
 * @param low last 8 bytes in network order
 */
public record MrpAddress(long high, long low) {
    /** No address: {@code ::}. */
    public static final MrpAddress NONE = new MrpAddress(0, 0);

    private static final long MAPPED = 0xFFFFL;

    /**
     * @param address as an int in network order
     * @return the address
     */
    public static MrpAddress ipv4(final int address) {
        return new MrpAddress(0, MAPPED << 32 | address & 0xFFFF_FFFFL);
    }

    /**
     * @param buffer that holds the address
     * @param index of its first byte
     * @param ipv6 whether it has 16 bytes, else 4
     * @return the address
     */
    public static MrpAddress load(final DirectBuffer buffer, final int index, final boolean ipv6) {
        return ipv6
                ? new MrpAddress(
                        buffer.getLong(index, BIG_ENDIAN), buffer.getLong(index + 8, BIG_ENDIAN))
                : ipv4(buffer.getInt(index, BIG_ENDIAN));
    }

    /**
     * Writes 16 bytes, or the last 4.
     *
     * @param buffer to write to
     * @param index of the first byte
     * @param ipv6 whether 16 bytes are written
     */
    public void store(final MutableDirectBuffer buffer, final int index, final boolean ipv6) {
        if (ipv6) {
            buffer.putLong(index, high, BIG_ENDIAN);
            buffer.putLong(index + 8, low, BIG_ENDIAN);
        } else {
            buffer.putInt(index, (int) low, BIG_ENDIAN);
        }
    }

    /** Whether this is an IPv4 address. */
    public boolean isIpv4() {
        return high == 0 && low >>> 32 == MAPPED;
    }

    /** Last 4 bytes as an int in network order: the address itself, or the McstID of a group. */
    public int last32() {
        return (int) low;
    }

    /** 4 or 16 bytes in network order. */
    public byte[] bytes() {
        final byte[] bytes = new byte[isIpv4() ? 4 : 16];
        store(new UnsafeBuffer(bytes), 0, !isIpv4());
        return bytes;
    }

    @Override
    public String toString() {
        if (isIpv4()) {
            return Ipv4.format((int) low);
        }
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            final long half = i < 4 ? high : low;
            text.append(i == 0 ? "" : ":")
                    .append(Long.toHexString(half >>> 48 - 16 * (i % 4) & 0xFFFF));
        }
        return text.toString();
    }
}
