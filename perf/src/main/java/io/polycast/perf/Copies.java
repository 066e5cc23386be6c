package io.polycast.perf;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks the measured work: a receiver must accept the copy that left last. */
final class Copies {
    private Copies() {}

    static void requireRight(
            final EgressSink sink, final DirectBuffer frame, final FrameInfo info, final int size) {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[size]);
        if (sink instanceof HeaderRing ring) {
            copy.putBytes(0, frame, 0, size);
            ring.lastHeaders(copy);
            Icrc.store(copy, info.icrcOffset, ring.lastIcrc());
        } else {
            final CopyRing ring = (CopyRing) sink;
            copy.putBytes(0, ring.buffer(), ring.lastCopy(), size);
        }
        final FrameInfo found = new FrameInfo();
        if (Classifier.classify(copy, 0, size, found) != FrameKind.ROCE_DATA
                || !new Icrc().verify(copy, found)
                || found.destQpn == info.destQpn
                || found.dstIp == info.dstIp) {
            throw new IllegalStateException("the copy that left last is wrong");
        }
    }
}
