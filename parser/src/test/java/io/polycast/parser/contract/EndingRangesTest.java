package io.polycast.parser.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ids that are set aside for parts to come: no other ending has one of them. */
class EndingRangesTest {
    private static final Map<String, int[]> SET_ASIDE =
            Map.of(
                    "SURROGATE_", new int[] {80, 95},
                    "REGISTRATION_", new int[] {96, 111},
                    "SHUFFLECAST_", new int[] {112, 123});

    @Test
    void shouldHaveNoOtherEndingInARangeThatIsSetAside() {
        for (final Ending ending : Ending.values()) {
            SET_ASIDE.forEach(
                    (prefix, range) ->
                            assertEquals(
                                    ending.name().startsWith(prefix),
                                    ending.id() >= range[0] && ending.id() <= range[1],
                                    ending + " with id " + ending.id() + " and " + prefix));
        }
    }
}
