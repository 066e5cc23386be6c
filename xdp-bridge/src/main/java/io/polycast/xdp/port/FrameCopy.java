package io.polycast.xdp.port;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Puts a copy together: what drivers do that copy instead of gathering. */
public final class FrameCopy {
    private FrameCopy() {}

    /**
     * Writes header, tail and the tail's new ICRC one after another.
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
        to.putBytes(toOffset, header, headerOffset, headerLength);
        to.putBytes(tailAt, tail, tailOffset, tailLength);
        to.putInt(tailAt + icrcIndex, icrc, ByteOrder.LITTLE_ENDIAN);
        return headerLength + tailLength;
    }
}
