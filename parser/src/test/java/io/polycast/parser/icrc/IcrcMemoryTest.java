package io.polycast.parser.icrc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.repr.SampleFrames;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.agrona.BufferUtil;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class IcrcMemoryTest {
    private static final int CAPACITY = 8192;
    private final byte[] frame = RoceFrame.ipv4().payload(SampleFrames.bytes(4093)).build();

    @Test
    void shouldComputeTheSameOverEveryKindOfMemory() {
        final Icrc icrc = new Icrc();
        final ByteBuffer keepAlive = ByteBuffer.allocateDirect(CAPACITY);
        final ByteBuffer shifted = ByteBuffer.allocateDirect(CAPACITY).position(300).slice();
        final ByteBuffer heapShifted = ByteBuffer.allocate(CAPACITY).position(300).slice();
        final List<MutableDirectBuffer> buffers = new ArrayList<>();
        buffers.add(new UnsafeBuffer(new byte[CAPACITY]));
        buffers.add(new UnsafeBuffer(new byte[CAPACITY], 100, 5000));
        buffers.add(new UnsafeBuffer(ByteBuffer.allocate(CAPACITY)));
        buffers.add(new UnsafeBuffer(ByteBuffer.allocate(CAPACITY), 100, 5000));
        buffers.add(new UnsafeBuffer(heapShifted, 11, 5000));
        buffers.add(new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY)));
        buffers.add(new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY), 100, 5000));
        buffers.add(new UnsafeBuffer(shifted, 11, 5000));
        buffers.add(new UnsafeBuffer(new UnsafeBuffer(shifted, 11, 5000), 7, 4900));
        buffers.add(new UnsafeBuffer(BufferUtil.address(keepAlive), CAPACITY));
        buffers.add(new ExpandableArrayBuffer(CAPACITY));
        buffers.add(new ExpandableDirectByteBuffer(CAPACITY));
        // twice: the second round meets buffers that the first may have pushed out of the cache
        for (int round = 0; round < 2; round++) {
            for (final MutableDirectBuffer buffer : buffers) {
                for (final int offset : new int[] {0, 1, 64}) {
                    verify(icrc, buffer, offset);
                }
            }
        }
        assertEquals(0, keepAlive.position());
    }

    @Test
    void shouldLeaveTheCallersByteBufferAlone() {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY).position(17).limit(23);
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes, 0, CAPACITY);
        verify(new Icrc(), buffer, 5);
        assertEquals(17, bytes.position());
        assertEquals(23, bytes.limit());
    }

    @Test
    void shouldLeaveTheResidueOverARightPacket() {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame.clone());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, 0, frame.length, info);
        final CRC32 crc = new CRC32();
        crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        for (final int masked : new int[] {1, 8, 10, 11, 26, 27, 32}) {
            buffer.putByte(info.l3Offset + masked, (byte) 0xFF);
        }
        crc.update(buffer.byteArray(), info.l3Offset, info.icrcOffset + 4 - info.l3Offset);
        assertEquals(Icrc.RESIDUE, (int) crc.getValue());
    }

    @Test
    void shouldNoticeAnyFlippedBitThatIsCovered() {
        final byte[] small = RoceFrame.ipv4().payload(SampleFrames.bytes(16)).build();
        final Icrc icrc = new Icrc();
        final FrameInfo info = new FrameInfo();
        Classifier.classify(new UnsafeBuffer(small), 0, small.length, info);
        for (int bit = info.l3Offset * 8; bit < small.length * 8; bit++) {
            final UnsafeBuffer flipped = new UnsafeBuffer(small.clone());
            flipped.putByte(bit / 8, (byte) (flipped.getByte(bit / 8) ^ 1 << bit % 8));
            final int at = bit / 8 - info.l3Offset;
            final boolean masked =
                    at == 1 || at == 8 || at == 10 || at == 11 || at == 26 || at == 27 || at == 32;
            assertEquals(masked, icrc.verify(flipped, info), "byte " + at + " of the packet");
        }
    }

    @Test
    void shouldNotAllocatePerFrame() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final Icrc icrc = new Icrc();
        final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));
        final UnsafeBuffer array = new UnsafeBuffer(new byte[CAPACITY]);
        direct.putBytes(0, frame);
        array.putBytes(0, frame);
        final FrameInfo info = new FrameInfo();
        final int frames = 20_000;
        assertTrue(work(icrc, direct, array, info, frames));
        final long before = threads.getCurrentThreadAllocatedBytes();
        final boolean right = work(icrc, direct, array, info, frames);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(right);
        // less than a byte a frame: reading the counter may allocate, frames may not
        assertTrue(allocated < frames, () -> allocated + " bytes for " + frames + " frames");
    }

    private boolean work(
            final Icrc icrc,
            final UnsafeBuffer direct,
            final UnsafeBuffer array,
            final FrameInfo info,
            final int frames) {
        boolean right = true;
        int delta = 0;
        for (int i = 0; i < frames; i++) {
            final UnsafeBuffer buffer = (i & 1) == 0 ? direct : array;
            Classifier.classify(buffer, 0, frame.length, info);
            right &= icrc.verify(buffer, info);
            delta |= IcrcDelta.headerDelta(4, direct, info.l3Offset, array, info.l3Offset, 4096);
        }
        return right && delta == 0;
    }

    private void verify(final Icrc icrc, final MutableDirectBuffer buffer, final int offset) {
        buffer.putBytes(offset, frame);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, offset, frame.length, info);
        assertTrue(icrc.verify(buffer, info));
        buffer.putByte(offset + 500, (byte) (buffer.getByte(offset + 500) ^ 1));
        assertFalse(icrc.verify(buffer, info));
    }
}
