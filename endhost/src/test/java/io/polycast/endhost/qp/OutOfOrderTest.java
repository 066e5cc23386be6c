package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.endhost.wire.PacketForm;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Receivers that take packets ahead of the expected one, as adaptive routing asks for. */
class OutOfOrderTest {
    private static final int ACK = Aeth.ACK_UNLIMITED;
    private static final int NAK = Aeth.NAK_PSN_SEQUENCE_ERROR;
    private static final int MTU = 256;

    private final ByteArrayOutputStream delivered = new ByteArrayOutputStream();
    private Bench bench = receiver(TestHosts.a().outOfOrder(32));

    private Bench receiver(final QpSettingsBuilder settings) {
        final Bench fresh = new Bench(settings.pathMtu(MTU).rqPsn(100));
        fresh.qp.receiveEndlessly(this::onPayload, 1 << 20);
        return fresh;
    }

    private void onPayload(
            final long position,
            final org.agrona.DirectBuffer source,
            final int offset,
            final int length) {
        final byte[] bytes = new byte[length];
        source.getBytes(offset, bytes);
        delivered.writeBytes(bytes);
    }

    private List<Seen> send(final int... psns) {
        for (final int psn : psns) {
            bench.receive(bench.request(Opcode.SEND_ONLY, psn, 8).ackReq(true));
        }
        return bench.sent();
    }

    @Test
    void shouldAcknowledgeTheRunOnceItsGapCloses() {
        assertEquals(List.of(Seen.feedback(ACK, 100, 1)), send(100));
        assertEquals(List.of(), send(102));
        assertEquals(8, delivered.size(), "what is ahead is not seen yet");
        assertEquals(List.of(Seen.feedback(ACK, 102, 3)), send(101));
        assertEquals(24, delivered.size());
        assertEquals(103, bench.qp.rqPsn());
        assertEquals(List.of(), send(104));
        assertEquals(List.of(Seen.feedback(ACK, 104, 5)), send(103));
        assertEquals(5, bench.qp.receiveCompletions().size());
    }

    @Test
    void shouldNakOnceBeyondTheLimitAndStillTakeTheRest() {
        assertEquals(List.of(), send(132));
        assertEquals(List.of(Seen.feedback(NAK, 100, 0)), send(133, 134));
        assertEquals(2, bench.count(QpCounter.OUT_OF_SEQUENCE));
        for (int psn = 101; psn < 132; psn++) {
            assertEquals(List.of(), send(psn));
        }
        assertEquals(List.of(Seen.feedback(ACK, 132, 33)), send(100));
        // A new gap is reported anew.
        assertEquals(List.of(Seen.feedback(NAK, 133, 33)), send(166));
    }

    @Test
    void shouldNakAGapWithinTheLimitAfterTheTimeOfARepetition() {
        bench = receiver(TestHosts.a().outOfOrder(4).nakRepeatNs(1000));
        assertEquals(List.of(), send(101));
        bench.nowNs += 999;
        assertEquals(List.of(), send(102));
        bench.nowNs += 1;
        assertEquals(List.of(Seen.feedback(NAK, 100, 0)), send(103));
        assertEquals(List.of(), send(104));
        bench.nowNs += 1000;
        assertEquals(List.of(Seen.feedback(NAK, 100, 0)), send(104));
    }

    @Test
    void shouldAnswerADuplicateOnlyOfWhatIsAcknowledged() {
        send(100, 102);
        assertEquals(List.of(), send(102));
        assertEquals(List.of(Seen.feedback(ACK, 100, 1)), send(100));
        assertEquals(1, bench.count(QpCounter.KEPT));
        assertEquals(2, bench.count(QpCounter.DUPLICATE));
        assertEquals(List.of(Seen.feedback(ACK, 102, 3)), send(101));
        assertTrue(Bench.sumsClose(bench.qp));
    }

    @Test
    void shouldStopTheRunAtAPacketThatLacksAReceive() {
        bench = new Bench(TestHosts.a().pathMtu(MTU).rqPsn(100).outOfOrder(8));
        assertTrue(bench.qp.postReceive(1, bench.memory, 0, MTU));
        assertEquals(
                List.of(Seen.feedback(ACK, 100, 1), Seen.feedback(Aeth.RNR_NAK | 12, 101, 1)),
                send(102, 101, 100));
        assertTrue(bench.qp.postReceive(2, bench.memory, 0, MTU));
        assertTrue(bench.qp.postReceive(3, bench.memory, 0, MTU));
        assertEquals(List.of(Seen.feedback(ACK, 102, 3)), send(101));
        assertTrue(Bench.sumsClose(bench.qp));
    }

    @Test
    void shouldForgetWhatIsAheadWhenItsPsnsMove() {
        send(101, 102);
        bench.qp.reset(0, 200);
        assertEquals(List.of(Seen.feedback(ACK, 200, 1)), send(200));
        bench.qp.reset(0, 100);
        assertEquals(List.of(Seen.feedback(ACK, 100, 1)), send(100));
    }

    @Test
    void shouldRefuseARunThatIsNoMessage() {
        bench.receive(bench.request(Opcode.SEND_MIDDLE, 101, MTU));
        bench.receive(bench.request(Opcode.SEND_ONLY, 100, 8));
        assertEquals(List.of(Seen.feedback(0x61, 101, 1)), bench.sent());
        assertTrue(bench.qp.failed());
        assertTrue(Bench.sumsClose(bench.qp));
    }

