package io.polycast.sim.planted;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlantedRegistrationBugsTest {
    /** Within as many seeds every bug must show. */
    private static final long SEEDS = 200;

    @ParameterizedTest
    @EnumSource(PlantedRegistrationBug.class)
    void shouldSeeThePlantedBugInTheRecordedSeed(final PlantedRegistrationBug bug) {
        Proof.inRecordedSeed(bug.plant());
    }

    @Test
    void shouldPassTheSameSeedsWithoutABug() {
        final LongFunction<String> sound = MutantLoader.soundRuns(RegistrationProbe.class);
        for (final PlantedRegistrationBug bug : PlantedRegistrationBug.values()) {
            Proof.soundIn(sound, bug.plant());
        }
    }

    /** Prints the first seed of each bug, to be recorded. */
    @ParameterizedTest
    @EnumSource(PlantedRegistrationBug.class)
    @Tag("search")
    void shouldFindEveryPlantedBugWithin200Seeds(final PlantedRegistrationBug bug) {
        Proof.within(bug, bug.plant(), SEEDS);
    }
}
