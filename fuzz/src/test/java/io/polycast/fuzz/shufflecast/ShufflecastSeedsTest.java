package io.polycast.fuzz.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reach of the seeds of role shufflecast: the fuzzer goes on from there. */
class ShufflecastSeedsTest {
    private static final Set<Tally> TALLIES =
            EnumSet.of(
                    Tally.COPIES_REFUSED,
                    Tally.SHUFFLECAST_HEARTBEATS_OUT,
                    Tally.SHUFFLECAST_RELAYS_SILENT,
                    Tally.SHUFFLECAST_RULES_REFUSED);

    private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);
    private final Map<Tally, Long> tallies = new EnumMap<>(Tally.class);

    @Test
    void shouldReachEachEndingOfTheRole() {
        for (final byte[] seed : ShufflecastSeeds.programs()) {
            ShufflecastTarget.run(
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
            if (ending.name().startsWith("SHUFFLECAST_") && endings.get(ending) == 0) {
                missing.add(ending);
            }
        }
        assertEquals(Set.of(), missing, endings.toString());
        assertTrue(endings.get(Ending.REPLICATED) > 50, endings.toString());
        assertTrue(tallies.values().stream().allMatch(count -> count > 0), tallies.toString());
    }
}
