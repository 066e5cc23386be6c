package io.polycast.core.surrogate.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.MacControl;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Two ports at 1 Gb/s, so that a quantum is 512 ns; the watchdog is 100 us. */
class PausesTest {
    private static final long QUANTUM_NS = 512;
    private static final long WATCHDOG_NS = 100_000;
    private static final int CLASS = 3;
    private static final int BIT = 1 << CLASS;

    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final Pauses pauses = new Pauses(2, 1_000, WATCHDOG_NS, counters);
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);

    private void pfc(final long nowNs, final int classes, final int quanta) {
        MacControl.writePfc(frame, 0, classes, quanta);
        assertTrue(pauses.onFrame(nowNs, 1, frame, 0, MacControl.PFC_LENGTH));
    }

    @Test
    void shouldPauseTheNamedClassOfThePortForItsTime() {
        pfc(0, BIT, 10);
        assertEquals(BIT, pauses.paused(0, 1));
        assertEquals(0, pauses.paused(0, 0));
        assertEquals(10 * QUANTUM_NS, pauses.nextNs(1));
        assertEquals(BIT, pauses.paused(10 * QUANTUM_NS - 1, 1));
        assertEquals(0, pauses.paused(10 * QUANTUM_NS, 1));
        assertEquals(Long.MAX_VALUE, pauses.nextNs(1));
    }

    @Test
    void shouldLetAClassGoOnAtZeroQuanta() {
        pfc(0, 0xFF, 100);
        pfc(1, BIT, 0);
        assertEquals(0xFF & ~BIT, pauses.paused(1, 1));
    }

    @Test
    void shouldPauseAllClassesForAPlainPause() {
        MacControl.writePause(frame, 0, 20);
        assertTrue(pauses.onFrame(0, 0, frame, 0, MacControl.PAUSE_LENGTH));
        assertEquals(0xFF, pauses.paused(0, 0));
        assertEquals(0, pauses.paused(20 * QUANTUM_NS, 0));
    }

    @Test
    void shouldRefuseFramesThatAreCutShortOrOfAnotherKind() {
        MacControl.writePause(frame, 0, 20);
        assertFalse(pauses.onFrame(0, 0, frame, 0, MacControl.PAUSE_LENGTH - 1));
        MacControl.writePfc(frame, 0, BIT, 20);
        assertFalse(pauses.onFrame(0, 0, frame, 0, MacControl.PFC_LENGTH - 1));
        frame.putByte(1, (byte) 0x7E);
        assertFalse(pauses.onFrame(0, 0, frame, 0, MacControl.PFC_LENGTH));
        assertEquals(0, pauses.paused(0, 0));
    }

    /** A pause without a break ends with the watchdog, and counts again after a break. */
    @Test
    void shouldBreakAPauseOnceAndTakeTheNextOne() {
        for (long nowNs = 0; nowNs < 2 * WATCHDOG_NS; nowNs += 1_000) {
            pfc(nowNs, BIT, 10);
            assertEquals(nowNs < WATCHDOG_NS ? BIT : 0, pauses.paused(nowNs, 1), "at " + nowNs);
        }
        assertEquals(1, counters.get(Tally.SURROGATE_PAUSES_BROKEN));
        pfc(2 * WATCHDOG_NS, BIT, 0);
        pfc(2 * WATCHDOG_NS + 1, BIT, 10);
        assertEquals(BIT, pauses.paused(2 * WATCHDOG_NS + 1, 1));
    }

    @Test
    void shouldTellTheTimeOfQuanta() {
        assertEquals(65_535 * QUANTUM_NS, Pauses.ns(65_535, 1_000));
        assertEquals(51, Pauses.ns(1, 10_000));
    }
}
