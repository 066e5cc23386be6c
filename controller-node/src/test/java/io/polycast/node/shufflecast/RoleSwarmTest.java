package io.polycast.node.shufflecast;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.node.config.TokenFile;
import io.polycast.topology.shuffle.ShuffleShape;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rule changes, failures and returns over the real role: no frame circles, no member gets a frame twice, and all get
 * it once when the control has repaired.
 */
@Timeout(300)
class RoleSwarmTest {
    private static final int SEEDS = 6;
    private static final int ROUNDS = 10;

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 2", "2, 3", "4, 1"})
    void shouldReachAllOnceWhateverFailsAndReturns(final int p, final int k) throws Exception {
        final TokenFile token = TokenFile.read(ControlLab.token(directory));
        for (long seed = 1; seed <= SEEDS; seed++) {
            final RoleSwarm swarm =
                    new RoleSwarm(new ShuffleShape(p, k), token, ControlLab.TOKEN, seed);
            swarm.settle();
            swarm.checkReach();
            for (int round = 0; round < ROUNDS; round++) {
                fail(swarm, swarm.random.nextInt(p));
                swarm.settle();
                swarm.checkReach();
                for (final RelayProcess each : swarm.relays()) {
                    swarm.at(swarm.random.nextInt(20) * RoleSwarm.MS, () -> swarm.mend(each));
                }
                swarm.settle();
                swarm.checkReach();
            }
            assertTrue(swarm.frames > 0);
        }
    }

    /** Draws failures of different ToRs, lost connections of others, and now and then the control's death. */
    private static void fail(final RoleSwarm swarm, final int faults) {
        final Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < faults; i++) {
            final RelayProcess relay = draw(swarm, taken);
            final int index = swarm.random.nextInt(swarm.shape.p());
            final int kind = swarm.random.nextInt(3);
            swarm.at(
                    swarm.random.nextInt(10) * RoleSwarm.MS,
                    () -> {
                        if (kind == 0) {
                            swarm.kill(relay);
                        } else if (kind == 1) {
                            relay.transmits = false;
                        } else {
                            relay.cable[index] = false;
                        }
                    });
        }
        if (swarm.random.nextInt(4) == 0) {
            swarm.at(swarm.random.nextInt(10) * RoleSwarm.MS, swarm::restartControl);
        } else {
            final RelayProcess relay = draw(swarm, taken);
            swarm.at(
                    swarm.random.nextInt(10) * RoleSwarm.MS,
                    () -> swarm.hangUp(relay, 10 * RoleSwarm.MS));
        }
    }

    private static RelayProcess draw(final RoleSwarm swarm, final Set<Integer> taken) {
        int tor = swarm.random.nextInt(swarm.relays.length);
        while (!taken.add(tor)) {
            tor = swarm.random.nextInt(swarm.relays.length);
        }
        return swarm.relays[tor];
    }
}
