package io.polycast.voq.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.Control;
import io.polycast.voq.Refusal;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Grants, frames in order and ACKs of one egress: 2 sources, 2 lanes, 20 units a lane. */
class EgressPortTest {
    private final EgressPort port = new EgressPort(2, 2, new EgressSettings(20, 2, 10, 10, 2, 50));

    @Test
    void shouldGrantWholeRequestsWhileTheyFit() {
        assertEquals(Refusal.OK, port.onRequest(0, 1, 10));
        assertEquals(Refusal.OK, port.onRequest(0, 2, 6));
        assertEquals(Refusal.OK, port.onRequest(2, 1, 5));
        assertEquals(Control.pack(0, 10, 1), port.pollGrant());
        assertEquals(Control.pack(2, 5, 1), port.pollGrant());
        assertEquals(Control.NONE, port.pollGrant(), "6 units do not fit into 5");
        assertEquals(15, port.used(0));
        assertEquals(Refusal.OK, port.onData(0, 2, 1, 5));
        assertEquals(Refusal.OK, port.release(0, 5));
        assertEquals(Control.pack(0, 6, 2), port.pollGrant());
    }

    @Test
    void shouldServeLanesApart() {
        port.onRequest(0, 1, 10);
        port.onRequest(0, 2, 10);
        port.onRequest(1, 1, 10);
        port.pollGrant();
        assertEquals(Control.pack(1, 10, 1), port.pollGrant());
        assertEquals(Control.pack(0, 10, 2), port.pollGrant());
        assertEquals(20, port.used(0));
        assertEquals(10, port.used(1));
    }

    @Test
    void shouldAcknowledgeTogether() {
        port.onRequest(0, 1, 10);
        port.pollGrant();
        port.onData(5, 0, 1, 2);
        assertEquals(55, port.nextDeadline());
        assertEquals(Control.NONE, port.pollAck(54));
        port.onData(20, 0, 2, 2);
        assertEquals(Long.MIN_VALUE, port.nextDeadline());
        assertEquals(Control.pack(0, 2, 2), port.pollAck(20));
        assertEquals(EgressPort.NEVER, port.nextDeadline());
        port.onData(30, 0, 3, 2);
        assertEquals(Control.pack(0, 1, 3), port.pollAck(80));
    }

    @Test
    void shouldAnswerRepetitionsAgain() {
        port.onRequest(0, 1, 10);
        port.pollGrant();
        assertRefused(Refusal.STALE, port.onRequest(0, 1, 10));
        assertEquals(Control.pack(0, 0, 1), port.pollGrant());
        port.onData(0, 0, 1, 10);
        port.pollAck(50);
        assertRefused(Refusal.STALE, port.onData(60, 0, 1, 10));
        assertEquals(Control.pack(0, 0, 1), port.pollAck(60));
        assertEquals(10, port.occupied(0));
    }

    @Test
    void shouldRefuseByName() {
        port.onRequest(0, 1, 10);
        port.pollGrant();
        port.onRequest(0, 2, 4);
        port.onRequest(0, 3, 4);
        assertRefused(Refusal.TOO_MANY_REQUESTS, port.onRequest(0, 4, 4));
        assertRefused(Refusal.SEQUENCE_JUMP, port.onRequest(0, 5, 4));
        assertRefused(Refusal.SEQUENCE_JUMP, port.onRequest(2, 2, 4));
        assertRefused(Refusal.BAD_LENGTH, port.onRequest(2, 1, 11));
        assertRefused(Refusal.BAD_LENGTH, port.onRequest(2, 1, 0));
        assertRefused(Refusal.BAD_LENGTH, port.onRequest(2, 1, -1));
        assertRefused(Refusal.BAD_LENGTH, port.onRequest(2, 1, Control.RETURN));
        assertRefused(Refusal.RETURN_UNHELD, port.onRequest(2, 1, Control.RETURN | 1));
        assertRefused(Refusal.RETURN_UNHELD, port.onRequest(0, 4, Control.RETURN | 11));
        assertRefused(Refusal.UNKNOWN_VOQ, port.onRequest(4, 1, 1));
        assertRefused(Refusal.UNKNOWN_VOQ, port.onRequest(-1, 1, 1));
        assertRefused(Refusal.UNKNOWN_VOQ, port.onData(0, 4, 1, 1));
        assertRefused(Refusal.SEQUENCE_JUMP, port.onData(0, 0, 2, 1));
        assertRefused(Refusal.DATA_UNGRANTED, port.onData(0, 2, 1, 1));
        assertRefused(Refusal.DATA_UNGRANTED, port.onData(0, 0, 1, 11));
        assertRefused(Refusal.BAD_LENGTH, port.onData(0, 0, 1, 0));
        assertRefused(Refusal.RETURN_UNHELD, port.release(0, 1));
        assertRefused(Refusal.UNKNOWN_LANE, port.release(2, 1));
        assertRefused(Refusal.UNKNOWN_VOQ, port.reset(4));
        assertEquals(10, port.used(0));
        assertEquals(0, port.occupied(0));
        assertEquals(10, port.reserved(0));
        assertEquals(Control.NONE, port.pollAck(1_000));
        assertThrows(IllegalArgumentException.class, () -> new EgressSettings(9, 2, 10, 10, 1, 1));
    }

