package io.polycast.fuzz;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import java.util.function.ObjIntConsumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Hands each frame that leaves, in a buffer of its length, to a check. */
final class CheckedFrames implements EgressSink {
    private final ObjIntConsumer<UnsafeBuffer> check;

    CheckedFrames(final ObjIntConsumer<UnsafeBuffer> check) {
        this.check = check;
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        frame.getBytes(offset, bytes);
        check.accept(new UnsafeBuffer(bytes), egressPort);
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        throw new AssertionError("registration copies nothing");
    }
}
