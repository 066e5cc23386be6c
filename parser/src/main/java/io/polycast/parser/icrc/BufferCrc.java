package io.polycast.parser.icrc;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.agrona.DirectBuffer;

/**
 * Feeds ranges of Agrona buffers to {@link CRC32} without copying where the memory behind them can
 * be named: a byte array or a direct byte buffer. Other memory is copied block by block.
 *
 * <p>A direct byte buffer's position is state, and the buffer may be shared by threads; so each is
 * duplicated once and remembered. More than eight that take turns cost a small allocation each time
 * round: map one big region instead.
 */
final class BufferCrc {
    private static final int CACHED = 8;
    private static final int BLOCK_LENGTH = 1024;

    private final ByteBuffer[] originals = new ByteBuffer[CACHED];
    private final ByteBuffer[] duplicates = new ByteBuffer[CACHED];
    private final byte[] block = new byte[BLOCK_LENGTH];
    private int last;
    private int victim;

    void update(final CRC32 crc, final DirectBuffer buffer, final int offset, final int length) {
        buffer.boundsCheck(offset, length);
        final byte[] array = buffer.byteArray();
        if (array != null) {
            crc.update(array, buffer.wrapAdjustment() + offset, length);
            return;
        }
        final ByteBuffer bytes = buffer.byteBuffer();
        if (bytes != null && bytes.isDirect()) {
            final ByteBuffer own = duplicateOf(bytes);
            final int from = buffer.wrapAdjustment() + offset;
            own.limit(from + length).position(from);
            crc.update(own);
            return;
        }
        int done = 0;
        while (done < length) {
            final int step = Math.min(BLOCK_LENGTH, length - done);
            buffer.getBytes(offset + done, block, 0, step);
            crc.update(block, 0, step);
            done += step;
        }
    }

    private ByteBuffer duplicateOf(final ByteBuffer bytes) {
        if (originals[last] == bytes) {
            return duplicates[last];
        }
        for (int i = 0; i < CACHED; i++) {
            if (originals[i] == bytes) {
                last = i;
                return duplicates[i];
            }
        }
        last = victim;
        victim = (victim + 1) % CACHED;
        originals[last] = bytes;
        duplicates[last] = bytes.duplicate();
        return duplicates[last];
    }
}
