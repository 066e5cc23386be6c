package io.polycast.topology.shuffle.impact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.PaperRepair;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ImpactTest {
    private static final ShuffleShape SHAPE = new ShuffleShape(2, 3);

    private static final Function<FailedRelays, RelayRules> UNREPAIRED =
            failed ->
                    (source, relays) -> {
                        new StaticRelays(SHAPE).fill(source, relays);
                        for (int i = 0; i < relays.length; i++) {
                            relays[i] = failed.contains(relays[i]) ? RelayRules.NONE : relays[i];
                        }
                    };

    private static final Function<FailedRelays, RelayRules> REPAIRED =
            failed -> new PaperRepair(SHAPE, failed);

    /** Figure 4 has the configurations (a) to (f) with 12, 6, 3, 1, 1, 1 sources. */
    @Test
    void shouldLoseAsFigure4() {
        final Distribution lost = new SingleFailure(SHAPE, UNREPAIRED).lostShares();
        assertArrayEquals(
                new double[] {0, 2 / 23.0, 6 / 23.0, 7 / 23.0, 15 / 23.0, 1}, lost.values());
        assertEquals(12 / 24.0, lost.shareUpTo(0));
        assertEquals(18 / 24.0, lost.shareUpTo(2 / 23.0));
        assertEquals(21 / 24.0, lost.shareUpTo(6 / 23.0));
        assertEquals(22 / 24.0, lost.shareUpTo(7 / 23.0));
    }

    @Test
    void shouldReachAllAfterARepair() {
        final SingleFailure repaired = new SingleFailure(SHAPE, REPAIRED);
        assertEquals(23 / 24.0, repaired.lostShares().shareUpTo(0));
        assertTrue(repaired.excessHops().max() <= 3);
    }

    /** Alone a source keeps its rate; with all active a mirror serves twice as many sources. */
    @Test
    void shouldShareTheMirrorsRate() {
        final FairShare shares = new FairShare(SHAPE, REPAIRED);
        assertEquals(0, shares.meanLoss(1, 50, 1));
        assertEquals(0.5, shares.meanLoss(23, 50, 1), 0.05);
        assertEquals(shares.meanLoss(12, 5, 7), shares.meanLoss(12, 5, 7));
    }
}
