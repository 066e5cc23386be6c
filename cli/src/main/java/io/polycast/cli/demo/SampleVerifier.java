package io.polycast.cli.demo;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Delivers all bytes to memory, as an RNIC would, and compares one packet in {@link #EVERY} with what
 * was sent, the first included; every packet's ICRC was checked on the way in.
 */
final class SampleVerifier implements Verifier {
    private static final int EVERY = 61;

    private final Payload payload;
    private final UnsafeBuffer memory;
    private long packets;
    private boolean right = true;

    SampleVerifier(final Payload payload) {
        this.payload = payload;
        this.memory = new UnsafeBuffer(ByteBuffer.allocateDirect(DemoSettings.MESSAGE_LENGTH));
    }

    @Override
    public void onBytes(
            final long position, final DirectBuffer source, final int offset, final int length) {
        final int to = (int) (position % DemoSettings.MESSAGE_LENGTH);
        memory.putBytes(to, source, offset, length);
        if (packets++ % EVERY == 0) {
            right &= payload.matches(memory, to, position, length);
        }
    }

    @Override
    public boolean holds(final ByteBuffer expected) {
        return right;
    }
}