    /** A return finds a place beside all requests that wait, and makes room for them. */
    @Test
    void shouldTakeAReturnWhileRequestsWait() {
        port.onRequest(0, 1, 10);
        port.onRequest(0, 2, 10);
        port.pollGrant();
        port.pollGrant();
        port.onRequest(0, 3, 10);
        port.onRequest(0, 4, 10);
        assertEquals(Control.NONE, port.pollGrant());
        assertEquals(Refusal.OK, port.onRequest(0, 5, Control.RETURN | 12));
        assertEquals(Control.pack(0, 10, 3), port.pollGrant());
        assertEquals(18, port.used(0));
    }

    @Test
    void shouldBeginALegAnew() {
        port.onRequest(0, 1, 10);
        port.onRequest(2, 1, 10);
        port.onRequest(0, 2, 10);
        port.pollGrant();
        port.onData(0, 0, 1, 4);
        assertEquals(Refusal.OK, port.reset(0));
        assertEquals(4, port.used(0), "the frame that is held stays");
        assertEquals(Control.pack(2, 10, 1), port.pollGrant());
        assertEquals(Control.NONE, port.pollGrant());
        assertEquals(Control.NONE, port.pollAck(1_000));
        assertEquals(Refusal.OK, port.onRequest(0, 1, 3));
        assertEquals(Control.pack(0, 3, 1), port.pollGrant());
        assertEquals(Refusal.OK, port.onData(0, 0, 1, 3));
    }

    /** Any numbers at all: units are granted, held and free, and the three make the buffer. */
    @Property(tries = 300)
    void shouldKeepItsAccountWhateverArrives(@ForAll final long seed) {
        final Random random = new Random(seed);
        final EgressPort any = new EgressPort(3, 2, new EgressSettings(20, 2, 10, 12, 3, 5));
        for (int now = 0; now < 800; now++) {
            final int flow = random.nextInt(8) - 1;
            final int number = random.nextInt(9) == 0 ? random.nextInt() : random.nextInt(20);
            final int units = random.nextInt(13) - 1;
            switch (random.nextInt(6)) {
                case 0 -> any.onRequest(flow, number, units);
                case 1 -> any.onRequest(flow, number, units | Control.RETURN);
                case 2 -> any.pollGrant();
                case 3 -> any.onData(now, flow, number, units);
                case 4 -> any.release(random.nextInt(4) - 1, units);
                default -> {
                    any.pollAck(now);
                    if (random.nextInt(20) == 0) {
                        any.reset(flow);
                    }
                }
            }
            for (int lane = 0; lane < 2; lane++) {
                final int reserved =
                        any.reserved(lane) + any.reserved(2 + lane) + any.reserved(4 + lane);
                assertEquals(any.occupied(lane) + reserved, any.used(lane));
                assertTrue(any.used(lane) <= 20 && any.occupied(lane) >= 0);
            }
        }
    }

    private static void assertRefused(final Refusal expected, final int answer) {
        assertEquals(expected, Refusal.of(answer));
    }

    private static EgressSettings leg(final int batch, final int ackFrames, final int window) {
        return new EgressSettings(
                20, 20, 2, batch, batch, ackFrames, 50, new EgressSettings.Window(window, 9));
    }

