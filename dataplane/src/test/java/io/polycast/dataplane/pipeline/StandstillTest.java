package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StandstillTest {
    private final Standstill standstill = new Standstill(100, 2);

    @Test
    void shouldTakeTheFirstCycleForNoStandstill() {
        assertFalse(standstill.onCycle(5_000));
        assertFalse(standstill.isStale(0));
    }

    @Test
    void shouldTellAStandstillFromAPause() {
        standstill.onCycle(1);
        assertFalse(standstill.onCycle(100));
        assertTrue(standstill.onCycle(200));
        assertTrue(standstill.isStale(0));
        assertTrue(standstill.isStale(1));
        assertFalse(standstill.onCycle(201));
        assertTrue(standstill.isStale(0), "until its ring is empty");
    }

    @Test
    void shouldEndWithEachPortsEmptyRing() {
        standstill.onCycle(1);
        standstill.onCycle(101);
        standstill.onReceived(0, 64, 64);
        assertTrue(standstill.isStale(0));
        standstill.onReceived(0, 63, 64);
        assertFalse(standstill.isStale(0));
        assertTrue(standstill.isStale(1));
    }
}
