package io.polycast.fuzz;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks every frame that leaves an engine because of a received frame. */
final class CheckedEgress implements EgressSink {
    private final UnsafeBuffer headers = new UnsafeBuffer(ByteBuffer.allocateDirect(128));

    /** A tag may be pushed for a path that wants one. */
    private static final int TAG = 4;

    /** No frame that the switch authors is longer. */
    private static final int LONGEST_AUTHORED = 128;

    private final int ports;
    private final Icrc icrc = new Icrc();
    private final FrameInfo info = new FrameInfo();
    private int longest;
    private boolean right;
    private int refusals;
    private int frames;

    CheckedEgress(final int ports) {
        this.ports = ports;
    }

    /**
     * A frame goes in.
     *
     * @param length of it
     * @param isRight whether it is RoCE with a right ICRC: then all that leaves is
     */
    void begin(final int length, final boolean isRight) {
        longest = Math.max(length + TAG, LONGEST_AUTHORED);
        right = isRight;
        frames = 0;
    }

    /** The next frames are not taken. */
    void refuse(final int count) {
        refusals = count;
    }

    /** Frames offered since {@link #begin}, taken or not. */
    int frames() {
        return frames;
    }

    @Override
    public int room(final int egressPort) {
        return refusals > 0 ? 0 : Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        frame.boundsCheck(offset, length);
        return judge(egressPort, frame, offset, length);
    }

    @Override
    public UnsafeBuffer headerMemory() {
        return headers;
    }

    @Override
    public int headerSpace() {
        return 0;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        copy.header.boundsCheck(headerOffset, copy.headerLength);
        copy.tail.boundsCheck(copy.tailOffset, copy.tailLength);
        final UnsafeBuffer whole = new UnsafeBuffer(new byte[copy.length()]);
        whole.putBytes(0, copy.header, headerOffset, copy.headerLength);
        whole.putBytes(copy.headerLength, copy.tail, copy.tailOffset, copy.tailLength);
        Icrc.store(whole, copy.headerLength + copy.icrcIndex, icrc);
        return judge(egressPort, whole, 0, whole.capacity());
    }

    private boolean judge(
            final int port, final DirectBuffer frame, final int offset, final int length) {
        Check.that(port >= 0 && port < ports, "egress port " + port);
        Check.that(length <= longest, "frame of " + length + " bytes > " + longest);
        frames++;
        if (right) {
            final int kind = Classifier.classify(frame, offset, length, info);
            final boolean roce =
                    kind == FrameKind.ROCE_DATA
                            || kind == FrameKind.ROCE_ACK
                            || kind == FrameKind.ROCE_CNP;
            Check.that(roce, "a right frame made one of kind " + kind + " leave");
            Check.that(icrc.verify(frame, info), "a right frame made a wrong ICRC");
        }
        if (refusals > 0) {
            refusals--;
            return false;
        }
        return true;
    }
}
