package io.polycast.core.surrogate.leg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LegSessionTest {
    private static final int OWN = 7;
    private static final int PEER = 40;
    private static final long DOWN_NS = 10;
    private static final long UP_NS = 100;

    private final LegSession session = new LegSession(OWN, DOWN_NS, UP_NS, 1_000);

    private void bringUp(final long nowNs) {
        session.onOwn(PEER, nowNs);
        assertEquals(LegSession.UP, session.onEcho(OWN));
    }

    @Test
    void shouldBeUpOnceItKnowsTheOtherEndAndIsKnown() {
        assertEquals(LegSession.NOTHING, session.onOwn(PEER, 1_000));
        assertFalse(session.isUp());
        assertEquals(LegSession.NOTHING, session.onEcho(OWN + 1), "an echo of another process");
        assertFalse(session.isUp());
        assertEquals(LegSession.UP, session.onEcho(OWN));
        assertTrue(session.isUp());
        assertEquals(LegSession.NOTHING, session.onEcho(OWN));
        assertEquals(LegSession.NOTHING, session.onOwn(PEER, 1_000));
    }

    @Test
    void shouldComeUpWhenTheEchoIsFirst() {
        assertEquals(LegSession.NOTHING, session.onEcho(OWN));
        assertFalse(session.isUp());
        assertEquals(LegSession.UP, session.onOwn(PEER, 1_000));
    }

    @Test
    void shouldForgetAllWithAnotherProcessUntilThatEchoes() {
        bringUp(1_000);
        assertEquals(LegSession.RESET, session.onOwn(PEER + 1, 1_050));
        assertFalse(session.isUp());
        assertEquals(PEER + 1, session.peer());
        assertEquals(1_050, session.helloNs(), "the new process is told at once");
        assertEquals(LegSession.UP, session.onEcho(OWN));
    }

    @Test
    void shouldSayHelloOftenWhileDownAndSeldomWhileUp() {
        assertFalse(session.isHelloDue(999));
        assertTrue(session.isHelloDue(1_000));
        assertFalse(session.isHelloDue(1_009));
        assertTrue(session.isHelloDue(1_010));
        bringUp(1_015);
        assertTrue(session.isHelloDue(1_015));
        assertFalse(session.isHelloDue(1_114));
        assertTrue(session.isHelloDue(1_115));
    }

    @Test
    void shouldTakeAnotherIncarnationWhenItGivesUp() {
        bringUp(1_000);
        session.giveUp(2_000);
        assertFalse(session.isUp());
        assertEquals(OWN + 1, session.own());
        assertEquals(LegSession.NOTHING, session.onEcho(OWN), "an echo from before");
        assertFalse(session.isUp());
        assertTrue(session.isHelloDue(2_000));
        assertEquals(LegSession.UP, session.onEcho(OWN + 1));
    }

    /** A process that only says that it is new does not shorten the rest of its leg. */
    @Test
    void shouldRestUntilTheTimeThatItWasGiven() {
        bringUp(1_000);
        session.giveUp(5_000);
        assertEquals(LegSession.RESET, session.onOwn(PEER + 1, 3_000));
        assertEquals(5_000, session.helloNs());
        assertFalse(session.isHelloDue(4_999));
        assertTrue(session.isHelloDue(5_000));
        assertEquals(LegSession.RESET, session.onOwn(PEER + 2, 6_000));
        assertEquals(6_000, session.helloNs());
    }
}
