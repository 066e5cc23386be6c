package io.polycast.perf.rig;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Aeth;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.DirectBuffer;

/** Generated frames are right in every byte, however often they change. */
class PatchedFrameTest {
    private final Icrc icrc = new Icrc();
    private final FrameInfo info = new FrameInfo();

    @Property(tries = 200)
    void shouldKeepDataRight(
            @ForAll @IntRange(min = 0, max = 0xFF_FFFF) final int psn,
            @ForAll final boolean ackReq,
            @ForAll final long stamp,
            @ForAll @IntRange(min = 0, max = 100_000) final int group,
            @ForAll @IntRange(min = 2, max = 300) final int words) {
        final DataFrame frame = DataFrame.ofRig(4 * words);
        frame.next(psn ^ 0x5A_5A5A, !ackReq, ~stamp);
        frame.group(RigAddresses.mcstId(group));
        frame.next(psn, ackReq, stamp);
        assertRight(frame.buffer(), frame.length(), FrameKind.ROCE_DATA);
        assertEquals(DataFrame.OVERHEAD + 4 * words, frame.length());
        assertEquals(psn, info.psn);
        assertEquals(ackReq, info.ackReq);
        assertEquals(RigAddresses.mcstId(group), info.dstIp);
        assertEquals(stamp, DataFrame.stamp(frame.buffer(), 0));
    }

    @Property(tries = 100)
    void shouldKeepAcksRight(
            @ForAll @IntRange(min = 1, max = 63) final int host,
            @ForAll @IntRange(min = 0, max = 0xFF_FFFF) final int psn) {
        final AckFrame frame = new AckFrame(host);
        frame.next(psn ^ 0x5A_5A5A);
        frame.next(psn);
        assertRight(frame.buffer(), frame.length(), FrameKind.ROCE_ACK);
        assertEquals(psn, info.psn);
        assertEquals(
                psn - RigAddresses.FIRST_PSN + 1 & 0xFF_FFFF,
                Aeth.msn(frame.buffer(), info.aethOffset));
    }

    private void assertRight(final DirectBuffer buffer, final int length, final int kind) {
        assertEquals(kind, Classifier.classify(buffer, 0, length, info), "reason " + info.reason);
        assertTrue(icrc.verify(buffer, info), "ICRC");
    }
}
