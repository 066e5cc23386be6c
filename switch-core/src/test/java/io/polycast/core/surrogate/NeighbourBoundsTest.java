package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.leg.LegHeader;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A neighbour that uses its rights to the full costs the others nothing. */
class NeighbourBoundsTest {
    private static final long MS = 1_000_000;

    /** Node 0 above nodes 1 and 2; node 1 is the hostile one. */
    private final Nodes nodes = new Nodes(3, 1);

    private final Node node = nodes.node(0);
    private final Forged hostile = new Forged(node, nodes.node(1));
    private static final int HOSTILE = Nodes.HOSTS;

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
