package io.polycast.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkStateTest {
    @Test
    void shouldKnowWhenTheDeviceIsGone() {
        final EnumSet<LinkState> there = EnumSet.noneOf(LinkState.class);
        Arrays.stream(LinkState.values()).filter(LinkState::isThere).forEach(there::add);
        assertEquals(EnumSet.of(LinkState.UP, LinkState.NO_CARRIER, LinkState.DOWN), there);
    }

    @Test
    void shouldHaveWordsForPeople() {
        assertEquals(
                List.of("up", "no carrier", "down", "vanished", "replaced"),
                Arrays.stream(LinkState.values()).map(LinkState::label).toList());
    }
}
