package io.polycast.sim.planted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.LongFunction;
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
        Proof.inRecordedSeed(bug.plant());
    }

    @Test
    void shouldPassTheSameSeedsWithoutABug() {
        final LongFunction<String> sound = MutantLoader.soundRuns(Probe.class);
        for (final PlantedBug bug : PlantedBug.values()) {
            Proof.soundIn(sound, bug.plant());
        }
    }

    @Test
    void shouldPlantAtLeastTwentyDifferentBugs() {
        assertTrue(PlantedBug.values().length >= 20);
        assertEquals(
                PlantedBug.values().length,
                Arrays.stream(PlantedBug.values())
                        .map(bug -> bug.plant().edits())
                        .distinct()
                        .count());
    }

    /** Prints the first seed of each bug, to be recorded. */
    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    @Tag("search")
    void shouldFindEveryPlantedBugWithin2000Seeds(final PlantedBug bug) {
        Proof.within(bug, bug.plant(), SEEDS);
    }
}
