package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.PayloadSink;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PSN synchronisation when another member becomes the source (cepheus section III-E, note G14). */
class SourceSwitchTest {
    private static final PayloadSink NOWHERE = (position, source, offset, length) -> {};

    @Test
    void shouldContinueTheGroupsPsnsInEitherDirection() {
        final Bench a = new Bench(TestHosts.a().sqPsn(0xFFFFFD).rqPsn(5));
        final Bench b = new Bench(TestHosts.b().sqPsn(5).rqPsn(0xFFFFFD));
        a.qp.receiveEndlessly(NOWHERE, 1 << 20);
        b.qp.receiveEndlessly(NOWHERE, 1 << 20);
        for (int turn = 0; turn < 4; turn++) {
            final Bench source = turn % 2 == 0 ? a : b;
            final Bench receiver = turn % 2 == 0 ? b : a;
            for (int i = 0; i < 10; i++) {
                source.qp.postSend(i, source.memory, 0, 3000);
            }
            VirtualLink.perfect(a.qp, b.qp).run(10_000_000);
            assertEquals(10, source.qp.sendCompletions().size());
            while (source.sendStatus() == CompletionStatus.SUCCESS) {
                assertEquals(3000, source.completion.bytes);
            }
            assertEquals((0xFFFFFD + 30 * (turn + 1)) & 0xFFFFFF, source.qp.sqPsn());
            source.qp.becomeReceiver();
            receiver.qp.becomeSource();
            assertEquals(source.qp.rqPsn(), receiver.qp.sqPsn());
        }
        assertEquals(0, a.count(QpCounter.OUT_OF_SEQUENCE) + a.count(QpCounter.DUPLICATE));
        assertEquals(0, b.count(QpCounter.OUT_OF_SEQUENCE) + b.count(QpCounter.DUPLICATE));
    }

    @Test
    void shouldBeIgnoredByReceiversWithoutPsnSynchronisation() {
        final Bench a = new Bench(TestHosts.a().rqPsn(100));
        a.qp.receiveEndlessly(NOWHERE, 1 << 20);
        a.receive(a.request(Opcode.SEND_ONLY, 0, 8).ackReq(true));
        assertEquals(1, a.count(QpCounter.DUPLICATE));
        assertEquals(0, a.count(QpCounter.EXECUTED));
    }

    @Test
    void shouldNotSwitchWhileSomethingIsUnacknowledged() {
        final Bench a = new Bench(TestHosts.a());
        a.qp.postSend(1, a.memory, 0, 8);
        a.sent();
        assertThrows(IllegalStateException.class, a.qp::becomeReceiver);
        a.feedback(Aeth.ACK_UNLIMITED, 0);
        a.qp.becomeReceiver();
        assertEquals(1, a.qp.rqPsn());
    }

    @Test
    void shouldNotSwitchWithinAMessage() {
        final Bench a = new Bench(TestHosts.a().pathMtu(256));
        a.qp.receiveEndlessly(NOWHERE, 1 << 20);
        a.receive(a.request(Opcode.SEND_FIRST, 0, 256));
        assertThrows(IllegalStateException.class, a.qp::becomeSource);
        a.receive(a.request(Opcode.SEND_LAST, 1, 8));
        a.qp.becomeSource();
        assertEquals(2, a.qp.sqPsn());
    }

    @Test
    void shouldIgnoreFeedbackForTheEpochBefore() {
        final Bench a = new Bench(TestHosts.a().rqPsn(100));
        a.qp.receiveEndlessly(NOWHERE, 1 << 20);
        a.receive(a.request(Opcode.SEND_ONLY, 100, 8));
        a.qp.becomeSource();
        a.qp.postSend(1, a.memory, 0, 8);
        a.sent();
        a.feedback(Aeth.ACK_UNLIMITED, 100);
        a.feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, 100);
        assertEquals(-1, a.sendStatus());
        assertEquals(2, a.count(QpCounter.FEEDBACK_IGNORED));
    }

    @Test
    void shouldStartAfreshThroughReset() {
        final Bench a = new Bench(TestHosts.a());
        a.qp.postSend(1, a.memory, 0, 8);
        a.sent();
        a.qp.reset(0xABCDEF, 7);
        assertEquals(List.of(), a.sent());
        assertEquals(-1, a.sendStatus());
        assertEquals(Long.MAX_VALUE, a.qp.nextDeadlineNs());
        a.qp.postSend(2, a.memory, 0, 8);
        assertEquals(List.of(Seen.data(Opcode.SEND_ONLY, 0xABCDEF, true, 8)), a.sent());
    }
}
