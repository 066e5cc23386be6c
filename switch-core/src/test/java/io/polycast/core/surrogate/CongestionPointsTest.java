package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.core.surrogate.spec.CongestionSettings;
import io.polycast.core.surrogate.spec.CongestionSettings.Marked;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.qcn.Cnm;
import io.polycast.parser.wire.Ethernet;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** CNMs to the hosts of a node: a pool balances at 8 units, and each 2,000 bytes are a sample. */
class CongestionPointsTest {
    private static final long MS = 1_000_000;
    private static final int LENGTH = 500;

    /** Of DSCP 24: the only lossless one. */
    private static final int LOSSLESS_TOS = 3 << 5;

    private static final long OTHER_HOST = 0x0200_0000_AA77L;

    private final Nodes nodes = new Nodes(2, 1);
    private final Node node = nodes.node(0);

    private void start(final Marked marked) {
        nodes.congestion = new CongestionSettings(marked, 8, 4 * LENGTH);
        nodes.join(0, 1);
        nodes.start(1 << 3);
        nodes.group(0, 0b0110, "n1");
        nodes.group(1, 0b0001);
    }

    private static List<byte[]> notifications(final Node of, final int port) {
        return of.hosts.get(port).stream()
                .filter(
                        frame ->
                                type(frame, 0) == Cnm.ETHER_TYPE
                                        || type(frame, 4) == Cnm.ETHER_TYPE)
                .toList();
    }

    private static int type(final byte[] frame, final int behindTags) {
        return Ethernet.etherType(new UnsafeBuffer(frame), behindTags);
    }

    private static byte[] from(final long source, final byte[] frame) {
        Ethernet.srcMac(new UnsafeBuffer(frame), 0, source);
        return frame;
    }

    /** Frames lie in their pool as long as one exit takes none. */
    private void congest() {
        node.room[2] = 0;
    }

    @Test
    void shouldTellAHostThatItsPoolIsTooFull() {
        start(Marked.SAMPLE);
        congest();
        final byte[] frame = Nodes.datagram(1, 0, LENGTH);
        for (int i = 0; i < 3; i++) {
            node.receive(3, frame.clone());
        }
        assertEquals(List.of(), notifications(node, 3));
        for (int i = 3; i < 12; i++) {
            node.receive(3, frame.clone());
        }
        // 4 frames hold 8 units, which is the balance, and 8 more than none: 2 * 8 * 63 / 40.
        final List<byte[]> told = notifications(node, 3);
        assertEquals(3, told.size());
        assertEquals(3, node.counters.get(Tally.SURROGATE_NOTIFICATIONS));
        final UnsafeBuffer first = new UnsafeBuffer(told.get(0));
        final int body = Ethernet.LENGTH;
        assertEquals(0x0200_0000_AA01L, Ethernet.dstMac(first, 0));
        assertEquals(node.mac, Ethernet.srcMac(first, 0));
        assertEquals(25, Cnm.feedback(first, body));
        assertEquals(0, Cnm.qOffset(first, body));
        assertEquals(8 * 4, Cnm.qDelta(first, body));
        assertEquals(0, Cnm.priority(first, body));
        assertEquals(0x0100_5E01_0101L, Cnm.dstMac(first, body));
        assertEquals(Cnm.MOST_REPEATED, Cnm.repeated(first, body));
        assertArrayEquals(
                Arrays.copyOfRange(frame, 12, 12 + Cnm.MOST_REPEATED),
                Arrays.copyOfRange(told.get(0), body + Cnm.LENGTH, told.get(0).length));
        final UnsafeBuffer last = new UnsafeBuffer(told.get(2));
        assertEquals((24 - 8) * 4, Cnm.qOffset(last, body));
        assertEquals((16 + 2 * 8) * 63 / 40, Cnm.feedback(last, body));
    }

    @Test
    void shouldTellNobodyWhenThereAreNoPoints() {
        start(Marked.NONE);
        congest();
        for (int i = 0; i < 100; i++) {
            node.receive(3, Nodes.datagram(i, 0, LENGTH));
        }
        assertEquals(List.of(), notifications(node, 3));
        assertEquals(0, node.counters.get(Tally.SURROGATE_NOTIFICATIONS));
    }