    @Test
    void shouldRefuseALimitBeyondItsBuffer() {
        assertThrows(IllegalArgumentException.class, () -> TestHosts.a().outOfOrder(33).build());
        assertThrows(IllegalArgumentException.class, () -> TestHosts.a().outOfOrder(-1).build());
    }

    private record Packet(int psn, int opcode, int length, boolean ackReq, double at) {}

    @Property(tries = 400)
    void shouldTakeAnyOrderWithinItsLimitWithoutANak(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 32) final int limit) {
        final Random random = new Random(seed);
        final int first = random.nextBoolean() ? 0xFF_FFFF - random.nextInt(60) : 100;
        delivered.reset();
        bench = new Bench(TestHosts.a().pathMtu(MTU).rqPsn(first).outOfOrder(limit));
        bench.qp.receiveEndlessly(this::onPayload, 1 << 20);
        final List<Packet> packets = messages(random, first, limit);
        final byte[] expected = bytes(packets);
        packets.sort(Comparator.comparingDouble(Packet::at));
        final boolean[] arrived = new boolean[packets.size()];
        int contiguous = 0;
        for (final Packet packet : packets) {
            bench.receive(
                    bench.request(packet.opcode, packet.psn, packet.length).ackReq(packet.ackReq));
            arrived[Psn.distance(first, packet.psn)] = true;
            while (contiguous < arrived.length && arrived[contiguous]) {
                contiguous++;
            }
            assertEquals(Psn.plus(first, contiguous), bench.qp.rqPsn());
            for (final Seen feedback : bench.sent()) {
                assertEquals(ACK, feedback.syndrome());
                assertEquals(Psn.plus(first, contiguous - 1), feedback.psn());
            }
        }
        assertEquals(packets.size(), contiguous);
        assertArrayEquals(expected, delivered.toByteArray());
        assertEquals(0, bench.count(QpCounter.OUT_OF_SEQUENCE));
        assertTrue(Bench.sumsClose(bench.qp));
    }

    /** SENDs whose packets come so late that none is ever more than the limit ahead. */
    private static List<Packet> messages(final Random random, final int first, final int limit) {
        final List<Packet> packets = new ArrayList<>();
        for (int message = 0; message < 30; message++) {
            final int count = 1 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                final int opcode = PacketForm.opcode(WorkOpcode.SEND, i == 0, i == count - 1);
                packets.add(
                        new Packet(
                                Psn.plus(first, packets.size()),
                                opcode,
                                i == count - 1 ? 1 + random.nextInt(MTU) : MTU,
                                random.nextInt(3) == 0,
                                packets.size() + random.nextDouble() * (limit + 1)));
            }
        }
        return packets;
    }

    private byte[] bytes(final List<Packet> packets) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final Packet packet : packets) {
            for (int i = 0; i < packet.length; i++) {
                all.write(packet.psn * 7 + i);
            }
        }
        return all.toByteArray();
    }

    @Test
    void shouldNotKeepAFrameLongerThanItsPathAllows() {
        bench.receive(bench.request(Opcode.SEND_ONLY, 101, 1024).ackReq(true));
        assertEquals(List.of(Seen.feedback(NAK, 100, 0)), bench.sent());
        assertFalse(bench.qp.failed());
    }

    @Test
    void shouldRepeatOnlyTheOldestPacketUntilItIsAcknowledged() {
        bench = new Bench(TestHosts.a().pathMtu(MTU).timeout(1).repeatOldest(true));
        final UnsafeBuffer message = new UnsafeBuffer(new byte[4 * MTU]);
        bench.qp.postSend(1, message, 0, 4 * MTU);
        assertEquals(4, bench.sent().size());
        bench.nowNs = bench.qp.nextDeadlineNs();
        final Seen oldest = Seen.data(Opcode.SEND_FIRST, 0, true, MTU);
        assertEquals(List.of(oldest), bench.sent());
        bench.nowNs = bench.qp.nextDeadlineNs();
        assertEquals(List.of(oldest), bench.sent());
        bench.feedback(ACK, 0);
        assertEquals(
                List.of(
                        Seen.data(Opcode.SEND_MIDDLE, 1, false, MTU),
                        Seen.data(Opcode.SEND_MIDDLE, 2, false, MTU),
                        Seen.data(Opcode.SEND_LAST, 3, true, MTU)),
                bench.sent());
        bench.nowNs = bench.qp.nextDeadlineNs();
        assertEquals(List.of(Seen.data(Opcode.SEND_MIDDLE, 1, true, MTU)), bench.sent());
        bench.feedback(ACK, 3);
        assertEquals(0, bench.qp.pendingSends());
    }

    @Test
    void shouldSendAndRequireMigReqWhereToldSo() {
        bench = receiver(TestHosts.a().migReq(true));
        bench.receive(bench.request(Opcode.SEND_ONLY, 100, 8).ackReq(true));
        assertEquals(1, bench.count(QpCounter.WRONG_MIG_REQ));
        assertEquals(List.of(), bench.sent());
        bench.receive(bench.request(Opcode.SEND_ONLY, 100, 8).ackReq(true).migReq(true));
        final byte[] ack = bench.poll();
        assertEquals(0x40, ack[14 + 20 + 8 + 1] & 0x40);
        assertTrue(Bench.sumsClose(bench.qp));
    }
}
