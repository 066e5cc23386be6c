package io.polycast.controller.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.shufflecast.ControlOutput.RelayChange;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures and returns of relays, cables, links and the control, in virtual time. */
class ShufflecastControlSwarmTest {
    private static final int SEEDS = 12;
    private static final int ROUNDS = 12;

    private static RelaySwarm begin(final ShuffleShape shape, final long seed) {
        final RelaySwarm swarm = new RelaySwarm(shape, seed);
        for (int tor = 0; tor < shape.nodes(); tor++) {
            swarm.connect(tor);
        }
        swarm.settle();
        swarm.checkReach();
        return swarm;
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 2", "2, 3", "4, 1", "4, 2"})
    void shouldReachAllOnceWhateverFailsAndReturns(final int p, final int k) {
        final ShuffleShape shape = new ShuffleShape(p, k);
        for (long seed = 1; seed <= SEEDS; seed++) {
            final RelaySwarm swarm = begin(shape, seed);
            final Random random = swarm.random();
            for (int round = 0; round < ROUNDS; round++) {
                final int faults = random.nextInt(p);
                for (int i = 0; i < faults; i++) {
                    draw(swarm, random);
                }
                if (random.nextInt(4) == 0) {
                    swarm.at(random.nextInt(100) * RelaySwarm.MS, swarm::restartControl);
                }
                swarm.settle();
                swarm.checkReach();
                mend(swarm, random);
                swarm.settle();
                swarm.checkReach();
                assertEquals(List.of(), swarm.failed(), swarm.toString());
            }
        }
    }

    private static void draw(final RelaySwarm swarm, final Random random) {
        final int tor = random.nextInt(swarm.shape.nodes());
        final long afterNs = random.nextInt(100) * RelaySwarm.MS;
        switch (random.nextInt(4)) {
            case 0 -> swarm.at(afterNs, () -> swarm.kill(tor));
            case 2 -> swarm.at(afterNs, () -> swarm.powerOff(tor));
            case 1 -> swarm.at(afterNs, () -> swarm.transmitter(tor, false));
            default ->
                    swarm.at(
                            afterNs,
                            () -> swarm.cable(tor, random.nextInt(swarm.shape.p()), false));
        }
    }

    private static void mend(final RelaySwarm swarm, final Random random) {
        for (int tor = 0; tor < swarm.shape.nodes(); tor++) {
            final int each = tor;
            swarm.at(
                    random.nextInt(100) * RelaySwarm.MS,
                    () -> {
                        swarm.start(each);
                        swarm.transmitter(each, true);
                        for (int index = 0; index < swarm.shape.p(); index++) {
                            swarm.cable(each, index, true);
                        }
                    });
        }
    }

    @Test
    void shouldSayWhetherARelayOrItsCableFailed() {
        final RelaySwarm swarm = begin(new ShuffleShape(3, 2), 1);
        swarm.transmitter(4, false);
        swarm.settle();
        assertEquals(RelayChange.FAILED, swarm.events.get(swarm.events.size() - 1));
        assertEquals(List.of(4), swarm.failed());
        swarm.transmitter(4, true);
        swarm.settle();
        assertEquals(RelayChange.RETURNED, swarm.events.get(swarm.events.size() - 1));
        swarm.cable(7, 1, false);
        swarm.settle();
        assertEquals(RelayChange.CABLE_FAILED, swarm.events.get(swarm.events.size() - 1));
        assertEquals(List.of(7), swarm.failed());
        swarm.checkReach();
    }

    @Test
    void shouldNotBlameTheRelaysOfADeafReceiver() {
        final RelaySwarm swarm = begin(new ShuffleShape(2, 2), 1);
        // Receiver 4 is fed by 0 and 2.
        swarm.cable(0, 0, false);
        swarm.cable(2, 0, false);
        swarm.settle();
        assertTrue(swarm.failed().size() <= 1, swarm.failed().toString());
    }

    /** The next control does not know of the failure at first, and takes no repair away. */
    @Test
    void shouldKeepRepairsOverARestartOfTheControl() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final RelaySwarm swarm = begin(new ShuffleShape(2, 2), seed);
            swarm.transmitter(0, false);
            swarm.settle();
            swarm.checkReach();
            swarm.restartControl();
            for (long atNs = 0; atNs < 300 * RelaySwarm.MS; atNs += RelaySwarm.MS / 4) {
                swarm.at(atNs, swarm::checkReach);
            }
            swarm.settle();
            swarm.checkReach();
            assertEquals(List.of(0), swarm.failed());
        }
    }

    /** TCP would notice it after seconds. */
    @Test
    void shouldRepairSoonWhenAToRLosesPower() {
        final RelaySwarm swarm = begin(new ShuffleShape(2, 2), 1);
        swarm.powerOff(0);
        swarm.at(
                ShufflecastControl.HANGS_NS + 200 * RelaySwarm.MS,
                () -> {
                    assertEquals(List.of(0), swarm.failed());
                    swarm.checkReach();
                });
        swarm.settle();
    }

    @Test
    void shouldKeepRelayingWithoutTheControl() {
        final RelaySwarm swarm = begin(new ShuffleShape(2, 2), 1);
        for (int tor = 0; tor < swarm.nodes.length; tor++) {
            swarm.disconnect(tor);
        }
        swarm.at(RelaySwarm.MS, swarm::checkReach);
        for (int tor = 0; tor < swarm.nodes.length; tor++) {
            swarm.connect(tor);
        }
        swarm.settle();
        swarm.checkReach();
    }
}
