package io.polycast.sim.planted;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Proofs that runs see a planted bug, and that they see nothing where none is. */
final class Proof {
    private Proof() {}

    /** The recorded seed breaks the recorded invariant. */
    static void inRecordedSeed(final Plant plant) {
        final String broken = MutantLoader.runs(plant).apply(plant.seed());
        assertNotNull(broken, "the bug stays unseen in seed " + plant.seed());
        assertTrue(broken.startsWith(plant.invariant().name()), broken);
    }

    /** The same seed breaks nothing without the bug. */
    static void soundIn(final LongFunction<String> sound, final Plant plant) {
        assertNull(sound.apply(plant.seed()), "seed " + plant.seed());
    }

    /** A seed from 1 on breaks something; prints the first, to be recorded. */
    static void within(final Enum<?> bug, final Plant plant, final long seeds) {
        final LongFunction<String> runs = MutantLoader.runs(plant);
        final long found =
                LongStream.rangeClosed(1, seeds)
                        .filter(seed -> runs.apply(seed) != null)
                        .findFirst()
                        .orElse(-1);
        assertTrue(found > 0, bug + " stays unseen in " + seeds + " seeds");
        System.out.println(bug + " seed " + found + ": " + runs.apply(found));
    }
}
