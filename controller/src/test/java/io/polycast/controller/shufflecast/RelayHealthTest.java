package io.polycast.controller.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.shuffle.ShuffleShape;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** 2,2: the relays 0 and 2 feed the receivers 4 and 5; 5 and 7 feed 2 and 3. */
class RelayHealthTest {
    private static final long AFTER = 100;

    private final ShuffleShape shape = new ShuffleShape(2, 2);
    private final RelayHealth health = new RelayHealth(shape, AFTER);
    private final boolean[] connected = new boolean[shape.nodes()];

    @BeforeEach
    void allIsWell() {
        Arrays.fill(connected, true);
        for (int relay = 0; relay < shape.nodes(); relay++) {
            for (int receiver = 0; receiver < shape.nodes(); receiver++) {
                if (health.feeds(relay, receiver)) {
                    health.onReport(receiver, relay, true);
                }
            }
        }
        assertEquals(List.of(), health.newlyFailed());
    }

    private void fail(final int relay, final int... receivers) {
        for (final int receiver : receivers) {
            health.onReport(receiver, relay, false);
        }
        assertEquals(List.of(relay), health.newlyFailed());
        assertEquals(List.of(), health.returned(0, connected));
    }

    @Test
    void shouldNotTakeBackARelayThatNobodyHears() {
        fail(0, 4, 5);
        health.forget(4);
        health.forget(5);
        assertEquals(List.of(), health.returned(1, connected));
        assertEquals(List.of(), health.returned(1 + AFTER, connected));
        health.onReport(4, 0, true);
        assertEquals(List.of(), health.returned(2 + AFTER, connected));
        assertEquals(List.of(0), health.returned(2 + 2 * AFTER, connected));
    }

    @Test
    void shouldNotTakeBackARelayThatNoOrderReaches() {
        fail(0, 4);
        health.onReport(4, 0, true);
        connected[0] = false;
        assertEquals(List.of(), health.returned(1, connected));
        assertEquals(List.of(), health.returned(1 + AFTER, connected));
        assertEquals(Long.MAX_VALUE, health.nextReturnNs());
        connected[0] = true;
        assertEquals(List.of(), health.returned(2 + AFTER, connected));
        assertEquals(List.of(0), health.returned(2 + 2 * AFTER, connected));
    }

    @Test
    void shouldMeasureEachReturnAnew() {
        for (long nowNs = 1; nowNs < 10_000; nowNs += 1000) {
            fail(0, 4);
            health.onReport(4, 0, true);
            assertEquals(List.of(), health.returned(nowNs, connected));
            assertEquals(nowNs + AFTER, health.nextReturnNs());
            assertEquals(List.of(), health.returned(nowNs + AFTER - 1, connected));
            assertEquals(List.of(0), health.returned(nowNs + AFTER, connected));
        }
    }

    /** A receiver that came back has said nothing yet; it may hear the relay. */
    @Test
    void shouldTellSilenceFromAReceiverThatSaysNothing() {
        fail(0, 4);
        assertFalse(health.isSilent(0, connected), "5 hears it");
        health.forget(5);
        connected[5] = false;
        assertFalse(health.isSilent(0, connected), "5 may hear it");
        health.onReport(2, 5, false);
        assertTrue(health.isSilent(0, connected), "5 is missed and not connected");
        connected[5] = true;
        assertFalse(health.isSilent(0, connected), "5 has not said what it hears");
        health.onReport(5, 0, false);
        assertTrue(health.isSilent(0, connected));
    }
}
