package io.polycast.fuzz.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reach of the seeds of role surrogate: the fuzzer goes on from there. */
class SurrogateSeedsTest {
    private static final Set<Tally> TALLIES =
            EnumSet.of(
                    Tally.COPIES_OUT,
                    Tally.HOLDS_REFUSED,
                    Tally.SURROGATE_COPIES_DROPPED,
                    Tally.SURROGATE_LEG_DOWN_COPIES,
                    Tally.SURROGATE_LEGS_SILENT,
                    Tally.SURROGATE_PAUSES_BROKEN,
                    Tally.SURROGATE_SOURCES_IGNORED,
                    Tally.SURROGATE_GROUPS_NOT_LEARNED);

    private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);
    private final Map<Tally, Long> tallies = new EnumMap<>(Tally.class);

    @Test
    void shouldReachEachEndingOfTheRole() {
        for (final byte[] seed : SurrogateSeeds.programs()) {
            SurrogateTarget.run(
                    seed,
                    counters -> {
                        for (final Ending ending : Ending.values()) {
                            endings.merge(ending, counters.get(ending), Long::sum);
                        }
                        for (final Tally tally : TALLIES) {
                            tallies.merge(tally, counters.get(tally), Long::sum);
                        }
                    });
        }
        final Set<Ending> missing = EnumSet.noneOf(Ending.class);
        for (final Ending ending : Ending.values()) {
            if (ending.name().startsWith("SURROGATE_") && endings.get(ending) == 0) {
                missing.add(ending);
            }
        }
        assertEquals(Set.of(), missing, endings.toString());
        assertTrue(endings.get(Ending.REPLICATED) > 100, endings.toString());
        assertTrue(tallies.values().stream().allMatch(count -> count > 0), tallies.toString());
    }
}
