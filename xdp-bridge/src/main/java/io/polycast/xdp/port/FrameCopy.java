package io.polycast.xdp.port;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Assembles a copy in one buffer, for drivers that copy instead of gathering. */
public final class FrameCopy {
    /** Up to here, words moved one by one are done before a general copy has begun. */
    private static final int SHORT = 128;

    private static final int LINE = 64;

    private FrameCopy() {}

    /**
     * Writes header, tail and the tail's new ICRC one after another. A header that is where it has to
     * be already stays.
     *
     * @param to where the copy goes
     * @param toOffset of its first byte
     * @param header holds the rewritten headers
     * @param headerOffset of their first byte
     * @param headerLength in bytes
     * @param tail holds the rest of the frame
     * @param tailOffset of its first byte
     * @param tailLength in bytes, at least 4
     * @param icrcIndex of the ICRC's first byte in the tail, in [0, tailLength - 4]
     * @param icrc CRC-32 value, stored least significant byte first
     * @return length of the copy in bytes
     */
    public static int gather(
            final MutableDirectBuffer to,
            final int toOffset,
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        final int tailAt = toOffset + headerLength;
        if (header != to || headerOffset != toOffset) {
            copy(to, toOffset, header, headerOffset, headerLength);
        }
        copy(to, tailAt, tail, tailOffset, tailLength);
        to.putInt(tailAt + icrcIndex, icrc, ByteOrder.LITTLE_ENDIAN);
        return headerLength + tailLength;
    }

    /**
     * Copies bytes; quick when they are few.
     *
     * @param to where they go
     * @param toOffset of the first byte
     * @param from where they are
     * @param fromOffset of the first byte
     * @param length in bytes
     */
    public static void copy(
            final MutableDirectBuffer to,
            final int toOffset,
            final DirectBuffer from,
            final int fromOffset,
            final int length) {
        final int last = length - Long.BYTES;
        if (last < 0 || to == from && Math.abs(toOffset - fromOffset) < length) {
            to.putBytes(toOffset, from, fromOffset, length);
            return;
        }
        if (length > SHORT) {
            copyLong(to, toOffset, from, fromOffset, length);
            return;
        }
        for (int i = 0; i < last; i += Long.BYTES) {
            to.putLong(toOffset + i, from.getLong(fromOffset + i));
        }
        to.putLong(toOffset + last, from.getLong(fromOffset + last));
    }

    /** Words up to a cache line of the target, so that the general copy splits no stores. */
    private static void copyLong(
            final MutableDirectBuffer to,
            final int toOffset,
            final DirectBuffer from,
            final int fromOffset,
            final int length) {
        final int lead = -((int) to.addressOffset() + toOffset) & LINE - 1;
        for (int i = 0; i < lead; i += Long.BYTES) {
            to.putLong(toOffset + i, from.getLong(fromOffset + i));
        }
        to.putBytes(toOffset + lead, from, fromOffset + lead, length - lead);
    }
}