    @Test
    void shouldForgetFramesThatHaveLeft() {
        start(Marked.SAMPLE);
        for (int i = 0; i < 200; i++) {
            node.receive(3, Nodes.datagram(i, 0, LENGTH));
            nodes.run(MS);
        }
        assertEquals(0, node.held.held());
        assertEquals(List.of(), notifications(node, 3));
        // After frames that were dropped by a full VOQ too.
        congest();
        for (int i = 0; i < 500; i++) {
            node.receive(3, Nodes.datagram(i, 0, LENGTH));
        }
        node.room[2] = Integer.MAX_VALUE;
        nodes.run(100 * MS);
        assertEquals(0, node.held.held());
        final int told = notifications(node, 3).size();
        assertNotEquals(0, told);
        for (int i = 0; i < 200; i++) {
            node.receive(3, Nodes.datagram(i, 0, LENGTH));
            nodes.run(MS);
        }
        assertEquals(told, notifications(node, 3).size());
    }

    /** The node behind a leg knows no host that it could notify. */
    @Test
    void shouldWatchHostsOfTheNodeAlone() {
        start(Marked.SAMPLE);
        nodes.node(1).room[0] = 0;
        for (int i = 0; i < 40; i++) {
            node.receive(3, Nodes.datagram(i, 0, LENGTH));
            nodes.run(MS);
        }
        assertTrue(nodes.node(1).held.held() > 30);
        assertEquals(0, nodes.node(1).counters.get(Tally.SURROGATE_NOTIFICATIONS));
    }

    /** Figure 10: the flow that was sampled need not be the one that fills the pool. */
    @Test
    void shouldTellTheFlowThatHoldsMost() {
        for (final Marked marked : new Marked[] {Marked.SAMPLE, Marked.OCCUPANCY}) {
            final CongestionPointsTest each = new CongestionPointsTest();
            each.start(marked);
            each.congest();
            for (int i = 0; i < 3; i++) {
                each.node.receive(3, Nodes.datagram(i, 0, LENGTH));
            }
            each.node.receive(0, from(OTHER_HOST, Nodes.datagram(3, 0, LENGTH)));
            final boolean sampled = marked == Marked.SAMPLE;
            assertEquals(sampled ? 1 : 0, notifications(each.node, 0).size());
            assertEquals(sampled ? 0 : 1, notifications(each.node, 3).size());
            final byte[] told = notifications(each.node, sampled ? 0 : 3).get(0);
            assertEquals(
                    sampled ? OTHER_HOST : 0x0200_0000_AA01L,
                    Ethernet.dstMac(new UnsafeBuffer(told), 0));
        }
    }

    @Test
    void shouldWatchALosslessPriorityByItself() {
        start(Marked.SAMPLE);
        congest();
        // 4 frames of each priority hold 8 units; both together would hold 16.
        for (int i = 0; i < 4; i++) {
            node.receive(3, Nodes.datagram(i, 0, LENGTH));
        }
        for (int i = 0; i < 4; i++) {
            node.receive(3, Nodes.datagram(i, LOSSLESS_TOS, LENGTH));
        }
        final List<byte[]> told = notifications(node, 3);
        assertEquals(2, told.size());
        final UnsafeBuffer lossy = new UnsafeBuffer(told.get(0));
        final UnsafeBuffer lossless = new UnsafeBuffer(told.get(1));
        assertEquals(25, Cnm.feedback(lossless, Ethernet.LENGTH));
        assertEquals(3, Cnm.priority(lossless, Ethernet.LENGTH));
        assertEquals(node.mac << 16 | 3, Cnm.point(lossless, Ethernet.LENGTH));
        assertEquals(node.mac << 16 | 63, Cnm.point(lossy, Ethernet.LENGTH));
    }

