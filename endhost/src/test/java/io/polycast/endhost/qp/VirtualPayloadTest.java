package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** With virtual payload every frame is that of a message of zeros, but for a hole. */
class VirtualPayloadTest {
    private static final byte UNTOUCHED = (byte) 0xA5;
    private static final int RKEY = 7;

    private final UnsafeBuffer out = new UnsafeBuffer(new byte[8192]);
    private final FrameInfo info = new FrameInfo();

    private static QpSettingsBuilder sender(final boolean ipv6, final boolean virtual) {
        return (ipv6 ? TestHosts.a6() : TestHosts.a()).pathMtu(256).virtualPayload(virtual);
    }

    private static void post(final QueuePair qp, final int operation, final int length) {
        final UnsafeBuffer zeros = new UnsafeBuffer(new byte[length]);
        final UnsafeBuffer message = qp.settings().virtualPayload() ? null : zeros;
        switch (operation) {
            case 0 -> qp.postSend(1, message, 0, length);
            case 1 -> qp.postSendWithImmediate(1, message, 0, length, 99);
            case 2 -> qp.postWrite(1, message, 0, length, 0x1000, RKEY);
            default -> qp.postWriteWithImmediate(1, message, 0, length, 0x1000, RKEY, 99);
        }
    }

    private byte[] poll(final QueuePair qp) {
        out.setMemory(0, out.capacity(), UNTOUCHED);
        final byte[] frame = new byte[qp.poll(0, out, 3)];
        out.getBytes(3, frame);
        return frame;
    }

    @Property(tries = 300)
    void shouldWriteTheFramesOfZerosButForTheirHoles(
            @ForAll @IntRange(max = 3) final int operation,
            @ForAll @IntRange(max = 1500) final int length,
            @ForAll final boolean ipv6) {
        final QueuePair real = new QueuePair(sender(ipv6, false).build());
        final QueuePair virtual = new QueuePair(sender(ipv6, true).build());
        post(real, operation, length);
        post(virtual, operation, length);
        for (byte[] expected = poll(real); expected.length > 0; expected = poll(real)) {
            final byte[] frame = poll(virtual);
            Classifier.classify(new UnsafeBuffer(expected), 0, expected.length, info);
            for (int at = info.payloadOffset; at < info.icrcOffset; at++) {
                assertEquals(UNTOUCHED, frame[at], "payload byte written at " + at);
                frame[at] = 0;
            }
            assertArrayEquals(expected, frame);
        }
        assertEquals(0, poll(virtual).length);
    }

    @Property(tries = 300)
    void shouldDeliverLengthsAndTouchNoMemory(
            @ForAll @IntRange(max = 3) final int operation,
            @ForAll @IntRange(min = 1, max = 1500) final int length,
            @ForAll @IntRange(max = 2) final int outOfOrder) {
        final QueuePair from = new QueuePair(sender(false, true).build());
        final QueuePair to =
                new QueuePair(
                        TestHosts.b()
                                .pathMtu(256)
                                .virtualPayload(true)
                                .outOfOrder(outOfOrder)
                                .build());
        final byte[] memory = new byte[2000];
        Arrays.fill(memory, UNTOUCHED);
        to.registerMemory(RKEY, 0x1000, length, new UnsafeBuffer(memory), 0);
        to.postReceive(2, new UnsafeBuffer(memory), 0, length);
        post(from, operation, length);
        for (byte[] frame = poll(from); frame.length > 0; frame = poll(from)) {
            to.onFrame(0, new UnsafeBuffer(frame), 0, frame.length);
        }
        assertEquals(0, to.counters().value(QpCounter.BAD_ICRC));
        assertEquals(length, to.counters().value(QpCounter.BYTES_DELIVERED));
        for (final byte each : memory) {
            assertEquals(UNTOUCHED, each);
        }
    }

    @Test
    void shouldKeepFramesAheadAndExecuteThemInTurn() {
        final QueuePair from = new QueuePair(sender(false, true).build());
        final QueuePair to =
                new QueuePair(
                        TestHosts.b().pathMtu(256).virtualPayload(true).outOfOrder(4).build());
        to.receiveEndlessly((position, source, offset, length) -> {}, 4096);
        post(from, 0, 768);
        final byte[] first = poll(from);
        final byte[] second = poll(from);
        final byte[] third = poll(from);
        to.onFrame(0, new UnsafeBuffer(third), 0, third.length);
        to.onFrame(0, new UnsafeBuffer(second), 0, second.length);
        assertEquals(2, to.counters().value(QpCounter.KEPT));
        to.onFrame(0, new UnsafeBuffer(first), 0, first.length);
        assertEquals(768, to.counters().value(QpCounter.BYTES_DELIVERED));
    }

    @Test
    void shouldRefuseDamagedHeaders() {
        final QueuePair from = new QueuePair(sender(false, true).build());
        final QueuePair to = new QueuePair(TestHosts.b().pathMtu(256).virtualPayload(true).build());
        to.receiveEndlessly((position, source, offset, length) -> {}, 4096);
        post(from, 0, 256);
        final byte[] frame = poll(from);
        frame[14 + 20 + 8 + 11] ^= 1;
        to.onFrame(0, new UnsafeBuffer(frame), 0, frame.length);
        assertEquals(1, to.counters().value(QpCounter.BAD_ICRC));
    }
}
