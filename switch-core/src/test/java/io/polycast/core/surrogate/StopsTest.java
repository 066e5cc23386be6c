package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A neighbour holds a lane back; the watchdog of {@link Nodes} is 200 ms, a STOP runs out after 3 ms. */
class StopsTest {
    private static final long MS = 1_000_000;
    private static final int LANE = 1;

    private final Nodes nodes = new Nodes(2, 1);
    private final Node node = nodes.node(0);

    StopsTest() {
        nodes.join(0, 1);
        nodes.start(1);
        nodes.group(0, 0b1110, "n1");
        nodes.group(1, 0b0001);
    }

    private void say(final int type) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        Ethernet.write(frame, 0, node.mac, nodes.node(1).mac, LegHeader.ETHER_TYPE);
        LegHeader.write(frame, 14, type, 0, 1, LANE, 0);
        LegHeader.finish(frame, 14, 0, 0, 0, new FrameCrc());
        node.receive(Nodes.HOSTS, frame.byteArray());
    }

    private void stopFor(final int ms) {
        for (int i = 0; i < ms; i++) {
            say(LegHeader.STOP);
            nodes.run(MS);
        }
    }

    private List<Integer> arrived() {
        return Nodes.numbers(nodes.node(1).hosts.get(0));
    }

    @Test
    void shouldHoldALaneWhileANodeStopsIt() {
        say(LegHeader.STOP);
        node.receive(0, Nodes.datagram(0, 0));
        stopFor(150);
        assertEquals(List.of(), arrived());
        say(LegHeader.GO);
        nodes.run(MS);
        assertEquals(List.of(0), arrived());
    }

    @Test
    void shouldGoOnWhenAStopIsNotRepeated() {
        say(LegHeader.STOP);
        node.receive(0, Nodes.datagram(0, 0));
        nodes.run(4 * MS);
        assertEquals(List.of(0), arrived());
        assertEquals(0, node.counters.get(Tally.SURROGATE_PAUSES_BROKEN));
    }

    @Test
    void shouldBreakAStopThatNeverEnds() {
        say(LegHeader.STOP);
        node.receive(0, Nodes.datagram(0, 0));
        stopFor(250);
        assertEquals(List.of(0), arrived());
        assertEquals(1, node.counters.get(Tally.SURROGATE_PAUSES_BROKEN));
        // The broken stop holds nothing back any more; the next one does, after a GO.
        node.receive(0, Nodes.datagram(1, 0));
        stopFor(5);
        assertEquals(List.of(0, 1), arrived());
        say(LegHeader.GO);
        say(LegHeader.STOP);
        node.receive(0, Nodes.datagram(2, 0));
        stopFor(5);
        assertEquals(List.of(0, 1), arrived());
    }

    @Test
    void shouldDropLosslessCopiesForAPortThatTakesNothing() {
        node.room[1] = 0;
        for (int i = 0; i < 100; i++) {
            node.receive(0, Nodes.datagram(i, 0));
        }
        nodes.run(150 * MS);
        assertEquals(100, node.held.held());
        nodes.run(100 * MS);
        assertEquals(0, node.held.held());
        assertEquals(100, node.counters.get(Tally.SURROGATE_COPIES_DROPPED));
        final List<Integer> all = IntStream.range(0, 100).boxed().toList();
        assertEquals(all, Nodes.numbers(node.hosts.get(2)));
        assertEquals(all, arrived());
        // A port that takes frames again gets what comes then.
        node.room[1] = Integer.MAX_VALUE;
        node.receive(0, Nodes.datagram(100, 0));
        nodes.run(MS);
        assertEquals(List.of(100), Nodes.numbers(node.hosts.get(1)));
    }
}
