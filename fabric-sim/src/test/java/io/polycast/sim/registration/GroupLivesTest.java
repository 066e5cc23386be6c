package io.polycast.sim.registration;

import org.junit.jupiter.api.Test;

/** Drawn lives of groups: {@code -Dpolycast.lives.seeds=1..100000} runs others. */
class GroupLivesTest {
    @Test
    void shouldKeepItsRulesWhateverHappens() {
        final String[] seeds = System.getProperty("polycast.lives.seeds", "1..60").split("\\.\\.");
        for (long seed = Long.parseLong(seeds[0]); seed <= Long.parseLong(seeds[1]); seed++) {
            try {
                new GroupLives(seed).run();
            } catch (final AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
