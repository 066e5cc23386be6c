package io.polycast.sim.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpType;
import io.polycast.topology.Topologies;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bad input of each kind: refused for its reason, and the tables stay as they were. */
class RefusedRegistrationTest {
    private final PlainFabric fabric =
            new PlainFabric(Topologies.spineLeaf(2, 2, 4), new Wire(0, 0, 0, 0), false, true);
    private final Host host = fabric.hosts.get(0);
    private final Leader leader = new Leader(host, fabric.group(1));
    private Map<Integer, GroupSpec> before;

    @BeforeEach
    void registerAGroup() {
        leader.register(10, List.of(1, 5));
        fabric.settle();
        assertEquals(Leader.State.IDLE, leader.state);
        before = Map.copyOf(fabric.tables.get(0).installed);
        assertEquals(1, before.size());
        fabric.refusals.clear();
    }

    private void expect(final MrpReason reason) {
        assertTrue(fabric.refusals.getOrDefault(reason, 0) > 0, fabric.refusals.toString());
        assertEquals(before, fabric.tables.get(0).installed);
    }

    private byte[] nodes(final int flags) {
        return host.frame(
                leader.group, writer -> writer.nodes(MrpType.NODES, flags, 11, 1, leader.nodes()));
    }

    private MrpReason inject(final byte[] frame) {
        return fabric.inject(0, 0, new UnsafeBuffer(frame), frame.length);
    }

    private MrpReason changed(final int at, final int value) {
        final byte[] frame = nodes(host.flags());
        frame[MrpFrame.HEADERS_IPV4 + at] = (byte) value;
        frame[MrpFrame.HEADERS_IPV4 - 2] = 0;
        frame[MrpFrame.HEADERS_IPV4 - 1] = 0;
        return inject(frame);
    }

    @Test
    void shouldRefuseWhatIsNotAuthentic() {
        assertEquals(MrpReason.MALFORMED, inject(nodes(0)), "a trailer without its flag");
        assertEquals(MrpReason.AUTH, changed(Mrp.LENGTH + 3, 77), "a changed byte");
        final byte[] frame = nodes(host.flags());
        assertNull(inject(frame));
        assertEquals(MrpReason.AUTH, inject(frame), "the same again");
        final byte[] old = nodes(host.flags());
        fabric.skip(31_000 * Fabric.MS);
        assertEquals(MrpReason.AUTH, inject(old), "31 s old");
        final PlainFabric unsigned =
                new PlainFabric(Topologies.spineLeaf(2, 2, 4), new Wire(0, 0, 0, 0), false, false);
        final byte[] bare =
                unsigned.hosts
                        .get(0)
                        .frame(
                                leader.group,
                                writer -> writer.nodes(MrpType.NODES, 0, 11, 1, leader.nodes()));
        assertEquals(MrpReason.AUTH, inject(bare), "unsigned");
        expect(MrpReason.AUTH);
    }

    @Test
    void shouldRefuseWhatCannotBeRead() {
        assertEquals(MrpReason.MALFORMED, changed(Mrp.TOTAL_OFFSET, 0));
        assertEquals(MrpReason.MALFORMED, changed(Mrp.SEQ_OFFSET, 1));
        assertEquals(MrpReason.MALFORMED, changed(Mrp.VERSION_OFFSET, 0x21));
        assertEquals(MrpReason.MALFORMED, changed(Mrp.VERSION_OFFSET, 0x1F));
        assertEquals(MrpReason.MALFORMED, changed(Mrp.FLAGS_OFFSET, 0xF2));
        final byte[] frame = nodes(host.flags());
        for (int length = 0; length < frame.length; length++) {
            assertEquals(MrpReason.MALFORMED, fabric.inject(0, 0, new UnsafeBuffer(frame), length));
        }
        expect(MrpReason.MALFORMED);
    }

    @Test
    void shouldRefuseAForeignPrefix() {
        final byte[] frame =
                host.frame(
                        fabric.address(5),
                        writer -> writer.nodes(MrpType.NODES, host.flags(), 11, 1, leader.nodes()));
        assertEquals(MrpReason.PREFIX, inject(frame));
        expect(MrpReason.PREFIX);
    }

    @Test
    void shouldRefuseANodeThatStandsTwice() {
        leader.register(11, List.of(1, 5, 1));
        fabric.settle();
        assertEquals(MrpReason.NODE_TWICE, leader.refused);
        expect(MrpReason.NODE_TWICE);
    }

    @Test
    void shouldRefuseASetWithoutItsLeader() {
        leader.revision = 11;
        leader.sendNodes(List.of(new MrpNode(fabric.address(1), 300, 0)));
        leader.sendGroup(1, 0);
        fabric.settle();
        assertEquals(MrpReason.LEADER_ABSENT, leader.refused);
        expect(MrpReason.LEADER_ABSENT);
    }

