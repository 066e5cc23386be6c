package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.leg.LegHeader;
import io.polycast.voq.Control;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A neighbour that uses its rights to the full costs the others nothing. */
class NeighbourBoundsTest {
    private static final long MS = 1_000_000;

    /** Node 0 above nodes 1 and 2; node 1 is the hostile one. */
    private final Nodes nodes = new Nodes(3, 1);

    private final Node node = nodes.node(0);
    private final Forged hostile = new Forged(node, nodes.node(1));
    private static final int HOSTILE = Nodes.HOSTS;

    /** By class: requests that the hostile node has granted. */
    private final int[] granted = new int[8];

    NeighbourBoundsTest() {
        nodes.join(0, 1);
        nodes.join(0, 2);
    }

    private static List<Integer> upTo(final int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void shouldGrantOthersWhatANeighbourDoesNotUse() {
        nodes.start(0);
        nodes.group(0, 0b0001);
        nodes.group(2, 0, "n0");
        for (int i = 1; i < 8; i++) {
            node.receive(HOSTILE, hostile.message(LegHeader.REQUEST, i, 512));
        }
        nodes.node(2).receive(0, Nodes.datagram(0, 0));
        nodes.run(MS);
        assertEquals(upTo(1), Nodes.numbers(node.hosts.get(0)));
    }

    /** The hostile node grants each request of some classes, and acknowledges nothing. */
    private void grant(final int classes) {
        for (int of = 0; of < classes; of++) {
            final int voq = of * SchedulerSettings.STEPS + 1;
            for (int ahead = 2; ahead >= 0; ahead--) {
                final int number = granted[of] + ahead;
                final int answer =
                        node.receive(
                                HOSTILE, hostile.message(LegHeader.GRANT, of, 1, voq, number, 0));
                if (answer != Ending.SURROGATE_UNASKED_GRANT.id()) {
                    granted[of] = number;
                    break;
                }
            }
        }
    }

    /** Frames of some classes to the hostile node, node 2 and a host, and how many of these came. */
    private void flood(final int frames, final int classes) {
        nodes.node(1).dead = true;
        for (int i = 0; i < frames; i++) {
            node.receive(0, Nodes.datagram(i, i % classes << 5));
            grant(classes);
            nodes.run(20_000);
        }
        nodes.run(MS);
        assertEquals(upTo(frames), Nodes.numbers(node.hosts.get(1)));
        assertEquals(frames, nodes.node(2).hosts.get(1).size());
    }

    @Test
    void shouldKeepPayloadMemoryForOthersWhenANeighbourAcknowledgesNothing() {
        nodes.start(0);
        nodes.group(0, 0b0010, "n1", "n2");
        nodes.group(2, 0b0010);
        flood(1500, 5);
        assertEquals(0, node.counters.get(Tally.SURROGATE_LEGS_SILENT));
        assertEquals(0, node.counters.get(Ending.SURROGATE_PAYLOAD_FULL));
    }

    @Test
    void shouldKeepHeadersForOthersWhenANeighbourAcknowledgesNothing() {
        nodes.start(0);
        nodes.group(0, 0b0010, "n1", "n2");
        nodes.group(2, 0b0010);
        flood(1500, 1);
        // 66 % of 500 headers, less what others held when the last one was refused.
        assertTrue(node.held.held() > 320, "held: " + node.held.held());
        assertTrue(node.held.held() <= 330, "held: " + node.held.held());
    }

    /** An ACK of nothing new, and a grant of nothing new, are no progress. */
    @ParameterizedTest
    @ValueSource(ints = {LegHeader.GRANT, LegHeader.ACK})
    void shouldGiveANeighbourUpThatAnswersAndAcknowledgesNothing(final int type) {
        nodes.start(1);
        nodes.group(0, 0b0010, "n1", "n2");
        nodes.group(2, 0b0010);
        flood(1, 1);
        final boolean asks = type == LegHeader.ACK;
        for (int ms = 0; ms < 230; ms++) {
            node.receive(HOSTILE, hostile.message(type, asks ? 0 : granted[0], asks ? 0x8000 : 0));
            nodes.run(MS);
        }
        assertEquals(1, node.counters.get(Tally.SURROGATE_LEGS_SILENT));
        assertEquals(0, node.held.held());
        assertTrue(
                node.counters.get(Tally.COPIES_OUT) < 300,
                "copies: " + node.counters.get(Tally.COPIES_OUT));
        // The leg rests for four times as long as it was waited for, whatever the node says.
        nodes.node(1).start(nodes.settings(1, 1));
        nodes.run(800 * MS);
        assertFalse(node.role.legs(nodes.nowNs).get(0).up());
        nodes.run(100 * MS);
        assertTrue(node.role.legs(nodes.nowNs).get(0).up());
    }

    /** 60 bytes of an ACK may ask for 32 frames: an ACK each 10 us for a second. */
    @Test
    void shouldNotRepeatFramesWithoutEnd() {
        nodes.start(0);
        nodes.group(0, 0, "n1");
        nodes.node(1).dead = true;
        for (int i = 0; i < 40; i++) {
            node.receive(0, Nodes.datagram(i, 0));
            grant(1);
        }
        final long before = nodes.sent;
        for (int i = 0; i < 15_000; i++) {
            node.receive(HOSTILE, hostile.message(LegHeader.ACK, 0, Control.missing(1, 32)));
            nodes.run(10_000);
        }
        // In 150 ms: the units of two requests, 64 a millisecond, and the role's own repetitions.
        assertTrue(nodes.sent - before < 1024 + 150 * 64 + 1000, "" + (nodes.sent - before));
        assertTrue(node.counters.get(Tally.SURROGATE_REPEATS_REFUSED) > 400_000);
    }

    /** Kept frames that are delivered, or that end with their leg, make room for others of the leg. */
    @Test
    void shouldGiveRoomForEarlyFramesBack() {
        node.holds = 200;
        nodes.start(0);
        nodes.group(0, 0b0001);
        node.receive(HOSTILE, hostile.message(LegHeader.REQUEST, 1, 512));
        for (int before = 0; before < 100; before += 10) {
            for (int i = 2; i <= 10; i++) {
                node.receive(HOSTILE, hostile.data(before + i, Nodes.datagram(before + i, 0)));
            }
            node.receive(HOSTILE, hostile.data(before + 1, Nodes.datagram(before + 1, 0)));
        }
        assertEquals(100, node.hosts.get(0).size());
        for (int round = 0; round < 3; round++) {
            nodes.node(1).start(nodes.settings(1, 0));
            nodes.run(20 * MS);
            assertEquals(0, node.held.held());
            node.receive(HOSTILE, hostile.message(LegHeader.REQUEST, 1, 512));
            for (int i = 2; i <= 30; i++) {
                node.receive(HOSTILE, hostile.data(i, Nodes.datagram(i, 0)));
            }
            assertEquals(29, node.held.held());
        }
        assertEquals(0, node.counters.get(Ending.HOLD_REFUSED));
    }

    /** Frames before one that never comes take a part of the memory for kept frames, and not all of it. */
    @Test
    void shouldKeepRoomForTheEarlyFramesOfOthers() {
        node.holds = 200;
        nodes.start(0);
        nodes.group(0, 0b0001);
        nodes.group(2, 0, "n0");
        node.receive(HOSTILE, hostile.message(LegHeader.REQUEST, 1, 512));
        for (int i = 2; i < 200; i++) {
            node.receive(HOSTILE, hostile.data(i, Nodes.datagram(i, 0)));
        }
        assertEquals(34, node.held.held(), "two thirds of a quarter of 200");
        nodes.node(2).receive(0, Nodes.datagram(0, 0));
        nodes.run(MS);
        nodes.loseData = 1;
        for (int i = 1; i < 10; i++) {
            nodes.node(2).receive(0, Nodes.datagram(i, 0));
            nodes.run(5_000);
        }
        nodes.run(MS);
        assertEquals(upTo(10), Nodes.numbers(node.hosts.get(0)));
        assertEquals(164, node.counters.get(Ending.HOLD_REFUSED), "all of them the hostile node's");
    }
}
