package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.wire.Reth;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The responder against a real one: it gets the requests that a soft-RoCE receiver got and must
 * answer byte for byte as that did, but for what differs from run to run.
 */
class RealReceiverTest {
    private static final int ROOM = 16_384;

    /** Requests (by ordinal in the capture) that never arrived, and feedback that got lost. */
    private static void replay(
            final Capture capture,
            final Set<Integer> lostRequests,
            final Set<Integer> lostFeedback,
            final int firstTimesWithoutReceive) {
        final byte[] first = capture.requests().get(0);
        final int firstPsn = Capture.info(first).psn;
        final QueuePair qp =
                new QueuePair(
                        Capture.endThatSent(capture.feedback().get(0), first)
                                .rqPsn(firstPsn)
                                .build());
        qp.payloadSink((position, source, offset, length) -> {});
        registerMemory(qp, capture);
        final List<byte[]> answers = new ArrayList<>();
        final UnsafeBuffer out = new UnsafeBuffer(new byte[8192]);
        int firstTimes = 0;
        for (int i = 0; i < capture.requests().size(); i++) {
            final byte[] request = capture.requests().get(i);
            if (lostRequests.contains(i)) {
                continue;
            }
            if (Capture.info(request).psn == firstPsn && firstTimes++ == firstTimesWithoutReceive) {
                for (int n = 0; n < 64; n++) {
                    qp.postReceive(n, null, 0, ROOM);
                }
            }
            qp.onFrame(0, new UnsafeBuffer(request), 0, request.length);
            for (int n = qp.poll(0, out, 0); n > 0; n = qp.poll(0, out, 0)) {
                final byte[] answer = new byte[n];
                out.getBytes(0, answer);
                answers.add(answer);
            }
        }
        assertSame(capture.feedback(), answers, lostFeedback);
    }

    private static void registerMemory(final QueuePair qp, final Capture capture) {
        for (final byte[] frame : capture.requests()) {
            final FrameInfo info = Capture.info(frame);
            if (info.rethOffset >= 0) {
                final UnsafeBuffer buffer = new UnsafeBuffer(frame);
                qp.registerMemory(
                        Reth.rKey(buffer, info.rethOffset),
                        Reth.va(buffer, info.rethOffset),
                        4 << 20,
                        (position, source, offset, length) -> {});
                return;
            }
        }
    }

    private static void assertSame(
            final List<byte[]> real, final List<byte[]> answers, final Set<Integer> lost) {
        final List<byte[]> ours = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            if (!lost.contains(i)) {
                ours.add(answers.get(i));
            }
        }
        assertEquals(real.stream().map(Seen::of).toList(), ours.stream().map(Seen::of).toList());
        for (int i = 0; i < real.size(); i++) {
            assertArrayEquals(
                    Capture.comparable(real.get(i)),
                    Capture.comparable(ours.get(i)),
                    "answer " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "send_only",
                "send_multi_mtu1024",
                "write_mtu1024",
                "psn_wrap",
                "ipv6",
                "vlan100",
                "mcast_send_r2",
                "mcast_write_r4",
            })
    void shouldAcknowledgeAsTheRealReceiver(final String name) {
        replay(Capture.load(name), Set.of(), Set.of(), 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcast_loss_r2", "mcast_loss_r4"})
    void shouldAnswerDuplicatesAndGapsOfAGroupAsTheRealReceiver(final String name) {
        replay(Capture.load(name), Set.of(), Set.of(), 0);
    }

    @Test
    void shouldNakALostPacketAsTheRealReceiver() {
        replay(Capture.load("nak_sequence"), Set.of(3), Set.of(), 0);
    }

    @Test
    void shouldAnswerEveryPacketOfARetryAfterALostTailAsTheRealReceiver() {
        replay(Capture.load("timeout_tail_loss"), Set.of(4), Set.of(), 0);
    }

    @Test
    void shouldAnswerEveryPacketOfARetryAfterALostAckAsTheRealReceiver() {
        replay(Capture.load("ack_lost_duplicates"), Set.of(), Set.of(0), 0);
    }

    @Test
    void shouldAskForPatienceAsTheRealReceiver() {
        replay(Capture.load("rnr_nak"), Set.of(), Set.of(), 10);
    }

    @Test
    void shouldRefuseAWrongKeyAsTheRealReceiver() {
        final Capture capture = Capture.load("nak_remote_access");
        final byte[] first = capture.requests().get(0);
        final QueuePair qp =
                new QueuePair(
                        Capture.endThatSent(capture.feedback().get(0), first)
                                .rqPsn(Capture.info(first).psn)
                                .build());
        final List<byte[]> answers = new ArrayList<>();
        final UnsafeBuffer out = new UnsafeBuffer(new byte[8192]);
        for (final byte[] request : capture.requests()) {
            qp.onFrame(0, new UnsafeBuffer(request), 0, request.length);
            for (int n = qp.poll(0, out, 0); n > 0; n = qp.poll(0, out, 0)) {
                final byte[] answer = new byte[n];
                out.getBytes(0, answer);
                answers.add(answer);
            }
        }
        assertSame(capture.feedback(), answers, Set.of());
    }
}
