package io.polycast.core.held;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Keeps the frame that left last. */
final class SentFrames implements EgressSink {
    boolean refuse;
    byte[] last;
    int lastPort;

    @Override
    public int room(final int egressPort) {
        return refuse ? 0 : 1;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        return take(egressPort, new UnsafeBuffer(0, 0), 0, 0, frame, offset, length);
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        final boolean taken =
                take(
                        egressPort,
                        copy.header,
                        headerOffset,
                        copy.headerLength,
                        copy.tail,
                        copy.tailOffset,
                        copy.tailLength);
        if (taken) {
            Icrc.store(new UnsafeBuffer(last), copy.headerLength + copy.icrcIndex, icrc);
        }
        return taken;
    }

    private boolean take(
            final int port,
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength) {
        if (refuse) {
            return false;
        }
        last = new byte[headerLength + tailLength];
        header.getBytes(headerOffset, last, 0, headerLength);
        tail.getBytes(tailOffset, last, headerLength, tailLength);
        lastPort = port;
        return true;
    }
}
