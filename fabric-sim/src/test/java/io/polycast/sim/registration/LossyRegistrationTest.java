package io.polycast.sim.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpType;
import io.polycast.topology.Topologies;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Loss, repetition and reordering do not change the tables that a run ends with. */
class LossyRegistrationTest {
    private static final Topology LEAVES = Topologies.spineLeaf(2, 10, 30);
    private static final List<Integer> ALL = IntStream.range(1, 300).boxed().toList();

    @Property(tries = 12)
    void shouldRegister300MembersWhateverHappens(
            @ForAll final long seed, @ForAll @IntRange(max = 30) final int lossPercent) {
        final boolean ipv6 = seed % 2 == 0;
        final PlainFabric clean = fabric(new Wire(0, 0, 0, 0), ipv6);
        final PlainFabric lossy =
                fabric(new Wire(seed, lossPercent / 100.0, 0.2, (int) (30 * Fabric.MS)), ipv6);
        change(clean, 1, ALL);
        change(lossy, 1, ALL);
        assertEquals(tables(clean), tables(lossy));
        assertEquals(300, commits(lossy));

        final Random random = new Random(seed);
        final List<Integer> fewer = new ArrayList<>(ALL);
        fewer.removeIf(member -> random.nextInt(3) == 0);
        change(clean, 2, fewer);
        change(lossy, 2, fewer);
        assertEquals(tables(clean), tables(lossy));
        assertEquals(fewer.size() + 1, commits(lossy));

        change(clean, 3, ALL);
        change(lossy, 3, ALL);
        assertEquals(tables(clean), tables(lossy));

        clean.hosts.get(0).leader.remove(4);
        lossy.hosts.get(0).leader.remove(4);
        finish(clean);
        finish(lossy);
        assertEquals(tables(clean), tables(lossy));
        lossy.tables.forEach(table -> assertTrue(table.installed.isEmpty()));
        assertEquals(0, commits(lossy));
        forget(lossy);
    }

    /** Nothing is left behind, neither room nor memory. */
    private static void forget(final PlainFabric fabric) {
        fabric.run(40_000 * Fabric.MS);
        fabric.switches.forEach(one -> assertEquals(0, one.size()));
        fabric.tables.forEach(table -> assertTrue(table.reserved.isEmpty()));
    }

    @Property(tries = 12)
    void shouldInstallNowhereWhatIsRefusedAnywhere(
            @ForAll final long seed,
            @ForAll @IntRange(max = 20) final int lossPercent,
            @ForAll final boolean byHost) {
        final PlainFabric fabric =
                fabric(new Wire(seed, lossPercent / 100.0, 0.2, (int) (30 * Fabric.MS)), true);
        change(fabric, 65535, List.of(1, 40, 70));
        final List<Map<Integer, GroupSpec>> before = tables(fabric);
        final Random random = new Random(seed);
        if (byHost) {
            fabric.hosts.get(200 + random.nextInt(100)).refusing.add(fabric.group(1));
        } else {
            fabric.tables.get(3 + random.nextInt(7)).most = 0;
        }
        final Leader leader = fabric.hosts.get(0).leader;
        leader.register(0, ALL);
        finish(fabric);
        assertEquals(byHost ? MrpReason.NODE : MrpReason.TABLE_FULL, leader.refused);
        assertEquals(before, tables(fabric));
        fabric.run(40_000 * Fabric.MS);
        assertEquals(before, tables(fabric));
        fabric.tables.forEach(table -> assertTrue(table.reserved.isEmpty()));
    }

