package io.polycast.voq.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Exhaustive: no pool of a lossless priority waits for itself, over all trees of up to four levels
 * (server-rack fabric, section 5).
 *
 * <p>Three surrogates and two terminals stand for all: each may be at any place of any tree. Along a
 * path of a tree the pools wait for each other:
 *
 * <ol>
 *   <li>The egress pool of a surrogate waits for the payload pool behind it.
 *   <li>The payload pool waits for the header pool of the copy's lane.
 *   <li>The header pool waits for the egress pool at the other end.
 * </ol>
 */
class LaneCircleTest {
    private static final int SURROGATES = 3;

    private final Map<String, Set<String>> waits = new HashMap<>();

    @Test
    void shouldNotWaitInACircleWithFourLevels() {
        final Lanes lanes = new Lanes(1, Lanes.LEVELS + 1, 1);
        assertTrue(build(lanes, Lanes.LEVELS, true) > 60);
        assertEquals(List.of(), circle());
    }

    @Test
    void shouldEndAnInjectionPastTheLastLane() {
        final Lanes lanes = new Lanes(2, Lanes.LEVELS + 1, 0);
        int lane = lanes.first(1);
        for (int level = 0; level < Lanes.LEVELS; level++) {
            lane = lanes.next(lane, false);
            assertEquals(1, lanes.priority(lane));
            assertEquals(lanes.first(1), lanes.next(lane, true));
        }
        assertEquals(Refusal.LANE_EXHAUSTED.code(), lanes.next(lane, false));
    }

    /** Lanes that do not rise make a circle: the check can see one. */
    @Test
    void shouldSeeTheCircleOfLanesThatDoNotRise() {
        build(new Lanes(1, Lanes.LEVELS + 1, 1), Lanes.LEVELS, false);
        assertFalse(circle().isEmpty());
    }

    /** With four lanes, as the paper counts them, level 4 would take the first lane again. */
    @Test
    void shouldSeeTheCircleOfAReusedFirstLane() {
        build(new Lanes(1, Lanes.LEVELS, 1), Lanes.LEVELS, true);
        assertFalse(circle().isEmpty());
    }

    /**
     * A suspended copy to a host waits for a copy to a surrogate. Across ports such waits may close a
     * circle. For this reason a suspension always ends after its timeout.
     */
    @Test
    void shouldSeeTheCircleThatSuspensionsWithoutTimeoutAdd() {
        build(new Lanes(1, Lanes.LEVELS + 1, 1), Lanes.LEVELS, true);
        for (int surrogate = 0; surrogate < SURROGATES; surrogate++) {
            for (int next = 2; next <= Lanes.LEVELS; next++) {
                wait("S" + surrogate + " headers 0", "S" + surrogate + " headers " + next);
            }
        }
        assertFalse(circle().isEmpty());
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        final Lanes lanes = new Lanes(2, 3, 0b10);
        assertEquals(Refusal.UNKNOWN_LANE.code(), lanes.next(6, false));
        assertEquals(Refusal.UNKNOWN_LANE.code(), lanes.next(-1, true));
        assertEquals(Refusal.UNKNOWN_LANE.code(), lanes.first(2));
        assertEquals(Refusal.UNKNOWN_LANE.code(), lanes.first(-1));
        assertEquals(6, lanes.count());
        assertEquals(3, lanes.losslessCount());
        assertTrue(lanes.isLossless(3));
        assertFalse(lanes.isLossless(2));
        assertFalse(lanes.isLossless(64));
    }

    /** Walks each path of up to {@code levels} surrogates; returns how many waits it has found. */
    private int build(final Lanes lanes, final int levels, final boolean rise) {
        waits.clear();
        walk(lanes, levels, rise, "T", 0, 0, new ArrayList<>());
        return waits.values().stream().mapToInt(Set::size).sum();
    }

    private void walk(
            final Lanes lanes,
            final int levels,
            final boolean rise,
            final String port,
            final int lane,
            final int level,
            final List<Integer> passed) {
        final int last = lanes.next(lane, true);
        wait(port + " payload " + lane, port + " headers " + last);
        wait(port + " headers " + last, "host egress " + last);
        if (level == levels) {
            return;
        }
        final int rising = lanes.next(lane, false);
        final int next = !rise ? lane : Refusal.is(rising) ? lanes.first(0) : rising;
        for (int surrogate = 0; surrogate < SURROGATES; surrogate++) {
            if (!passed.contains(surrogate) || passed.size() >= SURROGATES) {
                final String to = "S" + surrogate;
                wait(port + " payload " + lane, port + " headers " + next);
                wait(port + " headers " + next, to + " egress " + next);
                wait(to + " egress " + next, to + " payload " + next);
                passed.add(surrogate);
                walk(lanes, levels, rise, to, next, level + 1, passed);
                passed.remove(passed.size() - 1);
            }
        }
    }

    private void wait(final String who, final String forWhat) {
        waits.computeIfAbsent(who, any -> new HashSet<>()).add(forWhat);
    }

    /** Pools on a circle: what is left when all that waits for nothing is taken out, over and over. */
    private List<String> circle() {
        final Map<String, Set<String>> left = new HashMap<>();
        waits.forEach((who, forWhat) -> left.put(who, new HashSet<>(forWhat)));
        final ArrayDeque<String> done = new ArrayDeque<>();
        do {
            done.clear();
            left.forEach(
                    (who, forWhat) -> {
                        forWhat.removeIf(each -> !left.containsKey(each));
                        if (forWhat.isEmpty()) {
                            done.add(who);
                        }
                    });
            done.forEach(left::remove);
        } while (!done.isEmpty());
        return left.keySet().stream().sorted().toList();
    }
}
