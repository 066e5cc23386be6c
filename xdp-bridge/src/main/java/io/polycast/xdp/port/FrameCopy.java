package io.polycast.xdp.port;

import io.polycast.parser.contract.Copy;
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
     * Writes a copy's header, its tail and the tail's new ICRC one after another. A header that is
     * where it has to be already stays.
     *
     * @param to where the copy goes
     * @param toOffset of its first byte
     * @param copy to write
     * @param headerOffset of the first byte of the copy's headers
     * @param icrc of the copy, as CRC-32 value; it is stored least significant byte first
     * @return length of the copy in bytes
     */
    public static int gather(
            final MutableDirectBuffer to,
            final int toOffset,
            final Copy copy,
            final int headerOffset,
            final int icrc) {
        final int headerLength = copy.headerLength;
        final int tailLength = copy.tailLength;
        final int tailAt = toOffset + headerLength;
        if (copy.header != to || headerOffset != toOffset) {
            copy(to, toOffset, copy.header, headerOffset, headerLength);
        }
        copy(to, tailAt, copy.tail, copy.tailOffset, tailLength);
        to.putInt(tailAt + copy.icrcIndex, icrc, ByteOrder.LITTLE_ENDIAN);
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
