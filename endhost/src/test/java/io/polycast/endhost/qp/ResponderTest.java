package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ResponderTest {
    private static final int ACK = Aeth.ACK_UNLIMITED;
    private static final int RKEY = 0xABCD;
    private static final long VA = 0x7F00_0000_1000L;

    private final Bench bench = new Bench(settings());
    private final UnsafeBuffer inbox = new UnsafeBuffer(new byte[8192]);

    private static QpSettingsBuilder settings() {
        return TestHosts.a().pathMtu(256).rqPsn(100);
    }

    private void postReceives(final int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(bench.qp.postReceive(1000 + i, inbox, 1024 * i, 1024));
        }
    }

    private RoceFrame write(final int opcode, final int psn, final long va, final int length) {
        final int payload = Opcode.isFirst(opcode) ? 256 : length;
        return bench.request(opcode, psn, payload).reth(va, RKEY, length);
    }

    private void assertNoFeedback() {
        assertEquals(List.of(), bench.sent());
    }

    @Test
    void shouldPlaceAMessageAndAcknowledgeOnlyWhereAsked() {
        postReceives(1);
        bench.receive(bench.request(Opcode.SEND_FIRST, 100, 256));
        bench.receive(bench.request(Opcode.SEND_MIDDLE, 101, 256));
        assertNoFeedback();
        bench.receive(
                bench.request(Opcode.SEND_LAST_IMM, 102, 9).immediate(0x01020304).ackReq(true));
        assertEquals(List.of(Seen.feedback(ACK, 102, 1)), bench.sent());
        assertEquals(CompletionStatus.SUCCESS, bench.receiveStatus());
        assertEquals(1000, bench.completion.wrId);
        assertEquals(521, bench.completion.bytes);
        assertEquals(0x01020304, bench.completion.immediate);
        for (int i = 0; i < 521; i++) {
            assertEquals((byte) ((100 + i / 256) * 7 + i % 256), inbox.getByte(i), "byte " + i);
        }
        assertEquals(0, inbox.getByte(521), "padding must not be delivered");
    }

    @Test
    void shouldNakAGapOnceAndThenStaySilentUntilItCloses() {
        postReceives(8);
        bench.receive(bench.request(Opcode.SEND_ONLY, 102, 8).ackReq(true));
        bench.receive(bench.request(Opcode.SEND_ONLY, 103, 8).ackReq(true));
        bench.nowNs += 1_000_000_000L;
        bench.receive(bench.request(Opcode.SEND_ONLY, 104, 8).ackReq(true));
        assertEquals(List.of(Seen.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 100, 0)), bench.sent());
        bench.receive(bench.request(Opcode.SEND_ONLY, 100, 8));
        bench.receive(bench.request(Opcode.SEND_ONLY, 103, 8));
        assertEquals(List.of(Seen.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 101, 1)), bench.sent());
    }

    @Test
    void shouldRepeatTheNakAfterATimeWhereToldSo() {
        final Bench repeating = new Bench(settings().nakRepeatNs(500_000));
        for (int i = 0; i < 11; i++) {
            repeating.receive(repeating.request(Opcode.SEND_ONLY, 102, 8));
            repeating.nowNs += 100_000;
        }
        assertEquals(3, repeating.sent().size());
    }

    @Test
    void shouldAcknowledgeEveryDuplicateWithTheLatestPsn() {
        postReceives(3);
        for (int psn = 100; psn < 103; psn++) {
            bench.receive(bench.request(Opcode.SEND_ONLY, psn, 8));
        }
        bench.receive(bench.request(Opcode.SEND_ONLY, 100, 8));
        bench.receive(bench.request(Opcode.SEND_ONLY, 101, 8));
        assertEquals(List.of(Seen.feedback(ACK, 102, 3), Seen.feedback(ACK, 102, 3)), bench.sent());
        assertEquals(3, bench.qp.receiveCompletions().size());
    }

    @Test
    void shouldAskForPatienceWithoutAReceiveAndThenNakWhatFollows() {
        bench.receive(bench.request(Opcode.SEND_FIRST, 100, 256));
        bench.receive(bench.request(Opcode.SEND_LAST, 101, 8).ackReq(true));
        assertEquals(
                List.of(
                        Seen.feedback(Aeth.RNR_NAK | 12, 100, 0),
                        Seen.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 100, 0)),
                bench.sent());
        postReceives(1);
        bench.receive(bench.request(Opcode.SEND_FIRST, 100, 256));
        bench.receive(bench.request(Opcode.SEND_LAST, 101, 8).ackReq(true));
        assertEquals(List.of(Seen.feedback(ACK, 101, 1)), bench.sent());
    }

    @Test
    void shouldRefuseASendLongerThanItsReceive() {
        for (final int syndrome : new int[] {0x61, 0x63}) {
            final Bench small = new Bench(settings().tooLongSyndrome(syndrome));
            small.qp.postReceive(1, inbox, 0, 300);
            small.qp.postReceive(2, inbox, 0, 300);
            small.receive(small.request(Opcode.SEND_FIRST, 100, 256));
            small.receive(small.request(Opcode.SEND_LAST, 101, 45));
            assertEquals(List.of(Seen.feedback(syndrome, 101, 0)), small.sent());
            assertEquals(CompletionStatus.LOCAL_LENGTH_ERROR, small.receiveStatus());
            assertEquals(CompletionStatus.FLUSHED, small.receiveStatus());
            assertTrue(small.qp.failed());
        }
    }

    @Test
    void shouldRefusePacketsOutOfTheirMessagesOrder() {
        assertRefused(0x61, bench.request(Opcode.SEND_MIDDLE, 100, 256));
        assertRefused(0x61, bench.request(Opcode.SEND_LAST, 100, 8));
        assertRefused(
                0x61,
                bench.request(Opcode.SEND_FIRST, 100, 256),
                bench.request(Opcode.SEND_FIRST, 101, 256));
        assertRefused(
                0x61,
                bench.request(Opcode.SEND_FIRST, 100, 256),
                bench.request(Opcode.WRITE_LAST, 101, 8));
    }

    @Test
    void shouldRefusePacketsOfAWrongLength() {
        assertRefused(0x61, bench.request(Opcode.SEND_FIRST, 100, 252));
        assertRefused(0x61, bench.request(Opcode.SEND_FIRST, 100, 260));
        assertRefused(0x61, bench.request(Opcode.SEND_ONLY, 100, 257));
        assertRefused(
                0x61,
                bench.request(Opcode.SEND_FIRST, 100, 256),
                bench.request(Opcode.SEND_LAST, 101, 0));
    }

    @Test
    void shouldRefuseRequestsThatItDoesNotServe() {
        assertRefused(0x61, bench.request(Opcode.READ_REQUEST, 100, 0).reth(VA, RKEY, 8));
        assertRefused(0x61, bench.request(Opcode.SEND_ONLY_INV, 100, 8));
    }

    @Test
    void shouldWriteInsideARegionAndNothingOutside() {
        assertAccepted(write(Opcode.WRITE_ONLY, 100, VA, 100));
        assertAccepted(write(Opcode.WRITE_ONLY, 100, VA + 900, 100));
        assertAccepted(write(Opcode.WRITE_ONLY, 100, VA + 4000, 0).payload(new byte[0]));
        assertRefused(0x62, write(Opcode.WRITE_ONLY, 100, VA + 901, 100));
        assertRefused(0x62, write(Opcode.WRITE_ONLY, 100, VA - 1, 100));
        assertRefused(0x62, write(Opcode.WRITE_ONLY, 100, -50, 100));
        assertRefused(0x62, write(Opcode.WRITE_ONLY, 100, VA, 100).reth(VA, RKEY + 1, 100));
        assertRefused(0x62, write(Opcode.WRITE_FIRST, 100, VA, 1001));
    }

    @Test
    void shouldRefuseAWriteWhosePacketsDisagreeWithItsLength() {
        assertRefused(0x61, write(Opcode.WRITE_ONLY, 100, VA, 100).reth(VA, RKEY, 101));
        assertRefused(0x61, write(Opcode.WRITE_FIRST, 100, VA, 256));
        assertRefused(
                0x61,
                write(Opcode.WRITE_FIRST, 100, VA, 300),
                bench.request(Opcode.WRITE_LAST, 101, 45));
        assertRefused(
                0x61,
                write(Opcode.WRITE_FIRST, 100, VA, 300),
                bench.request(Opcode.WRITE_MIDDLE, 101, 256));
        assertRefused(0x61, write(Opcode.WRITE_ONLY, 100, VA, 8).reth(VA, RKEY, 0x8000_0001L));
    }

    @Test
    void shouldConsumeAReceiveForImmediateDataOfAWriteOnly() {
        bench.qp.registerMemory(RKEY, VA, 1000, inbox, 0);
        bench.receive(write(Opcode.WRITE_FIRST, 100, VA, 300));
        final RoceFrame last = bench.request(Opcode.WRITE_LAST_IMM, 101, 44).immediate(5);
        bench.receive(last.ackReq(true));
        assertEquals(List.of(Seen.feedback(Aeth.RNR_NAK | 12, 101, 0)), bench.sent());
        postReceives(2);
        bench.receive(last);
        assertEquals(List.of(Seen.feedback(ACK, 101, 1)), bench.sent());
        assertEquals(CompletionStatus.SUCCESS, bench.receiveStatus());
        assertEquals(WorkOpcode.RECEIVE_WRITE_WITH_IMMEDIATE, bench.completion.opcode);
        assertEquals(300, bench.completion.bytes);
        assertEquals(5, bench.completion.immediate);
        bench.receive(write(Opcode.WRITE_ONLY, 102, VA, 8));
        assertEquals(1, bench.qp.postedReceives());
    }

    @Test
    void shouldNotExecuteAnythingInTheErrorState() {
        postReceives(1);
        bench.receive(bench.request(Opcode.SEND_LAST, 100, 8));
        assertEquals(List.of(Seen.feedback(0x61, 100, 0)), bench.sent());
        bench.receive(bench.request(Opcode.SEND_ONLY, 100, 8).ackReq(true));
        assertNoFeedback();
        assertEquals(1, bench.count(QpCounter.NOT_READY));
        assertEquals(CompletionStatus.FLUSHED, bench.receiveStatus());
        bench.qp.reset(0, 100);
        postReceives(1);
        bench.receive(bench.request(Opcode.SEND_ONLY, 100, 8).ackReq(true));
        assertEquals(List.of(Seen.feedback(ACK, 100, 1)), bench.sent());
    }

    @Test
    void shouldAcknowledgeEveryNthPacketUnaskedWhereToldSo() {
        final Bench eager = new Bench(settings().ackEvery(3));
        eager.qp.receiveEndlessly((position, source, offset, length) -> {}, 8);
        for (int psn = 100; psn < 107; psn++) {
            eager.receive(eager.request(Opcode.SEND_ONLY, psn, 8));
        }
        assertEquals(List.of(Seen.feedback(ACK, 102, 3), Seen.feedback(ACK, 105, 6)), eager.sent());
    }

    @Test
    void shouldMergeWaitingAcksWhereToldSoButNeverANak() {
        final Bench merging = new Bench(settings().mergeAcks(true));
        merging.qp.receiveEndlessly((position, source, offset, length) -> {}, 8);
        for (final int psn : new int[] {100, 101, 105, 102, 103}) {
            merging.receive(merging.request(Opcode.SEND_ONLY, psn, 8).ackReq(true));
        }
        assertEquals(
                List.of(
                        Seen.feedback(ACK, 101, 2),
                        Seen.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 102, 2),
                        Seen.feedback(ACK, 103, 4)),
                merging.sent());
    }

    @Test
    void shouldHandPayloadToASinkWithoutReceives() {
        final List<String> heard = new ArrayList<>();
        bench.qp.receiveEndlessly(
                (position, source, offset, length) ->
                        heard.add(position + "+" + length + "=" + source.getByte(offset)),
                600);
        bench.receive(bench.request(Opcode.SEND_FIRST, 100, 256));
        bench.receive(bench.request(Opcode.SEND_LAST, 101, 3));
        bench.receive(bench.request(Opcode.SEND_ONLY, 102, 0));
        assertEquals(List.of("0+256=" + (byte) 700, "256+3=" + (byte) 707), heard);
        assertEquals(2, bench.qp.receiveCompletions().size());
        assertThrows(IllegalStateException.class, () -> bench.qp.postReceive(1, inbox, 0, 10));
    }

    @Test
    void shouldNotifyOfCongestionAtMostOnceAGap() {
        final Bench marked = new Bench(settings().cnpGapNs(50_000));
        marked.qp.receiveEndlessly((position, source, offset, length) -> {}, 8);
        int cnps = 0;
        for (int i = 0; i < 20; i++) {
            marked.receive(marked.request(Opcode.SEND_ONLY, 100 + i, 8).tos(3));
            for (final Seen frame : marked.sent()) {
                assertEquals(new Seen(Opcode.CNP, 0, false, 0, 0, 0), frame);
                cnps++;
            }
            marked.nowNs += 10_000;
        }
        assertEquals(4, cnps);
        marked.receive(marked.request(Opcode.SEND_ONLY, 120, 8).tos(2));
        assertEquals(List.of(), marked.sent());
    }

    @Test
    void shouldCountCnpsAndNothingElse() {
        bench.receive(
                RoceFrame.cnp(TestHosts.IP_B, TestHosts.IP_A, TestHosts.QPN_A)
                        .dstMac(TestHosts.MAC_A));
        assertEquals(1, bench.count(QpCounter.CNP_HANDLED));
        assertNoFeedback();
    }

    private void assertRefused(final int syndrome, final RoceFrame... frames) {
        final Bench fresh = fresh();
        for (final RoceFrame frame : frames) {
            assertFalse(fresh.qp.failed());
            fresh.receive(frame);
        }
        assertTrue(fresh.qp.failed());
        assertEquals(List.of(Seen.feedback(syndrome, 100 + frames.length - 1, 0)), fresh.sent());
    }

    private void assertAccepted(final RoceFrame frame) {
        final Bench fresh = fresh();
        fresh.receive(frame.ackReq(true));
        assertEquals(List.of(Seen.feedback(ACK, 100, 1)), fresh.sent());
    }

    private Bench fresh() {
        final Bench fresh = new Bench(settings());
        fresh.qp.registerMemory(RKEY, VA, 1000, inbox, 0);
        fresh.qp.postReceive(1, inbox, 0, 2048);
        return fresh;
    }
}
