package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RequesterTest {
    private static final long TIMER_NS = 4096L << 14;
    private static final int ACK = Aeth.ACK_UNLIMITED;

    private final Bench bench = new Bench(TestHosts.a().pathMtu(256).sqPsn(0xFFFFFE).retryCount(2));

    private void send(final int wrId, final int length) {
        assertTrue(bench.qp.postSend(wrId, bench.memory, 0, length));
    }

    @Test
    void shouldSegmentByPathMtuAcrossThePsnWrap() {
        send(1, 700);
        assertEquals(
                List.of(
                        Seen.data(Opcode.SEND_FIRST, 0xFFFFFE, false, 256),
                        Seen.data(Opcode.SEND_MIDDLE, 0xFFFFFF, false, 256),
                        Seen.data(Opcode.SEND_LAST, 0, true, 188)),
                bench.sent());
    }

    @Test
    void shouldSendAFullPacketAndAnEmptyMessageAsOnly() {
        send(1, 256);
        send(2, 0);
        bench.qp.postSendWithImmediate(3, bench.memory, 0, 0, 7);
        assertEquals(
                List.of(
                        Seen.data(Opcode.SEND_ONLY, 0xFFFFFE, true, 256),
                        Seen.data(Opcode.SEND_ONLY, 0xFFFFFF, true, 0),
                        Seen.data(Opcode.SEND_ONLY_IMM, 0, true, 0)),
                bench.sent());
    }

    @Test
    void shouldPutImmediateDataIntoTheLastPacketOnly() {
        bench.qp.postWriteWithImmediate(1, bench.memory, 0, 600, 0x1000, 5, 77);
        assertEquals(
                List.of(
                        Seen.data(Opcode.WRITE_FIRST, 0xFFFFFE, false, 256),
                        Seen.data(Opcode.WRITE_MIDDLE, 0xFFFFFF, false, 256),
                        Seen.data(Opcode.WRITE_LAST_IMM, 0, true, 88)),
                bench.sent());
    }

    @Test
    void shouldAskForAnAckEveryKthPacketOfALongMessage() {
        final Bench often = new Bench(TestHosts.a().pathMtu(256).ackRequestEvery(3));
        often.qp.postSend(1, often.memory, 0, 256 * 8);
        assertEquals(
                List.of(2, 5, 7),
                often.sent().stream().filter(Seen::ackRequest).map(Seen::psn).toList());
    }

    @Test
    void shouldStopAtTheWindowAndGoOnByWhatIsAcknowledged() {
        final Bench narrow = new Bench(TestHosts.a().pathMtu(256).window(4).ackRequestEvery(2));
        narrow.qp.postSend(1, narrow.memory, 0, 256 * 10);
        assertEquals(4, narrow.sent().size());
        narrow.feedback(ACK, 1);
        assertEquals(List.of(4, 5), narrow.sent().stream().map(Seen::psn).toList());
    }

    @Test
    void shouldCompleteEveryMessageThatACumulativeAckCovers() {
        send(1, 300);
        send(2, 300);
        send(3, 300);
        bench.sent();
        bench.feedback(ACK, 1);
        assertEquals(CompletionStatus.SUCCESS, bench.sendStatus());
        assertEquals(1, bench.completion.wrId);
        assertEquals(300, bench.completion.bytes);
        assertEquals(CompletionStatus.SUCCESS, bench.sendStatus());
        assertEquals(2, bench.completion.wrId);
        assertEquals(-1, bench.sendStatus());
    }

    @Test
    void shouldIgnoreOldAndRepeatedAcks() {
        send(1, 300);
        send(2, 300);
        bench.sent();
        bench.feedback(ACK, 0xFFFFFF);
        bench.feedback(ACK, 0xFFFFFF);
        bench.feedback(ACK, 0xFFFFFE);
        bench.feedback(ACK, 0xF00000);
        assertEquals(3, bench.count(QpCounter.FEEDBACK_IGNORED));
        assertEquals(CompletionStatus.SUCCESS, bench.sendStatus());
        assertEquals(-1, bench.sendStatus());
        assertEquals(0, bench.qp.unackedPsn());
    }

    @Test
    void shouldBelieveAnAckForAPsnThatWasNeverSentUpToWhatWasSent() {
        send(1, 300);
        bench.sent();
        send(2, 300);
        bench.feedback(ACK, 0x500);
        assertEquals(CompletionStatus.SUCCESS, bench.sendStatus());
        assertEquals(-1, bench.sendStatus());
        assertEquals(1, bench.count(QpCounter.BEYOND_SENT));
        assertEquals(
                List.of(
                        Seen.data(Opcode.SEND_FIRST, 0, false, 256),
                        Seen.data(Opcode.SEND_LAST, 1, true, 44)),
                bench.sent());
    }

    @Test
    void shouldGoBackToTheNakedPsnMidMessageWithoutANewReth() {
        bench.qp.postWrite(1, bench.memory, 0, 256 * 4, 0x1000, 5);
        bench.sent();
        bench.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 0);
        assertEquals(
                List.of(
                        Seen.data(Opcode.WRITE_MIDDLE, 0, false, 256),
                        Seen.data(Opcode.WRITE_LAST, 1, true, 256)),
                bench.sent());
        assertEquals(2, bench.count(QpCounter.RETRANSMITTED));
    }

    @Test
    void shouldTakeANakAsAnAckOfEverythingBeforeIt() {
        send(1, 300);
        send(2, 300);
        bench.sent();
        bench.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 1);
        assertEquals(CompletionStatus.SUCCESS, bench.sendStatus());
        assertEquals(-1, bench.sendStatus());
        assertEquals(List.of(Seen.data(Opcode.SEND_LAST, 1, true, 44)), bench.sent());
    }

    @Test
    void shouldIgnoreNaksDuringARetryUntilProgress() {
        send(1, 256 * 4);
        bench.sent();
        bench.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 0xFFFFFF);
        assertEquals(3, bench.sent().size());
        bench.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 0xFFFFFF);
        assertEquals(List.of(), bench.sent());
        bench.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 0);
        assertEquals(List.of(0, 1), bench.sent().stream().map(Seen::psn).toList());
    }

    @Test
    void shouldNotSendAgainWhatAnAckOvertookDuringARetry() {
        send(1, 256 * 6);
        bench.sent();
        bench.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 0xFFFFFF);
        assertEquals(0xFFFFFF, Seen.of(bench.poll()).psn());
        bench.feedback(ACK, 1);
        assertEquals(List.of(2, 3), bench.sent().stream().map(Seen::psn).toList());
    }

    @Test
    void shouldGoBackToTheFirstUnacknowledgedPsnOnTimeout() {
        bench.nowNs = Long.MAX_VALUE - 1000;
        send(1, 256 * 3);
        bench.sent();
        assertEquals(bench.nowNs + TIMER_NS, bench.qp.nextDeadlineNs());
        bench.feedback(ACK, 0xFFFFFE);
        bench.nowNs += TIMER_NS - 1;
        assertEquals(List.of(), bench.sent());
        bench.nowNs += 1;
        assertEquals(
                List.of(
                        Seen.data(Opcode.SEND_MIDDLE, 0xFFFFFF, false, 256),
                        Seen.data(Opcode.SEND_LAST, 0, true, 256)),
                bench.sent());
        assertEquals(1, bench.count(QpCounter.TIMEOUTS));
    }

    @Test
    void shouldNotKeepATimerWhenEverythingIsAcknowledged() {
        send(1, 10);
        bench.sent();
        bench.feedback(ACK, 0xFFFFFE);
        assertEquals(Long.MAX_VALUE, bench.qp.nextDeadlineNs());
    }

    @Test
    void shouldFailWhenRetriesAreExhaustedAndFlushTheRest() {
        send(1, 10);
        send(2, 10);
        int transmissions = 0;
        while (!bench.qp.failed()) {
            transmissions += bench.sent().size();
            bench.nowNs += TIMER_NS;
        }
        assertEquals(2 * 3, transmissions);
        assertEquals(CompletionStatus.RETRY_EXCEEDED, bench.sendStatus());
        assertEquals(CompletionStatus.FLUSHED, bench.sendStatus());
        assertEquals(-1, bench.sendStatus());
        send(3, 10);
        assertEquals(CompletionStatus.FLUSHED, bench.sendStatus());
        assertEquals(3, bench.completion.wrId);
        assertEquals(Long.MAX_VALUE, bench.qp.nextDeadlineNs());
    }

    @Test
    void shouldRetryForEverAtSevenOnlyWhereToldSo() {
        final Bench rxe =
                new Bench(TestHosts.a().retryCount(7).endlessRetryAtSeven(true).timeout(1));
        rxe.qp.postSend(1, rxe.memory, 0, 10);
        for (int i = 0; i < 100; i++) {
            assertEquals(1, rxe.sent().size());
            rxe.nowNs += 4096L << 1;
        }
        assertFalse(rxe.qp.failed());
    }

    @Test
    void shouldGetAllRetriesBackWithProgress() {
        send(1, 256 * 4);
        for (int psn = 0xFFFFFE; psn != 2; psn = (psn + 1) & 0xFFFFFF) {
            bench.sent();
            bench.nowNs += TIMER_NS;
            bench.sent();
            bench.nowNs += TIMER_NS;
            bench.sent();
            bench.feedback(ACK, psn);
        }
        assertEquals(CompletionStatus.SUCCESS, bench.sendStatus());
    }

    @Test
    void shouldWaitForAReceiverThatIsNotReady() {
        send(1, 300);
        bench.sent();
        bench.feedback(Aeth.RNR_NAK | 1, 0xFFFFFE);
        bench.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 0xFFFFFE);
        bench.nowNs += 9_999;
        assertEquals(List.of(), bench.sent());
        assertEquals(10_000, bench.qp.nextDeadlineNs());
        bench.nowNs += 1;
        assertEquals(List.of(0xFFFFFE, 0xFFFFFF), bench.sent().stream().map(Seen::psn).toList());
    }

    @Test
    void shouldTakeRnrCodeZeroAsTheLongestWait() {
        send(1, 300);
        bench.sent();
        bench.feedback(Aeth.RNR_NAK, 0xFFFFFE);
        assertEquals(655_360_000, bench.qp.nextDeadlineNs());
    }

    @Test
    void shouldFailWhenRnrRetriesAreExhausted() {
        final Bench impatient = new Bench(TestHosts.a().rnrRetryCount(1));
        impatient.qp.postSend(1, impatient.memory, 0, 10);
        for (int i = 0; i < 2; i++) {
            assertEquals(1, impatient.sent().size());
            impatient.feedback(Aeth.RNR_NAK | 1, 0);
            impatient.nowNs += 10_000;
        }
        assertEquals(CompletionStatus.RNR_RETRY_EXCEEDED, impatient.sendStatus());
        assertTrue(impatient.qp.failed());
    }

    @Test
    void shouldEndTheConnectionOnAFatalNakAfterCompletingWhatCameBefore() {
        send(1, 10);
        send(2, 10);
        send(3, 10);
        bench.sent();
        bench.feedback(Aeth.NAK_REMOTE_ACCESS_ERROR, 0xFFFFFF);
        assertEquals(CompletionStatus.SUCCESS, bench.sendStatus());
        assertEquals(CompletionStatus.REMOTE_ACCESS_ERROR, bench.sendStatus());
        assertEquals(CompletionStatus.FLUSHED, bench.sendStatus());
        assertTrue(bench.qp.failed());
    }

    private static Bench refused(final int syndrome) {
        final Bench refused = new Bench(TestHosts.a().sqPsn(0xFFFFFE));
        refused.qp.postSend(1, refused.memory, 0, 10);
        refused.sent();
        refused.feedback(syndrome, 0xFFFFFE);
        return refused;
    }

    @Test
    void shouldNameTheReasonOfAFatalNak() {
        assertEquals(
                CompletionStatus.REMOTE_INVALID_REQUEST,
                refused(Aeth.NAK_INVALID_REQUEST).sendStatus());
        assertEquals(
                CompletionStatus.REMOTE_ACCESS_ERROR,
                refused(Aeth.NAK_REMOTE_ACCESS_ERROR).sendStatus());
        final Bench broken = refused(Aeth.NAK_REMOTE_OPERATIONAL_ERROR);
        assertEquals(CompletionStatus.REMOTE_OPERATION_ERROR, broken.sendStatus());
        assertEquals(1, broken.qp.counters().value(QpCounter.FATAL_TAKEN));
    }

    /** Code 4 is for reliable datagrams (IBTA 9.7.5.2.8): it ends no connection. */
    @Test
    void shouldSurviveANakForDatagrams() {
        final Bench bystander = refused(0x64);
        assertFalse(bystander.qp.failed());
        assertEquals(0, bystander.qp.counters().value(QpCounter.FATAL_TAKEN));
        assertEquals(1, bystander.qp.counters().value(QpCounter.FEEDBACK_IGNORED));
    }

    @Test
    void shouldIgnoreAnOldFatalNak() {
        send(1, 10);
        bench.sent();
        bench.feedback(Aeth.NAK_INVALID_REQUEST, 0xFFFFFD);
        assertFalse(bench.qp.failed());
    }

    @Test
    void shouldSendNoMoreMessagesThanCreditsAllowAndOneBeyond() {
        final Bench thrifty = new Bench(TestHosts.a().honourCredits(true));
        for (int i = 1; i <= 6; i++) {
            thrifty.qp.postSend(i, thrifty.memory, 0, 10);
        }
        assertEquals(1, thrifty.sent().size());
        thrifty.feedback(2, 0, 1);
        assertEquals(3, thrifty.sent().size());
        thrifty.feedback(ACK, 1, 2);
        assertEquals(2, thrifty.sent().size());
    }

    @Test
    void shouldRefuseAMessageThatLeavesItsBuffer() {
        assertThrows(
                IllegalArgumentException.class,
                () -> bench.qp.postSend(1, bench.memory, 10, bench.memory.capacity()));
    }

    @Test
    void shouldSayWhenTheSendQueueIsFull() {
        final Bench shallow = new Bench(TestHosts.a().sendQueueDepth(2));
        assertTrue(shallow.qp.postSend(1, shallow.memory, 0, 1));
        assertTrue(shallow.qp.postSend(2, shallow.memory, 0, 1));
        assertFalse(shallow.qp.postSend(3, shallow.memory, 0, 1));
    }

    @Test
    void shouldEnterTheErrorStateWhenNobodyTakesCompletions() {
        final CompletionQueue tiny = new CompletionQueue(1);
        final QueuePair qp = new QueuePair(TestHosts.a().build(), tiny, new CompletionQueue(1));
        final Bench peer = new Bench(TestHosts.b());
        peer.qp.receiveEndlessly((position, source, offset, length) -> {}, 1 << 20);
        qp.postSend(1, bench.memory, 0, 1);
        qp.postSend(2, bench.memory, 0, 1);
        VirtualLink.perfect(qp, peer.qp).run(1_000_000);
        assertTrue(qp.failed());
        assertEquals(1, tiny.overruns());
    }

    @Test
    void shouldNotComeBackToLifeByTheNakThatOverranTheCompletions() {
        final CompletionQueue tiny = new CompletionQueue(1);
        final Bench crowded = new Bench(TestHosts.a(), tiny);
        for (int i = 0; i < 4; i++) {
            crowded.qp.postSend(i, crowded.memory, 0, 1);
        }
        crowded.sent();
        crowded.feedback(Aeth.RNR_NAK | 1, 2);
        assertTrue(crowded.qp.failed());
        assertEquals(Long.MAX_VALUE, crowded.qp.nextDeadlineNs());
        assertEquals(0, crowded.qp.pendingSends());
        crowded.nowNs += 1_000_000_000;
        assertEquals(List.of(), crowded.sent());
    }

    @Test
    void shouldWaitForTheLongestOfSeveralRnrNaks() {
        send(1, 10);
        bench.sent();
        bench.feedback(Aeth.RNR_NAK | 5, 0xFFFFFE);
        bench.feedback(Aeth.RNR_NAK | 7, 0xFFFFFE);
        bench.feedback(Aeth.RNR_NAK | 1, 0xFFFFFE);
        assertEquals(120_000, bench.qp.nextDeadlineNs());
    }

    @Test
    void shouldGoOnAtOnceWhenAnAckOvertakesAnRnrWait() {
        send(1, 10);
        send(2, 10);
        bench.sent();
        bench.feedback(Aeth.RNR_NAK | 31, 0xFFFFFE);
        bench.feedback(ACK, 0xFFFFFE);
        assertEquals(List.of(Seen.data(Opcode.SEND_ONLY, 0xFFFFFF, true, 10)), bench.sent());
        assertEquals(bench.nowNs + TIMER_NS, bench.qp.nextDeadlineNs());
    }

    @Test
    void shouldLetAWritePassTheCreditLimit() {
        final Bench thrifty = new Bench(TestHosts.a().honourCredits(true));
        thrifty.qp.postSend(1, thrifty.memory, 0, 1);
        thrifty.qp.postWrite(2, thrifty.memory, 0, 1, 0, 0);
        thrifty.qp.postSend(3, thrifty.memory, 0, 1);
        thrifty.qp.postSend(4, thrifty.memory, 0, 1);
        assertEquals(2, thrifty.sent().size());
        thrifty.feedback(0, 1, 2);
        assertEquals(1, thrifty.sent().size());
        thrifty.feedback(1, 2, 3);
        assertEquals(1, thrifty.sent().size());
    }

    @Test
    void shouldAnswerAGroupsVirtualRemoteEnd() {
        final QueuePair member =
                new QueuePair(
                        new QpSettingsBuilder()
                                .local(TestHosts.MAC_A, "10.0.0.1", 0x11)
                                .remote(TestHosts.MAC_B, "10.255.0.1", Bth.VIRTUAL_QPN)
                                .build());
        assertEquals(1, member.settings().address().remoteQpn());
        member.postSend(1, bench.memory, 0, 8);
        final UnsafeBuffer out = new UnsafeBuffer(new byte[256]);
        final int length = member.poll(0, out, 0);
        final byte[] frame = new byte[length];
        out.getBytes(0, frame);
        assertEquals(1, Capture.info(frame).destQpn);
        assertEquals(0x0AFF0001, Capture.info(frame).dstIp);
    }

    @Test
    void shouldCountAfreshTowardsTheNextAckRequestAfterGoingBack() {
        final Bench often = new Bench(TestHosts.a().pathMtu(256).window(4).ackRequestEvery(3));
        often.qp.postSend(1, often.memory, 0, 256 * 8);
        often.sent();
        often.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 1);
        assertEquals(
                List.of(3), often.sent().stream().filter(Seen::ackRequest).map(Seen::psn).toList());
    }

    @Test
    void shouldNotChargeAWriteToTheCredits() {
        final Bench thrifty = new Bench(TestHosts.a().honourCredits(true));
        thrifty.qp.postWrite(1, thrifty.memory, 0, 1, 0, 0);
        thrifty.qp.postSend(2, thrifty.memory, 0, 1);
        thrifty.qp.postSend(3, thrifty.memory, 0, 1);
        assertEquals(2, thrifty.sent().size());
    }
}