    @Test
    void shouldNameWhoIsMissing() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), true);
        fabric.hosts.get(77).silent = true;
        fabric.hosts.get(178).silent = true;
        final Leader leader = new Leader(fabric.hosts.get(0), fabric.group(1));
        leader.register(1, ALL);
        fabric.run(5000 * Fabric.MS);
        assertEquals(Leader.State.SETTING, leader.state);
        assertEquals(java.util.Set.of(fabric.address(77), fabric.address(178)), leader.missing);
        fabric.tables.forEach(table -> assertTrue(table.installed.isEmpty()));
        leader.state = Leader.State.COMMITTING;
        fabric.run(5000 * Fabric.MS);
        assertEquals(12 - 1, fabric.tables.stream().filter(t -> !t.installed.isEmpty()).count());
        assertEquals(298, commits(fabric));
    }

    @Test
    void shouldTakeOutPrunedBranchesAndThoseBehindThem() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), true);
        change(fabric, 1, List.of(1, 40, 70));
        assertEquals(4, tables(fabric).stream().filter(table -> !table.isEmpty()).count());
        change(fabric, 2, List.of(1, 40));
        assertTrue(fabric.tables.get(2).installed.isEmpty());
        assertEquals(null, fabric.hosts.get(70).committed.get(fabric.group(1)));
        assertEquals(3, tables(fabric).stream().filter(table -> !table.isEmpty()).count());
    }

    /** Hosts behind another switch: a leader that waited for its own neighbours alone was done too soon. */
    @Test
    void shouldWaitForHostsThatLeft() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), true);
        change(fabric, 1, List.of(1, 40, 41, 42));
        fabric.hosts.get(41).silent = true;
        final Leader leader = fabric.hosts.get(0).leader;
        leader.register(2, List.of(1, 40, 42));
        fabric.run(5000 * Fabric.MS);
        assertEquals(Leader.State.COMMITTING, leader.state);
        assertEquals(java.util.Set.of(fabric.address(41)), leader.missing);
        fabric.hosts.get(41).silent = false;
        finish(fabric);
        assertEquals(null, fabric.hosts.get(41).committed.get(fabric.group(1)));
        fabric.hosts.get(42).silent = true;
        leader.remove(3);
        fabric.run(5000 * Fabric.MS);
        assertEquals(java.util.Set.of(fabric.address(42)), leader.missing);
    }

    /** Seed 34 of {@code sim faults --registrations}: a revision that was refused hid the one in force. */
    @Test
    void shouldPruneABranchThatRefusedTheRevisionBetween() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), true);
        change(fabric, 1, List.of(1, 40, 70));
        fabric.hosts.get(71).refusing.add(fabric.group(1));
        final Leader leader = fabric.hosts.get(0).leader;
        leader.register(2, List.of(1, 40, 71));
        finish(fabric);
        assertEquals(MrpReason.NODE, leader.refused);
        change(fabric, 3, List.of(1, 40));
        assertTrue(fabric.tables.get(2).installed.isEmpty());
        assertEquals(null, fabric.hosts.get(70).committed.get(fabric.group(1)));
    }

    @Test
    void shouldBringBackASwitchThatLostAllByARefresh() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), true);
        change(fabric, 1, List.of(1, 40, 70));
        final List<Map<Integer, GroupSpec>> before = tables(fabric);
        fabric.tables.get(2).installed.clear();
        fabric.switches.set(2, fabric.registration(2, 2000, 2000));
        assertNotEquals(before, tables(fabric));
        final Leader leader = fabric.hosts.get(0).leader;
        leader.sendGroup(4, 3);
        fabric.run(2000 * Fabric.MS);
        assertEquals(before, tables(fabric));
    }

    @Test
    void shouldAgeAGroupThatNobodyRefreshes() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), false);
        change(fabric, 1, List.of(1, 40, 70));
        final long hour = 3_600_000 * Fabric.MS;
        for (int i = 0; i < 30; i++) {
            fabric.skip(hour);
            fabric.hosts.get(0).leader.sendGroup(4, 3);
            fabric.run(Fabric.TICK);
        }
        assertEquals(4, tables(fabric).stream().filter(table -> !table.isEmpty()).count());
        fabric.skip(24 * hour);
        fabric.run(Fabric.TICK);
        fabric.tables.forEach(table -> assertTrue(table.installed.isEmpty()));
        fabric.switches.forEach(one -> assertEquals(0, one.size()));
    }

    @Property(tries = 20)
    void shouldTellTheLeaderOfEvictedMembers(
            @ForAll final long seed, @ForAll @IntRange(max = 30) final int lossPercent) {
        final PlainFabric fabric =
                fabric(new Wire(seed, lossPercent / 100.0, 0.2, (int) (30 * Fabric.MS)), true);
        change(fabric, 1, List.of(1, 40, 70));
        pathOut(fabric, 2, 70, false);
        pathOut(fabric, 0, 1, true);
        fabric.run(20_000 * Fabric.MS);
        assertEquals(2, fabric.hosts.get(0).leader.events.size());
    }

    private static void pathOut(
            final PlainFabric fabric, final int node, final int host, final boolean isDemoted) {
        final MrpAddress group = fabric.group(1);
        for (final PathSpec path : fabric.tables.get(node).installed.get(group.last32()).paths()) {
            if (path.isHost() && Arrays.equals(path.ip(), fabric.address(host).bytes())) {
                fabric.switches.get(node).onPathOut(group, path, isDemoted);
                return;
            }
        }
        throw new AssertionError("switch " + node + " has no path to host " + host);
    }

    @Test
    void shouldSayWhenATickIsDue() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), false);
        final long now = fabric.nowNs();
        assertEquals(Long.MAX_VALUE, fabric.switches.get(0).onTick(now, fabric.wallMs()));
        change(fabric, 1, List.of(1, 40, 70));
        final long later = fabric.nowNs() + 2000 * Fabric.MS;
        assertEquals(
                later + 1000 * Fabric.MS, fabric.switches.get(0).onTick(later, fabric.wallMs()));
        pathOut(fabric, 0, 1, false);
        assertEquals(later + 20 * Fabric.MS, fabric.switches.get(0).onTick(later, fabric.wallMs()));
        assertEquals(
                later + 20 * Fabric.MS, fabric.switches.get(0).onTick(later + 1, fabric.wallMs()));
    }

    @Test
    void shouldForgetARevisionThatIsNeverCommitted() {
        final PlainFabric fabric = fabric(new Wire(0, 0, 0, 0), true);
        final Leader leader = new Leader(fabric.hosts.get(0), fabric.group(1));
        leader.commits = false;
        leader.register(1, ALL);
        fabric.run(1000 * Fabric.MS);
        leader.order(MrpType.REMOVE, 1);
        leader.state = Leader.State.IDLE;
        fabric.run(1000 * Fabric.MS);
        fabric.tables.forEach(table -> assertTrue(table.reserved.isEmpty()));
        leader.register(2, ALL);
        fabric.run(1000 * Fabric.MS);
        leader.state = Leader.State.IDLE;
        forget(fabric);
    }

    private static PlainFabric fabric(final Wire wire, final boolean ipv6) {
        return new PlainFabric(LEAVES, wire, ipv6, true);
    }

    private static void change(
            final PlainFabric fabric, final int revision, final List<Integer> members) {
        final Leader before = fabric.hosts.get(0).leader;
        final Leader leader =
                before != null ? before : new Leader(fabric.hosts.get(0), fabric.group(1));
        leader.register(revision, members);
        finish(fabric);
        assertEquals(null, leader.refused);
        assertTrue(leader.missing.isEmpty());
    }

    /** Until the leader has its answer, and what is under way has arrived. */
    private static void finish(final PlainFabric fabric) {
        final Leader leader = fabric.hosts.get(0).leader;
        for (int i = 0; i < 4000 && leader.state != Leader.State.IDLE; i++) {
            fabric.run(50 * Fabric.MS);
        }
        assertEquals(Leader.State.IDLE, leader.state, "missing " + leader.missing);
        fabric.run(200 * Fabric.MS);
    }

    private static long commits(final PlainFabric fabric) {
        return fabric.hosts.stream()
                        .filter(host -> host.committed.containsKey(fabric.group(1)))
                        .count()
                + (fabric.switches.get(0).revisionOf(fabric.group(1)) < 0 ? 0 : 1);
    }

    /** Entries of all switches; memory of hosts is in them. */
    private static List<Map<Integer, GroupSpec>> tables(final PlainFabric fabric) {
        final List<Map<Integer, GroupSpec>> all = new ArrayList<>();
        fabric.tables.forEach(table -> all.add(Map.copyOf(table.installed)));
        return all;
    }
}
