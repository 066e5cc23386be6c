package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.leg.LegHeader;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Copies are queued in batches of eight exits, and each batch takes units of the lane. */
class ManyExitsTest {
    private static final long MS = 1_000_000;
    private static final int UNITS = 908;

    /**
     * Node 1 does not obey STOP, and host 0 takes nothing: the lane fills to its last unit. A frame with two
     * batches needs two.
     */
    @Test
    void shouldTakeAFrameOfTwoBatchesWithRoomForBothOnly() {
        final Nodes nodes = new Nodes(11, 7);
        for (int i = 1; i < 11; i++) {
            nodes.join(0, i);
        }
        nodes.start(1);
        nodes.group(0, 0b0001, "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10");
        for (int i = 2; i < 11; i++) {
            nodes.group(i, 1);
        }
        final Node node = nodes.node(0);
        final Forged heedless = new Forged(node, nodes.node(1));
        node.room[0] = 0;
        nodes.node(1).dead = true;
        node.receive(Nodes.HOSTS, heedless.message(LegHeader.REQUEST, 1, 512));
        node.receive(Nodes.HOSTS, heedless.message(LegHeader.REQUEST, 2, 512));
        for (int i = 0; i < UNITS; i++) {
            node.receive(Nodes.HOSTS, heedless.data(i + 1, Nodes.datagram(i, 0)));
            nodes.run(1_000);
        }
        node.room[0] = Integer.MAX_VALUE;
        nodes.run(500 * MS);
        final List<Integer> first = Nodes.numbers(node.hosts.get(0));
        final int taken = first.size();
        assertTrue(taken > 500 && taken < UNITS, "taken: " + taken);
        assertEquals(IntStream.range(0, taken).boxed().toList(), first);
        assertEquals(first, Nodes.numbers(nodes.node(2).hosts.get(0)));
        assertEquals(first, Nodes.numbers(nodes.node(10).hosts.get(0)));
        assertEquals(0, node.counters.get(Tally.SURROGATE_COPIES_DROPPED));
    }
}
