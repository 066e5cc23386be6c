package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three nodes in a ring: what is flooded reaches each host once, and what goes round ends. */
class TreeFloodTest {
    private static final long MS = 1_000_000;
    private static final int QUERIER = 0x0A00_0063;

    private final Nodes nodes = new Nodes(3, 1);

    TreeFloodTest() {
        nodes.join(0, 1);
        nodes.join(1, 2);
        nodes.join(0, 2);
        nodes.start(0);
    }

    private static byte[] linkLocal() {
        final byte[] frame = Nodes.datagram(5, 0);
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        Ipv4.dst(buffer, Ethernet.LENGTH, 0xE000_0005);
        Ipv4.storeChecksum(buffer, Ethernet.LENGTH);
        return frame;
    }

    private static byte[] query() {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        Ethernet.write(frame, 0, 0x0100_5E00_0001L, 0x0200_0000_AA09L, Ethernet.TYPE_IPV4);
        Igmp.write(frame, Ethernet.LENGTH + IgmpPacket.IP_LENGTH, Igmp.QUERY, 100, 0);
        IgmpPacket.writeIp(frame, Ethernet.LENGTH, QUERIER, 0xE000_0001, Igmp.LENGTH);
        return frame.byteArray();
    }

    private void checkOnce(final int from) {
        for (final Node node : nodes.nodes) {
            for (int host = 0; host < Nodes.HOSTS; host++) {
                final int expected = node.index == from && host == 0 ? 0 : 1;
                assertEquals(expected, node.hosts.get(host).size(), node.index + " " + host);
            }
            assertEquals(0, node.counters.get(Tally.SURROGATE_COPIES_DROPPED));
            assertEquals(0, node.held.held());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldFloodEachHostOnce(final int from) {
        nodes.node(from).receive(0, linkLocal());
        nodes.run(20 * MS);
        checkOnce(from);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldForwardAQueryOnce(final int from) {
        nodes.node(from).receive(0, query());
        nodes.run(20 * MS);
        checkOnce(from);
    }

    /** Entries that lead round, with hosts and without: the copy ends on the last lane, under its name. */
    @ParameterizedTest
    @ValueSource(longs = {0b0010, 0})
    void shouldEndACircleOfEntriesOnTheLastLane(final long hosts) {
        nodes.group(0, hosts, "n1");
        nodes.group(1, hosts, "n2");
        nodes.group(2, hosts, "n0");
        nodes.node(0).receive(0, Nodes.datagram(1, 0));
        nodes.run(50 * MS);
        assertEquals(1, nodes.node(1).counters.get(Tally.SURROGATE_LANE_EXHAUSTED));
        assertEquals(1, nodes.node(1).counters.get(Tally.SURROGATE_COPIES_DROPPED));
        assertEquals(
                hosts == 0 ? 1 : 0, nodes.node(1).counters.get(Ending.SURROGATE_LANE_EXHAUSTED));
        assertEquals(hosts == 0 ? 0 : 2, nodes.node(1).hosts.get(1).size());
        for (final Node node : nodes.nodes) {
            assertEquals(0, node.held.held());
        }
    }
}
