package io.polycast.sim.planted;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlantedRegistrationBugsTest {
    private static final long SEEDS = 200;

    @ParameterizedTest
    @EnumSource(PlantedRegistrationBug.class)
    void shouldSeeThePlantedBugInTheRecordedSeed(final PlantedRegistrationBug bug) {
        final String broken = MutantLoader.runs(bug).apply(bug.seed());
        assertNotNull(broken, bug + " stays unseen in seed " + bug.seed());
        assertTrue(broken.contains(bug.broken()), broken);
    }

    /** Prints the first seed of each bug, to be recorded. */
    @ParameterizedTest
    @EnumSource(PlantedRegistrationBug.class)
    @Tag("search")
    void shouldFindEveryPlantedBug(final PlantedRegistrationBug bug) {
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
