package io.polycast.sim.exhaustive;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All interleavings of 3 receivers and 4 packets whose PSNs wrap. */
class ExplorerTest {
    private static final int FIRST_PSN = 0xFF_FFFE;

    private static Explorer explore(
            final int losses,
            final int lostFeedback,
            final boolean ackEach,
            final boolean announced) {
        final Explorer explorer =
                new Explorer(
                        new CaseSettings(
                                3, 4, losses, lostFeedback, ackEach, announced, FIRST_PSN));
        final long states = explorer.explore();
        System.out.println(
                losses
                        + " losses, "
                        + lostFeedback
                        + " lost feedback, "
                        + (ackEach ? "each" : "last")
                        + " packet asks, first PSN "
                        + (announced ? "known" : "unknown")
                        + ": "
                        + states
                        + " states, "
                        + explorer.steps()
                        + " steps");
        assertTrue(explorer.ends() > 1);
        return explorer;
    }

    @Test
    void shouldCompleteInEveryOrderWhenTheLastPacketAsksForAnAck() {
        explore(2, 1, false, true);
        explore(2, 1, false, false);
    }

    @Test
    void shouldCompleteInEveryOrderWhenEachPacketAsksForAnAck() {
        explore(1, 1, true, true);
        explore(1, 1, true, false);
    }

    @Test
    @Tag("search")
    void shouldCompleteInEveryOrderWithTwoLossesAndOneLostFeedback() {
        explore(2, 1, true, true);
        explore(2, 1, true, false);
    }
}
