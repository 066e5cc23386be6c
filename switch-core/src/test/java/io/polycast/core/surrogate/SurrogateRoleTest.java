package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.QueuePicture;
import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.MacControl;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SurrogateRoleTest {
    private static final long MS = 1_000_000;

    /** Node 0 above node 1 above node 2; group members on all hosts. */
    private static Nodes chain(final long seed, final int lossPerMille, final int lossless) {
        final Nodes nodes = new Nodes(3, seed);
        nodes.join(0, 1);
        nodes.join(1, 2);
        nodes.start(lossless);
        nodes.lossPerMille = lossPerMille;
        nodes.group(0, 0b1111, "n1");
        nodes.group(1, 0b1111, "n2");
        nodes.group(2, 0b1111);
        return nodes;
    }

    private static List<Integer> upTo(final int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static void checkSums(final Nodes nodes) {
        for (final Node node : nodes.nodes) {
            assertEquals(0, node.counters.held(), "held by node " + node.index);
            assertEquals(0, node.held.held());
            assertEquals(node.counters.get(Tally.FRAMES_IN), node.counters.ended());
        }
    }

    @Test
    void shouldCopyAFrameUnchangedToHostsOfOneNode() {
        final Nodes nodes = new Nodes(1, 0);
        nodes.start(0);
        nodes.group(0, 0b0111);
        final byte[] frame = Nodes.datagram(7, 0);
        assertEquals(Ending.HELD.id(), nodes.node(0).receive(0, frame));
        assertArrayEquals(frame, nodes.node(0).hosts.get(1).get(0));
        assertArrayEquals(frame, nodes.node(0).hosts.get(2).get(0));
        assertEquals(0, nodes.node(0).hosts.get(0).size());
        assertEquals(0, nodes.node(0).hosts.get(3).size());
        assertEquals(2, nodes.node(0).counters.get(Tally.COPIES_OUT));
        assertEquals(1, nodes.node(0).counters.get(Ending.REPLICATED));
        checkSums(nodes);
    }

    /** Every host gets each frame once, in order, whatever the legs lose. */
    @Property(tries = 40)
    void shouldDeliverOnceInOrderOverLegsThatLoseRepeatAndOvertake(
            @ForAll final long seed,
            @ForAll @IntRange(max = 100) final int lossPerMille,
            @ForAll final boolean lossless) {
        final Nodes nodes = chain(seed, lossPerMille, lossless ? 1 : 0);
        nodes.repeatPerMille = lossPerMille;
        nodes.latePerMille = lossPerMille;
        for (int i = 0; i < 300; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
            // A VOQ of a lossy class drops from its head when requests are lost at such a pace.
            nodes.run(lossless ? 20_000 : 500_000);
        }
        nodes.run(400 * MS);
        for (final Node node : nodes.nodes) {
            for (int host = 0; host < Nodes.HOSTS; host++) {
                if (node.index != 0 || host != 0) {
                    assertEquals(upTo(300), Nodes.numbers(node.hosts.get(host)));
                }
            }
        }
        checkSums(nodes);
    }

    /** A lost frame is repeated as soon as the next one shows the gap, not after the timeout of 1 ms. */
    @Test
    void shouldRepairALossWithoutWaitingForTheTimeout() {
        final Nodes nodes = chain(3, 0, 0);
        nodes.node(0).receive(0, Nodes.datagram(0, 0));
        nodes.run(100_000);
        nodes.loseData = 1;
        nodes.node(0).receive(0, Nodes.datagram(1, 0));
        nodes.run(100_000);
        nodes.node(0).receive(0, Nodes.datagram(2, 0));
        nodes.run(300_000);
        assertEquals(0, nodes.loseData);
        assertEquals(upTo(3), Nodes.numbers(nodes.node(1).hosts.get(0)));
    }

    /** One lost frame is repeated alone; the frames behind it are kept meanwhile. */
    @Test
    void shouldRepeatTheLostFrameOnly() {
        final Nodes nodes = chain(3, 0, 0);
        nodes.group(1, 0b1111);
        nodes.node(0).receive(0, Nodes.datagram(0, 0));
        nodes.run(MS);
        nodes.loseData = 1;
        for (int i = 1; i < 40; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
            nodes.run(5_000);
        }
        nodes.run(5 * MS);
        assertEquals(upTo(40), Nodes.numbers(nodes.node(1).hosts.get(0)));
        assertEquals(0, nodes.node(1).counters.get(Ending.SURROGATE_SEQUENCE_JUMP));
        assertEquals(0, nodes.node(1).counters.get(Ending.SURROGATE_REPEATED));
        checkSums(nodes);
    }

    /** Kept frames are given back when the leg begins anew. */
    @Test
    void shouldGiveKeptFramesBackWhenTheOtherNodeRestarts() {
        final Nodes nodes = chain(3, 0, 0);
        nodes.group(1, 0b1111);
        nodes.node(0).receive(0, Nodes.datagram(0, 0));
        nodes.run(MS);
        nodes.loseData = 1;
        for (int i = 1; nodes.node(1).held.held() == 0; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
            nodes.run(5_000);
        }
        nodes.node(0).dead = true;
        nodes.run(MS);
        assertTrue(nodes.node(1).held.held() > 0);
        nodes.node(0).start(nodes.settings(0, 0));
        nodes.group(0, 0b1111, "n1");
        nodes.run(20 * MS);
        assertEquals(0, nodes.node(1).held.held());
        nodes.node(0).receive(0, Nodes.datagram(9, 0));
        nodes.run(20 * MS);
        assertEquals(List.of(0, 9), Nodes.numbers(nodes.node(1).hosts.get(0)));
    }

    /** A lossless frame that a node cannot hold is not acknowledged, and comes again. */
    @Test
    void shouldLoseNoLosslessFrameForWantOfChunks() {
        final Nodes nodes = new Nodes(2, 3);
        nodes.join(0, 1);
        nodes.node(1).holds = 64;
        nodes.start(1);
        nodes.group(0, 0, "n1");
        nodes.group(1, 0b0011);
        nodes.node(1).room[0] = 0;
        for (int i = 0; i < 300; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
            nodes.run(20_000);
        }
        nodes.node(1).room[0] = Integer.MAX_VALUE;
        nodes.run(500 * MS);
        assertEquals(upTo(300), Nodes.numbers(nodes.node(1).hosts.get(0)));
        checkSums(nodes);
    }

    /** A frame that fits a host's port and not a leg's goes to hosts only; the leg goes on. */
    @Test
    void shouldNotQueueAFrameThatIsTooLongForALeg() {
        final Nodes nodes = new Nodes(2, 3);
        nodes.join(0, 1);
        nodes.node(0).longest[Nodes.HOSTS] = 1518;
        nodes.start(1);
        nodes.group(0, 0b0010, "n1");
        nodes.group(1, 0b0001);
        nodes.node(0).receive(0, Nodes.datagram(0, 0, 1488));
        nodes.node(0).receive(0, Nodes.datagram(1, 0, 1489));
        nodes.node(0).receive(0, Nodes.datagram(2, 0));
        nodes.run(100 * MS);
        assertEquals(upTo(3), Nodes.numbers(nodes.node(0).hosts.get(1)));
        assertEquals(List.of(0, 2), Nodes.numbers(nodes.node(1).hosts.get(0)));
        assertEquals(1, nodes.node(0).counters.get(Tally.COPIES_REFUSED));
        nodes.group(0, 0, "n1");
        assertEquals(
                Ending.EGRESS_REFUSED.id(), nodes.node(0).receive(0, Nodes.datagram(3, 0, 1489)));
        checkSums(nodes);
    }

    /** A lossless lane that stays full beyond all tries is no silent leg: its other end answers. */
    @Test
    void shouldNotGiveALegUpWhileALosslessClassIsStopped() {
        final Nodes nodes = chain(5, 0, 1);
        nodes.node(2).room[0] = 0;
        for (int i = 0; i < 2000; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
            nodes.run(20_000);
        }
        // All tries take 16 ms, and the watchdog ends the stop after 200 ms.
        nodes.run(100 * MS);
        for (final Node node : nodes.nodes) {
            assertEquals(0, node.counters.get(Tally.SURROGATE_LEGS_SILENT));
        }
        nodes.node(2).room[0] = Integer.MAX_VALUE;
        nodes.run(500 * MS);
        assertEquals(upTo(2000), Nodes.numbers(nodes.node(2).hosts.get(0)));
        checkSums(nodes);
    }

    /** Copies to hosts do not wait for a leg that does not answer. */
    @Test
    void shouldNotSlowHostsForASlowLeg() {
        final Nodes nodes = chain(3, 0, 0);
        nodes.node(1).dead = true;
        for (int i = 0; i < 200; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
        }
        assertEquals(200, nodes.node(0).hosts.get(1).size());
    }

    @Test
    void shouldReplicateFromANodeInTheMiddle() {
        final Nodes nodes = new Nodes(3, 1);
        nodes.join(0, 1);
        nodes.join(1, 2);
        nodes.start(0);
        nodes.group(0, 0b0001, "n1");
        nodes.group(1, 0b0010, "n0", "n2");
        nodes.group(2, 0b0001, "n1");
        nodes.node(1).receive(0, Nodes.datagram(1, 0));
        nodes.run(5 * MS);
        assertEquals(1, nodes.node(0).hosts.get(0).size());
        assertEquals(1, nodes.node(1).hosts.get(1).size());
        assertEquals(1, nodes.node(2).hosts.get(0).size());
        checkSums(nodes);
    }

    @Test
    void shouldDropForASlowHostOnly() {
        final Nodes nodes = new Nodes(1, 0);
        nodes.start(0);
        nodes.group(0, 0b1110);
        final Node node = nodes.node(0);
        node.room[3] = 5;
        for (int i = 0; i < 600; i++) {
            node.receive(0, Nodes.datagram(i, 0));
            nodes.run(50_000);
        }
        assertEquals(upTo(600), Nodes.numbers(node.hosts.get(1)));
        assertEquals(upTo(600), Nodes.numbers(node.hosts.get(2)));
        assertEquals(upTo(5), Nodes.numbers(node.hosts.get(3)));
        final QueuePicture slow =
                node.role.queues().stream()
                        .filter(voq -> voq.place().port() == 3)
                        .findFirst()
                        .orElseThrow();
        assertTrue(slow.dropped() > 0, slow.toString());
        assertEquals(240, slow.backlog());
        node.room[3] = Integer.MAX_VALUE;
        nodes.run(MS);
        assertEquals(245, node.hosts.get(3).size());
        checkSums(nodes);
    }

    @Test
    void shouldStopALosslessClassAndDropNothing() {
        final Nodes nodes = chain(5, 0, 1);
        nodes.node(2).room[0] = 0;
        for (int i = 0; i < 2000; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
            nodes.run(20_000);
        }
        // Node 2 stops node 1, node 1 stops node 0, node 0 stops its hosts.
        assertTrue(
                nodes.node(0).hosts.get(1).stream()
                        .anyMatch(
                                frame ->
                                        Ethernet.etherType(new UnsafeBuffer(frame), 0)
                                                == Ethernet.TYPE_MAC_CONTROL));
        nodes.node(2).room[0] = Integer.MAX_VALUE;
        nodes.run(500 * MS);
        assertEquals(upTo(2000), Nodes.numbers(nodes.node(2).hosts.get(0)));
        assertEquals(upTo(2000), Nodes.numbers(nodes.node(2).hosts.get(3)));
        checkSums(nodes);
    }

    @Test
    void shouldGiveMemoryBackWhenANodeIsSilentAndGoOnWhenItIsBack() {
        final Nodes nodes = chain(2, 0, 0);
        nodes.node(2).dead = true;
        for (int i = 0; i < 20; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
        }
        nodes.run(500 * MS);
        final Node middle = nodes.node(1);
        assertEquals(1, middle.counters.get(Tally.SURROGATE_LEGS_SILENT));
        assertEquals(20, middle.counters.get(Tally.SURROGATE_COPIES_DROPPED));
        assertEquals(0, middle.held.held());
        assertEquals(20, middle.hosts.get(0).size());
        nodes.node(0).receive(0, Nodes.datagram(20, 0));
        nodes.run(5 * MS);
        assertEquals(1, middle.counters.get(Tally.SURROGATE_LEG_DOWN_COPIES));
        nodes.node(2).start(nodes.settings(2, 0));
        nodes.group(2, 0b1111);
        nodes.run(50 * MS);
        nodes.node(0).receive(0, Nodes.datagram(21, 0));
        nodes.run(5 * MS);
        assertEquals(List.of(21), Nodes.numbers(nodes.node(2).hosts.get(1)));
    }

    @Test
    void shouldBeginALegAnewWithARestartedNode() {
        final Nodes nodes = chain(2, 0, 0);
        for (int i = 0; i < 9; i++) {
            nodes.node(0).receive(0, Nodes.datagram(i, 0));
        }
        nodes.run(5 * MS);
        nodes.node(1).start(nodes.settings(1, 0));
        nodes.group(1, 0b1111, "n2");
        nodes.run(20 * MS);
        nodes.node(0).receive(0, Nodes.datagram(9, 0));
        nodes.run(20 * MS);
        assertEquals(upTo(10), Nodes.numbers(nodes.node(2).hosts.get(2)));
    }

    @Test
    void shouldEndACircleWithTheLastLane() {
        final Nodes nodes = new Nodes(3, 1);
        nodes.join(0, 1);
        nodes.join(1, 2);
        nodes.join(0, 2);
        nodes.start(0);
        nodes.group(0, 0b0010, "n1");
        nodes.group(1, 0b0010, "n2");
        nodes.group(2, 0b0010, "n0");
        nodes.node(0).receive(0, Nodes.datagram(1, 0));
        nodes.run(50 * MS);
        long exhausted = 0;
        for (final Node node : nodes.nodes) {
            exhausted += node.counters.get(Tally.SURROGATE_COPIES_DROPPED);
        }
        assertEquals(1, exhausted);
        assertEquals(2, nodes.node(1).hosts.get(1).size());
        checkSums(nodes);
    }

    @Test
    void shouldAddALegForAReportAndRemoveItAfterALeave() {
        final Nodes nodes = new Nodes(2, 1);
        nodes.join(0, 1);
        nodes.start(0);
        nodes.node(1).receive(2, igmp(Igmp.REPORT_V2, 0x0A00_0009));
        nodes.run(5 * MS);
        nodes.node(0).receive(0, Nodes.datagram(1, 0));
        nodes.run(5 * MS);
        assertEquals(List.of(1), Nodes.numbers(nodes.node(1).hosts.get(2)));
        assertEquals(0, nodes.node(1).hosts.get(1).size());
        assertEquals(0, nodes.node(0).hosts.get(1).size());
        nodes.node(1).receive(2, igmp(Igmp.LEAVE, 0x0A00_0009));
        nodes.run(2_100 * MS);
        // Two queries 1 s apart reached the host, and nothing else.
        assertEquals(3, nodes.node(1).hosts.get(2).size());
        nodes.node(0).receive(0, Nodes.datagram(2, 0));
        nodes.run(5 * MS);
        assertEquals(3, nodes.node(1).hosts.get(2).size());
        checkSums(nodes);
    }

    private static byte[] igmp(final int type, final int src) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA09L, Ethernet.TYPE_IPV4);
        Igmp.write(frame, Ethernet.LENGTH + IgmpPacket.IP_LENGTH, type, 0, Nodes.GROUP);
        IgmpPacket.writeIp(frame, Ethernet.LENGTH, src, Nodes.GROUP, Igmp.LENGTH);
        return frame.byteArray();
    }

    @Test
    void shouldWaitWhileANeighbourPausesTheClass() {
        final Nodes nodes = new Nodes(1, 0);
        nodes.start(0);
        nodes.group(0, 0b0110);
        final Node node = nodes.node(0);
        final UnsafeBuffer body = new UnsafeBuffer(new byte[MacControl.PFC_LENGTH]);
        // 10,000 quanta at 10 Gb/s are 512 us.
        MacControl.writePfc(body, 0, 1 << 2, 10_000);
        assertEquals(Ending.SURROGATE_CONTROL.id(), node.receive(1, Nodes.pause(body.byteArray())));
        node.receive(0, Nodes.datagram(1, 2 << 5));
        node.receive(0, Nodes.datagram(2, 3 << 5));
        assertEquals(List.of(2), Nodes.numbers(node.hosts.get(1)));
        assertEquals(List.of(1, 2), Nodes.numbers(node.hosts.get(2)));
        nodes.run(511_000);
        assertEquals(1, node.hosts.get(1).size());
        nodes.run(2_000);
        assertEquals(List.of(2, 1), Nodes.numbers(node.hosts.get(1)));
    }

    @Test
    void shouldBreakAPauseThatNeverEnds() {
        final Nodes nodes = new Nodes(1, 0);
        nodes.start(0);
        nodes.group(0, 0b0010);
        final Node node = nodes.node(0);
        final UnsafeBuffer body = new UnsafeBuffer(new byte[MacControl.PAUSE_LENGTH]);
        MacControl.writePause(body, 0, 0xFFFF);
        for (int ms = 0; ms < 250; ms++) {
            node.receive(1, Nodes.pause(body.byteArray()));
            if (ms == 0) {
                node.receive(0, Nodes.datagram(1, 0));
            }
            nodes.run(MS);
            assertEquals(ms < 199 ? 0 : 1, node.hosts.get(1).size(), "after " + ms + " ms");
        }
        assertEquals(8, node.counters.get(Tally.SURROGATE_PAUSES_BROKEN));
    }

    @Test
    void shouldRefuseEntriesThatDoNotFit() {
        final Nodes nodes = chain(1, 0, 0);
        final SurrogateRole role = nodes.node(0).role;
        for (final SurrogateGroup bad :
                List.of(
                        new SurrogateGroup(Nodes.GROUP, 1, List.of("n9")),
                        new SurrogateGroup(Nodes.GROUP, 1 << 4, List.of()),
                        new SurrogateGroup(0x0A00_0009, 3, List.of()))) {
            assertThrows(GroupRefusedException.class, () -> role.setGroup(nodes.nowNs, bad, null));
        }
        assertEquals(0b1111, role.group(Nodes.GROUP).deliver());
        assertTrue(role.unsetGroup(nodes.nowNs, Nodes.GROUP));
        assertEquals(0, role.groups().size());
    }

    @Test
    void shouldScheduleAUnicastAddressOfOneExit() throws GroupRefusedException {
        final Nodes nodes = new Nodes(1, 0);
        nodes.start(0);
        final Node node = nodes.node(0);
        node.role.setGroup(nodes.nowNs, new SurrogateGroup(0x0A00_0007, 1 << 3, List.of()), node);
        final byte[] frame = Nodes.datagram(4, 0);
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        Ipv4.dst(buffer, Ethernet.LENGTH, 0x0A00_0007);
        node.receive(0, frame);
        assertEquals(List.of(4), Nodes.numbers(node.hosts.get(3)));
        checkSums(nodes);
    }
}
