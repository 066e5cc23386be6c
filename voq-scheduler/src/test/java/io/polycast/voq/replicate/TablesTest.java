package io.polycast.voq.replicate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.Refusal;
import org.junit.jupiter.api.Test;

class TablesTest {
    @Test
    void shouldFindWhatWasPut() {
        final Fdb fdb = new Fdb(2);
        assertTrue(fdb.put(0x01005E010101L, 4));
        assertTrue(fdb.put(0, 5));
        assertFalse(fdb.put(7, 6), "full");
        assertTrue(fdb.put(0, 8), "known");
        assertEquals(4, fdb.find(0x01005E010101L));
        assertEquals(8, fdb.find(0));
        assertEquals(Fdb.NONE, fdb.find(7));
        assertTrue(fdb.remove(0));
        assertFalse(fdb.remove(0));
        assertTrue(fdb.put(7, 6));
    }

    @Test
    void shouldKeepUpToEightLegs() {
        final Mcbc mcbc = new Mcbc(2);
        final int[] legs = new int[8];
        for (int i = 0; i < 8; i++) {
            legs[i] = Mcbc.leg(i * 1_000, i % 2 == 0);
        }
        assertEquals(Refusal.OK, mcbc.set(1, legs, 8));
        assertEquals(0, mcbc.count(0));
        assertEquals(8, mcbc.count(1));
        assertEquals(0, mcbc.count(2));
        assertEquals(0, mcbc.count(-1));
        assertEquals(7_000, Mcbc.egress(mcbc.leg(1, 7)));
        assertFalse(Mcbc.isLastHop(mcbc.leg(1, 7)));
        assertTrue(Mcbc.isLastHop(mcbc.leg(1, 6)));
        assertEquals(Refusal.OK, mcbc.set(1, legs, 0));
        assertEquals(0, mcbc.count(1));
    }
}
