package io.polycast.sim.planted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlantedBugsTest {
    /** Within as many seeds every bug must show. */
    private static final long SEEDS = 2_000;

    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    void shouldSeeThePlantedBugInTheRecordedSeed(final PlantedBug bug) {
        final String broken = MutantLoader.runs(bug).apply(bug.seed());
        assertNotNull(broken, bug + " stays unseen in seed " + bug.seed());
        assertTrue(broken.startsWith(bug.invariant().name()), broken);
    }

    @Test
    void shouldPassTheSameSeedsWithoutABug() {
        final LongFunction<String> sound = MutantLoader.soundRuns();
        for (final PlantedBug bug : PlantedBug.values()) {
            assertNull(sound.apply(bug.seed()), "seed " + bug.seed());
        }
    }

    @Test
    void shouldPlantAtLeastTwentyDifferentBugs() {
        assertTrue(PlantedBug.values().length >= 20);
        assertEquals(
                PlantedBug.values().length,
                Arrays.stream(PlantedBug.values()).map(PlantedBug::edits).distinct().count());
    }

    /** Prints the first seed of each bug, to be recorded. */
    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    @Tag("search")
    void shouldFindEveryPlantedBugWithin2000Seeds(final PlantedBug bug) {
        final LongFunction<String> runs = MutantLoader.runs(bug);
        final long found =
                LongStream.rangeClosed(1, SEEDS)
                        .filter(seed -> runs.apply(seed) != null)
                        .findFirst()
                        .orElse(-1);
        assertTrue(found > 0, bug + " stays unseen in " + SEEDS + " seeds");
        System.out.println(bug + " seed " + found + ": " + runs.apply(found));
    }
}