    /** A host of a VLAN gets no untagged frames. */
    @Test
    void shouldKeepTheTagOfTheFlow() {
        start(Marked.SAMPLE);
        congest();
        final byte[] plain = Nodes.datagram(1, 0, 80);
        final byte[] tagged = new byte[84];
        System.arraycopy(plain, 0, tagged, 0, 12);
        System.arraycopy(new byte[] {(byte) 0x81, 0, 0x40, 7}, 0, tagged, 12, 4);
        System.arraycopy(plain, 12, tagged, 16, 68);
        for (int i = 0; i < 48; i++) {
            node.receive(3, tagged.clone());
        }
        final UnsafeBuffer told = new UnsafeBuffer(notifications(node, 3).get(0));
        assertEquals(0x8100, Ethernet.etherType(told, 0));
        assertEquals(0x4007, told.getShort(14, java.nio.ByteOrder.BIG_ENDIAN));
        assertEquals(Cnm.ETHER_TYPE, Ethernet.etherType(told, 4));
        final int body = Ethernet.LENGTH + 4;
        assertEquals(2, Cnm.priority(told, body));
        assertEquals(64, Cnm.repeated(told, body));
        assertEquals(Ethernet.TYPE_IPV4, Ethernet.etherType(told, body + Cnm.LENGTH - 12));
        assertEquals(body + Cnm.LENGTH + 64, told.capacity());
    }

    /** More flows than the table has numbers for: their units count, and nobody is told for others. */
    @Test
    void shouldTellFlowsApartWithinBounds() {
        start(Marked.OCCUPANCY);
        congest();
        for (int i = 0; i < 2_000; i++) {
            node.receive(3, from(OTHER_HOST + i, Nodes.datagram(i, LOSSLESS_TOS, 100)));
        }
        for (final byte[] each : notifications(node, 3)) {
            final long to = Ethernet.dstMac(new UnsafeBuffer(each), 0);
            assertTrue(to >= OTHER_HOST && to < OTHER_HOST + 2_000, Long.toHexString(to));
        }
        node.room[2] = Integer.MAX_VALUE;
        nodes.run(1_000 * MS);
        assertEquals(0, node.held.held());
        // Numbers of flows are free again: the next one is told.
        final int before = notifications(node, 3).size();
        congest();
        for (int i = 0; i < 50; i++) {
            node.receive(3, Nodes.datagram(i, LOSSLESS_TOS, LENGTH));
        }
        final List<byte[]> told = notifications(node, 3);
        assertTrue(told.size() > before);
        assertEquals(
                0x0200_0000_AA01L, Ethernet.dstMac(new UnsafeBuffer(told.get(told.size() - 1)), 0));
    }

    /** The number of a flow that holds units is not another's. */
    @Test
    void shouldNotTakeTheNumberOfAFlowThatHoldsUnits() {
        start(Marked.OCCUPANCY);
        congest();
        for (int i = 0; i < 40; i++) {
            final long source = OTHER_HOST + 1_000 + i % 10;
            node.receive(3, from(source, Nodes.datagram(i, LOSSLESS_TOS, LENGTH)));
        }
        final Random random = new Random(5);
        for (int i = 0; i < 250; i++) {
            final long source = OTHER_HOST & ~0xFFFFFFL | random.nextInt(1 << 24);
            node.receive(0, from(source, Nodes.datagram(i, LOSSLESS_TOS, 100)));
        }
        assertEquals(List.of(), notifications(node, 0));
        assertNotEquals(0, notifications(node, 3).size());
    }

    /** A frame with more copies than a batch takes is sampled by its bytes once. */
    @Test
    void shouldSampleTheBytesOfAFrameOnce() {
        final Nodes many = new Nodes(12, 7);
        many.congestion = new CongestionSettings(Marked.SAMPLE, 4, 4 * LENGTH);
        final String[] forward = new String[11];
        for (int i = 1; i < 12; i++) {
            many.join(0, i);
            forward[i - 1] = "n" + i;
        }
        many.start(1 << 3);
        many.group(0, 0, forward);
        for (int port = Nodes.HOSTS; port < Nodes.HOSTS + 11; port++) {
            many.node(0).room[port] = 0;
        }
        for (int i = 0; i < 16; i++) {
            many.node(0).receive(3, Nodes.datagram(i, 0, LENGTH));
        }
        assertEquals(4, notifications(many.node(0), 3).size());
    }
}