    /** Two flows of 10 units each: the first uses nothing of what it is granted. */
    @Test
    void shouldNotKeepAFlowWaitingForAnotherThatUsesNoGrants() {
        final EgressPort shared =
                new EgressPort(
                        2,
                        1,
                        new EgressSettings(
                                20, 10, 2, 5, 5, 9, 50, new EgressSettings.Window(8, 9)));
        shared.onRequest(0, 1, 5);
        shared.onRequest(0, 2, 5);
        assertEquals(Control.pack(0, 5, 1), shared.pollGrant());
        assertEquals(Control.pack(0, 5, 2), shared.pollGrant());
        shared.onRequest(0, 3, 5);
        shared.onRequest(1, 1, 5);
        assertEquals(Control.pack(1, 5, 1), shared.pollGrant());
        assertEquals(Control.NONE, shared.pollGrant());
        // Frames before a missing one count for their flow until they are next in order.
        assertEquals(Refusal.EARLY.code(), shared.onData(0, 0, 2, 5));
        shared.keep(0, 0, 2, 5, 7);
        assertEquals(Control.NONE, shared.pollGrant());
        shared.onRequest(1, 2, 5);
        assertEquals(Control.pack(1, 5, 2), shared.pollGrant());
        assertEquals(Refusal.OK, shared.onData(0, 0, 1, 5));
        assertEquals(Control.NONE, shared.pollGrant(), "20 units are granted or held");
        shared.release(0, 5);
        assertEquals(Control.pack(0, 5, 3), shared.pollGrant());
        shared.takeKept(0, 0);
        shared.release(0, 5);
        shared.onRequest(0, 4, 5);
        assertEquals(Control.pack(0, 5, 4), shared.pollGrant());
    }

    /** Units that are given back, and kept frames that end, let a flow go on. */
    @Test
    void shouldGrantAgainWhenAFlowHoldsLess() {
        final EgressPort shared =
                new EgressPort(
                        1,
                        1,
                        new EgressSettings(20, 5, 2, 5, 5, 9, 50, new EgressSettings.Window(8, 9)));
        shared.onRequest(0, 1, 5);
        assertEquals(Control.pack(0, 5, 1), shared.pollGrant());
        shared.onRequest(0, 2, 5);
        assertEquals(Control.NONE, shared.pollGrant());
        shared.onRequest(0, 3, Control.RETURN | 5);
        assertEquals(Control.pack(0, 5, 2), shared.pollGrant());
        assertEquals(Control.pack(0, 0, 3), shared.pollGrant());
        shared.onData(0, 0, 2, 5);
        shared.keep(0, 0, 2, 5, 7);
        assertEquals(7, shared.dropKept(0));
        shared.reset(0);
        shared.onRequest(0, 1, 5);
        assertEquals(Control.pack(0, 5, 1), shared.pollGrant());
    }

    @Test
    void shouldSayThatARequestIsMissing() {
        final EgressPort leg = new EgressPort(1, 1, leg(10, 2, 4));
        assertEquals(Refusal.SEQUENCE_JUMP.code(), leg.onRequest(0, 2, 3));
        assertEquals(Control.pack(0, Control.MISSING, 0), leg.pollGrant());
        assertEquals(Control.NONE, leg.pollGrant());
        assertEquals(Refusal.OK, leg.onRequest(0, 1, 3));
        assertEquals(Control.pack(0, 3, 1), leg.pollGrant());
        // Far beyond what the other end may ask: no answer.
        assertEquals(Refusal.SEQUENCE_JUMP.code(), leg.onRequest(0, 9, 3));
        assertEquals(Control.NONE, leg.pollGrant());
    }

    @Test
    void shouldNameEachGapOnceAndAgainAfterItsTime() {
        final EgressPort leg = new EgressPort(1, 1, leg(20, 9, 8));
        leg.onRequest(0, 1, 10);
        leg.pollGrant();
        assertEquals(Refusal.EARLY.code(), leg.onData(0, 0, 3, 1));
        leg.keep(0, 0, 3, 1, 30);
        assertEquals(Control.pack(0, Control.missing(1, 2), 0), leg.pollMissing(0));
        assertEquals(Control.NONE, leg.pollMissing(8));
        assertEquals(9, leg.nextDeadline());
        leg.keep(8, 0, 5, 1, 50);
        assertEquals(Control.pack(0, Control.missing(4, 1), 0), leg.pollMissing(8));
        assertEquals(Control.NONE, leg.pollMissing(8));
        assertEquals(Control.pack(0, Control.missing(1, 2), 0), leg.pollMissing(9));
        assertEquals(Control.pack(0, Control.missing(4, 1), 0), leg.pollMissing(9));
        assertEquals(Control.NONE, leg.pollMissing(9));
        assertEquals(Refusal.OK, leg.onData(9, 0, 1, 1));
        assertEquals(EgressPort.NO_FRAME, leg.nextKept(0));
        assertEquals(Refusal.OK, leg.onData(9, 0, 2, 1));
        assertEquals(30, leg.nextKept(0));
        leg.takeKept(9, 0);
        assertEquals(EgressPort.NO_FRAME, leg.nextKept(0));
        assertEquals(50, leg.dropKept(0));
        assertEquals(EgressPort.NO_FRAME, leg.dropKept(0));
        assertEquals(Refusal.OK, leg.reset(0));
        // Frames 1 to 3 are still the caller's.
        assertEquals(3, leg.used(0));
    }
}
