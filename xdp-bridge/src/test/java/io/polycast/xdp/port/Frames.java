package io.polycast.xdp.port;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** Frames for tests: an Ethernet header of a local experimental type and pseudo-random bytes. */
public final class Frames {
    private Frames() {}

    /**
     * @param number makes the content
     * @param length in bytes, at least 14
     * @return the frame
     */
    public static UnsafeBuffer frame(final long number, final int length) {
        final byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        bytes[0] = 2; // not multicast
        bytes[6] = 2;
        bytes[12] = (byte) 0x88;
        bytes[13] = (byte) 0xb5; // IEEE 802 local experimental EtherType 1
        return new UnsafeBuffer(bytes);
    }

    /** Copies what a port receives and releases the chunks. */
    public static final class Collector implements FrameHandler, FrameConsumer {
        /** Frames in order. */
        public final List<byte[]> frames = new ArrayList<>();

        private final FrameMemory memory;

        /**
         * @param memory of the port; null on the host's side
         */
        public Collector(final FrameMemory memory) {
            this.memory = memory;
        }

        @Override
        public void onFrame(final int port, final int offset, final int length, final long at) {
            onFrame(memory.buffer(), offset, length);
            memory.release(offset);
        }

        @Override
        public void onFrame(
                final org.agrona.DirectBuffer buffer, final int offset, final int length) {
            final byte[] copy = new byte[length];
            buffer.getBytes(offset, copy);
            frames.add(copy);
        }
    }
}