    @Test
    void shouldRefuseALeaderThatSpeaksForAnother() {
        final Leader other = new Leader(fabric.hosts.get(1), fabric.group(2));
        other.revision = 1;
        other.sendNodes(List.of(new MrpNode(fabric.address(0), 300, MrpNode.LEADER)));
        other.host.send(
                other.group,
                writer ->
                        writer.group(
                                other.host.flags(),
                                1,
                                new io.polycast.parser.mrp.MrpGroup(
                                        0,
                                        1,
                                        1,
                                        7,
                                        io.polycast.parser.mrp.MrpGroup.Policies.WAIT,
                                        new io.polycast.parser.mrp.MrpGroup.Counts(1, 0),
                                        fabric.address(0))));
        fabric.settle();
        assertEquals(MrpReason.LEADER_ABSENT, other.refused);
        expect(MrpReason.LEADER_ABSENT);
    }

    @Test
    void shouldRefuseAGroupOfTheConfiguration() {
        fabric.tables.get(0).fixed.add(fabric.group(3).last32());
        final Leader other = new Leader(fabric.hosts.get(1), fabric.group(3));
        other.register(1, List.of(2));
        fabric.settle();
        assertEquals(MrpReason.STATIC, other.refused);
        other.remove(2);
        fabric.settle();
        assertEquals(MrpReason.STATIC, other.refused);
        expect(MrpReason.STATIC);
    }

    @Test
    void shouldRefuseAnotherController() {
        leader.owner = 8;
        leader.register(11, List.of(1));
        fabric.settle();
        assertEquals(MrpReason.OWNER, leader.refused);
        leader.remove(12);
        fabric.settle();
        assertEquals(MrpReason.OWNER, leader.refused);
        expect(MrpReason.OWNER);
    }

    @Test
    void shouldRefuseAnOlderRevision() {
        leader.register(9, List.of(1));
        fabric.settle();
        assertEquals(MrpReason.STALE, leader.refused);
        leader.remove(9);
        fabric.settle();
        assertEquals(MrpReason.STALE, leader.refused);
        leader.revision = 9;
        leader.refused = null;
        leader.order(MrpType.COMMIT, MrpOrder.ALL);
        fabric.settle();
        assertEquals(MrpReason.STALE, leader.refused);
        expect(MrpReason.STALE);
    }

    @Test
    void shouldRefuseWhatWasRemoved() {
        leader.remove(11);
        fabric.settle();
        assertEquals(Leader.State.IDLE, leader.state);
        assertTrue(fabric.tables.get(0).installed.isEmpty());
        leader.register(11, List.of(1, 5));
        fabric.settle();
        assertEquals(MrpReason.STALE, leader.refused);
        leader.register(12, List.of(1, 5));
        fabric.settle();
        assertNull(leader.refused);
        assertEquals(before.keySet(), fabric.tables.get(0).installed.keySet());
    }

    @Test
    void shouldRefuseANodeWithoutARoute() {
        leader.register(11, List.of(1, 500));
        fabric.settle();
        assertEquals(MrpReason.NO_ROUTE, leader.refused);
        expect(MrpReason.NO_ROUTE);
    }

    @Test
    void shouldRefuseMoreGroupsThanALeaderMayHave() {
        fabric.switches.set(0, fabric.registration(0, 100, 3));
        fabric.tables.get(0).installed.clear();
        for (int number = 1; number <= 4; number++) {
            final Leader next = new Leader(host, fabric.group(number));
            next.register(20, List.of(1));
            fabric.settle();
            assertEquals(number <= 3 ? null : MrpReason.QUOTA, next.refused);
        }
        assertEquals(3, fabric.tables.get(0).installed.size());
    }

    @Test
    void shouldKeepNMinus1GroupsWhenTheTableIsFullAtN() {
        fabric.tables.get(1).most = 5;
        for (int number = 2; number <= 8; number++) {
            final Leader next = new Leader(host, fabric.group(number));
            next.register(1, List.of(1, 5));
            fabric.settle();
            assertEquals(number <= 5 ? null : MrpReason.TABLE_FULL, next.refused);
        }
        assertEquals(5, fabric.tables.get(0).installed.size());
        assertEquals(5, fabric.tables.get(1).installed.size());
    }

    @Test
    void shouldRefuseMoreMembersThanAGroupMayHave() {
        leader.revision = 11;
        leader.sendGroup(501, 0);
        fabric.settle();
        assertEquals(MrpReason.SIZE, leader.refused);
        expect(MrpReason.SIZE);
    }

    @Test
    void shouldRefuseTheSameRevisionByAnotherPort() {
        final Leader other = new Leader(fabric.hosts.get(1), fabric.group(1));
        other.register(10, List.of(0, 5));
        fabric.settle();
        assertEquals(MrpReason.LOOP, other.refused);
        expect(MrpReason.LOOP);
    }

    @Test
    void shouldIgnoreARemovalThatDoesNotComeFromUpstream() {
        final Leader other = new Leader(fabric.hosts.get(1), fabric.group(1));
        other.remove(10);
        fabric.settle();
        assertEquals(Leader.State.IDLE, other.state);
        assertEquals(before, fabric.tables.get(0).installed);
    }

    @Test
    void shouldSpendABudgetBeforeAnyHmac() {
        final byte[] frame = nodes(host.flags());
        MrpReason reason = null;
        for (int i = 0; i < 100_100; i++) {
            reason = inject(frame);
        }
        assertEquals(MrpReason.RATE, reason);
        expect(MrpReason.RATE);
    }
}
