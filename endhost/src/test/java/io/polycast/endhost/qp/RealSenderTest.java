package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.ImmDt;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The requester against a real one: it gets the messages that a soft-RoCE sender sent and the
 * feedback that came back, and must send what that sent, byte for byte, in the same order.
 */
class RealSenderTest {
    private final UnsafeBuffer out = new UnsafeBuffer(new byte[8192]);
    private final List<byte[]> sent = new ArrayList<>();
    private QueuePair qp;
    private long nowNs;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "send_only",
                "send_multi_mtu1024",
                "write_mtu1024",
                "psn_wrap",
                "ipv6",
                "vlan100",
                "nak_sequence",
                "timeout_tail_loss",
                "ack_lost_duplicates",
                "rnr_nak",
                "mcast_loss_tx",
                "mcast_write_tx",
            })
    void shouldSendWhatTheRealSenderSent(final String name) {
        final Capture capture = Capture.load(name);
        final byte[] first = capture.requests().get(0);
        qp =
                new QueuePair(
                        Capture.endThatSent(first, capture.feedback().get(0))
                                .sqPsn(Capture.info(first).psn)
                                .build());
        final int messages = post(capture);
        for (int i = 0; i < capture.feedback().size(); i++) {
            sendUpTo(capture.requestsBefore().get(i));
            final byte[] feedback = capture.feedback().get(i);
            qp.onFrame(nowNs, new UnsafeBuffer(feedback), 0, feedback.length);
        }
        sendUpTo(capture.requests().size());
        assertEquals(
                capture.requests().stream().map(Seen::of).toList(),
                sent.stream().map(Seen::of).toList());
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(
                    Capture.comparable(capture.requests().get(i)),
                    Capture.comparable(sent.get(i)),
                    "request " + i);
        }
        assertEquals(messages, qp.sendCompletions().size());
        assertEquals(0, qp.pendingSends());
    }

    /** Sends all that is due; where the real sender had sent more by then, its timer had run out. */
    private void sendUpTo(final int count) {
        drain();
        while (sent.size() < count) {
            assertTrue(qp.nextDeadlineNs() != Long.MAX_VALUE, "nothing more would be sent");
            nowNs = qp.nextDeadlineNs();
            drain();
        }
    }

    private void drain() {
        for (int n = qp.poll(nowNs, out, 0); n > 0; n = qp.poll(nowNs, out, 0)) {
            final byte[] frame = new byte[n];
            out.getBytes(0, frame);
            sent.add(frame);
        }
    }

    /** Puts the captured packets, each PSN once, together to the messages that they were. */
    private int post(final Capture capture) {
        int expected = Capture.info(capture.requests().get(0)).psn;
        int messages = 0;
        long va = 0;
        int rkey = 0;
        UnsafeBuffer message = new UnsafeBuffer(new byte[0]);
        for (final byte[] frame : capture.requests()) {
            final FrameInfo info = Capture.info(frame);
            if (info.psn != expected) {
                continue;
            }
            expected = Psn.next(expected);
            final UnsafeBuffer buffer = new UnsafeBuffer(frame);
            final int done = Opcode.startsMessage(info.opcode) ? 0 : message.capacity();
            final UnsafeBuffer longer = new UnsafeBuffer(new byte[done + info.payloadLength]);
            longer.putBytes(0, message, 0, done);
            longer.putBytes(done, buffer, info.payloadOffset, info.payloadLength);
            message = longer;
            if (info.rethOffset >= 0) {
                va = Reth.va(buffer, info.rethOffset);
                rkey = Reth.rKey(buffer, info.rethOffset);
            }
            if (Opcode.endsMessage(info.opcode)) {
                final int immediate =
                        Opcode.hasImmediate(info.opcode)
                                ? ImmDt.value(buffer, info.payloadOffset - ImmDt.LENGTH)
                                : 0;
                postOne(messages++, info.opcode, message, va, rkey, immediate);
            }
        }
        return messages;
    }

    private void postOne(
            final int id,
            final int opcode,
            final UnsafeBuffer message,
            final long va,
            final int rkey,
            final int immediate) {
        final int length = message.capacity();
        final boolean withImmediate = Opcode.hasImmediate(opcode);
        final boolean taken;
        if (Opcode.isWrite(opcode)) {
            taken =
                    withImmediate
                            ? qp.postWriteWithImmediate(id, message, 0, length, va, rkey, immediate)
                            : qp.postWrite(id, message, 0, length, va, rkey);
        } else {
            taken =
                    withImmediate
                            ? qp.postSendWithImmediate(id, message, 0, length, immediate)
                            : qp.postSend(id, message, 0, length);
        }
        assertTrue(taken);
    }
}
