package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Groups that IGMP made come back after a restart, because nodes query their hosts. */
class StartQueriesTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final Nodes nodes = new Nodes(3, 1);
    private final Node top = nodes.node(0);
    private final Node bottom = nodes.node(2);

    StartQueriesTest() {
        nodes.join(0, 1);
        nodes.join(1, 2);
        nodes.start(0);
    }

    private static byte[] report() {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA09L, Ethernet.TYPE_IPV4);
        Igmp.write(frame, Ethernet.LENGTH + IgmpPacket.IP_LENGTH, Igmp.REPORT_V2, 0, Nodes.GROUP);
        IgmpPacket.writeIp(frame, Ethernet.LENGTH, 0x0A00_0009, Nodes.GROUP, Igmp.LENGTH);
        return frame.byteArray();
    }

    @Test
    void shouldQueryHostsAtTheStartAndOnceMore() {
        // The second query also serves nodes whose way up came up a little later.
        nodes.run(2 * SECOND);
        final int soon = top.queries;
        assertTrue(soon >= Nodes.HOSTS && soon <= 2 * Nodes.HOSTS, "queries: " + soon);
        nodes.run(60 * SECOND);
        assertEquals(soon + Nodes.HOSTS, top.queries);
        nodes.run(600 * SECOND);
        assertEquals(soon + Nodes.HOSTS, top.queries);
    }

    /** The node at the top restarts; hosts two levels below answer the queries that this causes. */
    @Test
    void shouldBringGroupsBackAfterARestartOfTheNodeAbove() {
        bottom.receive(2, report());
        nodes.run(200 * SECOND);
        top.start(nodes.settings(0, 0));
        final int before = bottom.queries;
        nodes.run(2 * SECOND);
        assertTrue(bottom.queries > before, "the hosts were not queried");
        bottom.receive(2, report());
        nodes.run(SECOND);
        top.receive(0, Nodes.datagram(7, 0));
        nodes.run(SECOND);
        assertEquals(List.of(7), Nodes.numbers(bottom.hosts.get(2)));
    }

    /** Only the process above may ask: neither a node below, nor a process that is gone. */
    @Test
    void shouldNotQueryHostsForOthers() {
        nodes.run(100 * SECOND);
        final Node middle = nodes.node(1);
        final int before = middle.queries;
        final int query = LegHeader.HELLO_QUERY;
        final byte[] below = new Forged(middle, bottom).message(LegHeader.HELLO, 0, 0, 0, 3, query);
        middle.receive(Nodes.HOSTS + 1, below);
        final byte[] gone = new Forged(middle, top).message(LegHeader.HELLO, 0, 0, 0, 99, query);
        middle.receive(Nodes.HOSTS, gone);
        nodes.run(2 * SECOND);
        assertEquals(before, middle.queries);
        final byte[] above = new Forged(middle, top).message(LegHeader.HELLO, 0, 0, 0, 1, query);
        middle.receive(Nodes.HOSTS, above);
        nodes.run(2 * SECOND);
        assertEquals(before + Nodes.HOSTS, middle.queries);
    }

    @Test
    void shouldNotCountIgmpAsData() {
        bottom.receive(2, report());
        nodes.run(SECOND);
        assertEquals(0, bottom.counters.get(Tally.DATA_IN));
        assertEquals(1, bottom.counters.get(Tally.SURROGATE_IGMP));
        assertEquals(1, top.counters.get(Tally.SURROGATE_IGMP));
    }
}
