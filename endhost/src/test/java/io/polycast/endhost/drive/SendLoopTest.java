package io.polycast.endhost.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SendLoopTest {
    private static final int MTU = 256;

    /** A queue pair that may be closed. */
    private static final class Member implements Endpoint {
        private final QueuePair qp;
        private boolean closed;

        Member(final int number) {
            qp =
                    new QueuePair(
                            new QpSettingsBuilder()
                                    .local(0x0200_0000_0001L + number, "10.0.0.1", 0x100 + number)
                                    .remote(0x0200_0000_00FEL, "10.0.0.2", 1)
                                    .pathMtu(MTU)
                                    .timeout(14)
                                    .build());
            qp.receiveEndlessly((position, source, offset, length) -> {}, 4096);
        }

        @Override
        public QueuePair active() {
            return closed ? null : qp;
        }

        void post(final int packets) {
            qp.postSend(0, new UnsafeBuffer(new byte[packets * MTU]), 0, packets * MTU);
        }

        void request(final long nowNs) {
            final byte[] frame =
                    RoceFrame.ipv4()
                            .srcMac(0x0200_0000_00FEL)
                            .dstMac(qp.settings().address().localMac())
                            .src("10.0.0.2")
                            .dst("10.0.0.1")
                            .destQpn(qp.settings().address().localQpn())
                            .opcode(Opcode.SEND_ONLY)
                            .psn(qp.rqPsn())
                            .ackReq(true)
                            .payload(new byte[4])
                            .build();
            qp.onFrame(nowNs, new UnsafeBuffer(frame), 0, frame.length);
        }
    }

    /** Has room for so many frames, and remembers who sent them, and of which kind. */
    private static final class Wire implements Exit<Member> {
        private final UnsafeBuffer frame = new UnsafeBuffer(new byte[1024]);
        private final FrameInfo info = new FrameInfo();
        private final List<Member> senders = new ArrayList<>();
        private final List<Integer> kinds = new ArrayList<>();
        private int room = Integer.MAX_VALUE;

        @Override
        public boolean isOpen(final long nowNs) {
            return room > 0;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return frame;
        }

        @Override
        public int offset() {
            return 5;
        }

        @Override
        public void send(final Member from, final int length) {
            room--;
            senders.add(from);
            Classifier.classify(frame, 5, length, info);
            kinds.add(info.kind);
        }
    }

    /** Lets data leave from one time on. */
    private static final class From implements Pacer<Member> {
        private final long atNs;
        private int sent;

        From(final long atNs) {
            this.atNs = atNs;
        }

        @Override
        public long mayLeaveNs(final Member endpoint, final long nowNs) {
            return atNs;
        }

        @Override
        public void onSent(final Member endpoint, final long nowNs, final int length) {
            sent++;
        }
    }

    private final Wire wire = new Wire();
    private final Member one = new Member(1);
    private final Member two = new Member(2);

    private SendLoop<Member> loop(final Pacer<Member> pacer) {
        final SendLoop<Member> loop = new SendLoop<>(wire, pacer);
        loop.add(one);
        loop.add(two);
        return loop;
    }

    @Test
    void shouldGiveEachQueuePairItsTurn() {
        final SendLoop<Member> loop = loop(null);
        one.post(3);
        two.post(2);
        assertEquals(5, loop.run(0, Integer.MAX_VALUE));
        assertEquals(List.of(two, one, two, one, one), wire.senders);
        assertTrue(loop.isDrained());
        assertEquals(one.qp.nextDeadlineNs(), loop.nextDeadlineNs());
    }

    @Test
    void shouldStopAtTheLimitAndGoOnWithTheNext() {
        final SendLoop<Member> loop = loop(null);
        one.post(2);
        two.post(2);
        assertEquals(1, loop.run(0, 1));
        assertFalse(loop.isDrained());
        assertEquals(3, loop.run(0, Integer.MAX_VALUE));
        assertEquals(List.of(two, one, two, one), wire.senders);
    }

    @Test
    void shouldSendNothingIntoAFullPort() {
        final SendLoop<Member> loop = loop(null);
        one.post(3);
        wire.room = 2;
        assertEquals(2, loop.run(0, Integer.MAX_VALUE));
        assertFalse(loop.isDrained());
        assertEquals(0, loop.run(0, Integer.MAX_VALUE));
        wire.room = 1;
        assertEquals(1, loop.run(0, Integer.MAX_VALUE));
    }

    @Test
    void shouldPassOverAClosedQueuePair() {
        final SendLoop<Member> loop = loop(null);
        one.post(1);
        two.post(1);
        one.closed = true;
        assertEquals(1, loop.run(0, Integer.MAX_VALUE));
        assertEquals(List.of(two), wire.senders);
        assertEquals(two.qp.nextDeadlineNs(), loop.nextDeadlineNs());
    }

    @Test
    void shouldHoldDataBackAndNeverFeedback() {
        final From pacer = new From(1_000);
        final SendLoop<Member> loop = loop(pacer);
        one.post(2);
        one.request(0);
        assertEquals(1, loop.run(0, Integer.MAX_VALUE));
        assertEquals(List.of(FrameKind.ROCE_ACK), wire.kinds);
        assertTrue(loop.isDrained());
        assertEquals(1_000, loop.nextDeadlineNs());
        assertEquals(2, loop.run(1_000, Integer.MAX_VALUE));
        assertEquals(3, pacer.sent);
    }

    @Test
    void shouldNotWaitForTheTimeOfDataThatIsNotThere() {
        final SendLoop<Member> loop = loop(new From(1_000));
        assertEquals(0, loop.run(0, Integer.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, loop.nextDeadlineNs());
    }

    @Test
    void shouldLetTimersRunWhileDataIsHeld() {
        final SendLoop<Member> free = loop(null);
        one.post(1);
        free.run(0, Integer.MAX_VALUE);
        final long timerNs = one.qp.nextDeadlineNs();
        final SendLoop<Member> held = new SendLoop<>(wire, new From(2 * timerNs));
        held.add(one);
        assertEquals(0, held.run(timerNs, Integer.MAX_VALUE));
        assertEquals(2 * timerNs, held.nextDeadlineNs());
    }
}
