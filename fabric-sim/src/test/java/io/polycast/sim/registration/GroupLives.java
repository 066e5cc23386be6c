package io.polycast.sim.registration;

import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpType;
import io.polycast.topology.Topologies;
import io.polycast.topology.Topology;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One seed: leaders register, change and remove groups, in any state of the exchange before. Frames are
 * lost, repeated and overtaken; hosts refuse or are silent; tables are full; switches restart.
 */
public final class GroupLives {
    private static final int CONFIGURED = 9;

    private final Random random;
    private final PlainFabric fabric;
    private final List<Leader> leaders = new ArrayList<>();
    private boolean hasLostState;

    /** A run that knows its seed alone. */
    public GroupLives(final long seed) {
        random = new Random(seed);
        final Topology topology =
                random.nextInt(4) == 0
                        ? Topologies.fatTree(4)
                        : Topologies.spineLeaf(
                                1 + random.nextInt(3),
                                1 + random.nextInt(4),
                                2 + random.nextInt(3));
        final Wire wire =
                new Wire(
                        random.nextLong(),
                        random.nextInt(26) / 100.0,
                        random.nextInt(30) / 100.0,
                        random.nextInt(3) == 0 ? 0 : random.nextInt((int) (40 * Fabric.MS)));
        fabric = new PlainFabric(topology, wire, random.nextBoolean(), true);
        fabric.tables.forEach(table -> table.fixed.add(fabric.group(CONFIGURED).last32()));
        final int groups = Math.min(topology.hostCount(), 1 + random.nextInt(3));
        final List<Integer> hosts = shuffled();
        for (int i = 0; i < groups; i++) {
            final Leader leader = new Leader(fabric.hosts.get(hosts.get(i)), fabric.group(i + 1));
            leader.revision = random.nextBoolean() ? 65_530 : 1;
            leaders.add(leader);
        }
        if (groups < hosts.size()) {
            new Leader(fabric.hosts.get(hosts.get(groups)), fabric.group(CONFIGURED));
        }
    }

    /** Runs the seed; throws an AssertionError where a rule is broken. */
    public void run() {
        final int steps = 20 + random.nextInt(40);
        for (int step = 0; step < steps; step++) {
            act(leaders.get(random.nextInt(leaders.size())));
            pass(5 + random.nextInt(400));
        }
        heal();
        leaders.forEach(leader -> leader.register(next(leader), members(leader)));
        awaitLeaders();
        leaders.forEach(this::checkTree);
        leaders.forEach(leader -> leader.remove(next(leader)));
        awaitLeaders();
        if (!hasLostState) {
            checkEmpty();
        }
        // A switch that forgot a group cannot tell those behind it of its end: age does.
        fabric.skip(86_400_000 * Fabric.MS);
        pass(40_000);
        checkEmpty();
        for (int node = 0; node < fabric.switches.size(); node++) {
            check(fabric.switches.get(node).size() == 0, "switch " + node + " remembers a group");
        }
    }

    private void act(final Leader leader) {
        final int node = random.nextInt(fabric.switches.size());
        final Host host = fabric.hosts.get(random.nextInt(fabric.hosts.size()));
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3, 4 -> leader.register(next(leader), members(leader));
            case 5 -> leader.remove(next(leader));
            case 6 -> toggle(host.refusing, leader.group);
            case 7 -> host.silent = host != leader.host && !host.silent;
            case 8 -> {
                final Tables table = fabric.tables.get(node);
                table.most = table.most == 0 ? 100_000 : 0;
            }
            case 9 -> restart(node, random.nextBoolean());
            case 10 -> repeatOldFrames(leader);
            case 11 -> registerConfigured();
            case 12 -> fabric.skip(random.nextInt(40_000) * Fabric.MS);
            default -> {
                // Time alone passes.
            }
        }
    }

    private static <T> void toggle(final Set<T> set, final T element) {
        if (!set.remove(element)) {
            set.add(element);
        }
    }

    private static int next(final Leader leader) {
        return leader.revision + 1 & 0xFFFF;
    }

    private List<Integer> shuffled() {
        final List<Integer> all =
                new ArrayList<>(IntStream.range(0, fabric.topology.hostCount()).boxed().toList());
        Collections.shuffle(all, random);
        return all;
    }

    private List<Integer> members(final Leader leader) {
        final List<Integer> all = shuffled();
        all.remove(Integer.valueOf(leader.host.number));
        return List.copyOf(all.subList(0, 1 + random.nextInt(all.size())));
    }

    private void restart(final int node, final boolean keeps) {
        final Tables table = fabric.tables.get(node);
        final List<RegisteredGroup> kept = new ArrayList<>();
        for (final Leader leader : leaders) {
            final RegisteredGroup group = fabric.switches.get(node).find(leader.group);
            if (group != null && keeps) {
                kept.add(group);
            }
        }
        table.reserved.clear();
        if (!keeps) {
            hasLostState |= !table.installed.isEmpty();
            table.installed.clear();
        }
        fabric.switches.set(node, fabric.registration(node, 2000, 2000));
        kept.forEach(group -> fabric.switches.get(node).restore(group, fabric.nowNs()));
    }

    /** As frames that were long under way: a group in force stays, and goes back to no older revision. */
    private void repeatOldFrames(final Leader leader) {
        final int root = root(leader);
        final int before = fabric.switches.get(root).revisionOf(leader.group);
        final int now = leader.revision;
        leader.revision = now - 1 - random.nextInt(3) & 0xFFFF;
        final boolean isOlder = before >= 0 && Mrp.isNewer(before, leader.revision);
        if (random.nextBoolean()) {
            leader.sendSet();
        } else if (isOlder) {
            leader.order(MrpType.REMOVE, MrpOrder.ALL);
        }
        leader.revision = now;
        if (isOlder && leader.state == Leader.State.IDLE) {
            pass(100);
            final int after = fabric.switches.get(root).revisionOf(leader.group);
            check(
                    after >= 0 && !Mrp.isNewer(before, after),
                    "old frames bring revision " + before + " back to " + after);
        }
    }

    private int root(final Leader leader) {
        return fabric.topology.peerNode(fabric.topology.hostNode(leader.host.number), 0);
    }

    private void registerConfigured() {
        for (final Host host : fabric.hosts) {
            if (host.leader != null && host.leader.group.equals(fabric.group(CONFIGURED))) {
                host.leader.register(next(host.leader), members(host.leader));
            }
        }
    }

    private void heal() {
        fabric.wire.calm(true);
        fabric.tables.forEach(table -> table.most = 100_000);
        for (final Host host : fabric.hosts) {
            host.silent = false;
            host.refusing.clear();
        }
        pass(40_000);
    }

    private void awaitLeaders() {
        for (int i = 0; i < 600 && !areIdle(); i++) {
            pass(100);
        }
        for (final Leader leader : leaders) {
            check(leader.refused == null, leader.group + " is refused: " + leader.refused);
            check(
                    leader.state == Leader.State.IDLE,
                    leader.group + " is " + leader.state + ", missing " + leader.missing);
        }
        pass(1_000);
    }

    private boolean areIdle() {
        return leaders.stream().allMatch(leader -> leader.state == Leader.State.IDLE);
    }

    private void pass(final int ms) {
        final long end = fabric.nowNs() + ms * Fabric.MS;
        while (fabric.nowNs() < end) {
            fabric.run(Math.min(Fabric.TICK, end - fabric.nowNs()));
            leaders.forEach(this::checkAgreed);
            fabric.tables.forEach(
                    table ->
                            check(
                                    !table.installed.containsKey(fabric.group(CONFIGURED).last32()),
                                    "a configured group is registered"));
        }
    }

    /** Installed is only what all members of its revision confirmed, and it names these alone. */
    private void checkAgreed(final Leader leader) {
        for (int node = 0; node < fabric.switches.size(); node++) {
            final GroupSpec spec = fabric.tables.get(node).installed.get(leader.group.last32());
            final int revision = fabric.switches.get(node).revisionOf(leader.group);
            check(
                    spec != null == revision >= 0,
                    "switch " + node + ": entry " + spec + ", revision " + revision);
            if (spec == null) {
                continue;
            }
            final Set<MrpAddress> agreed = leader.agreed.get(revision);
            check(agreed != null, "switch " + node + " installed revision " + revision);
            for (final PathSpec path : spec.paths()) {
                check(
                        !path.isHost() || hosts(agreed).contains(hostAt(node, path)),
                        "switch " + node + " serves a stranger in revision " + revision);
            }
        }
        for (final Host host : fabric.hosts) {
            leader.agreed.forEach(
                    (revision, members) ->
                            check(
                                    host == leader.host
                                            || !members.contains(host.address())
                                            || host.confirmed
                                                    .getOrDefault(leader.group, Set.of())
                                                    .contains(revision),
                                    "host " + host.number + " did not confirm " + revision));
            final Integer committed = host.committed.get(leader.group);
            check(
                    committed == null || leader.agreed.containsKey(committed),
                    "host " + host.number + " committed " + committed);
        }
    }

    private Set<Integer> hosts(final Set<MrpAddress> addresses) {
        final Set<Integer> hosts = new HashSet<>();
        for (final Host host : fabric.hosts) {
            if (addresses.contains(host.address())) {
                hosts.add(host.number);
            }
        }
        return hosts;
    }

    private int hostAt(final int node, final PathSpec path) {
        final int host =
                fabric.topology.peerNode(node, path.port()) - fabric.topology.switchCount();
        check(
                Arrays.equals(path.ip(), fabric.address(host).bytes()),
                "switch " + node + " has a wrong address at port " + path.port());
        return host;
    }

    /** The entries are one tree from the leader to its members. */
    private void checkTree(final Leader leader) {
        final Topology topology = fabric.topology;
        final Map<Integer, Set<MrpAddress>> agreed = leader.agreed;
        final List<Integer> reached = new ArrayList<>();
        final Set<Integer> seen = new HashSet<>();
        final Deque<Integer> next = new ArrayDeque<>();
        final int root = root(leader);
        next.add(root);
        seen.add(root);
        int links = 0;
        while (!next.isEmpty()) {
            final int node = next.remove();
            final GroupSpec spec = fabric.tables.get(node).installed.get(leader.group.last32());
            check(spec != null, "the tree of " + leader.group + " ends at switch " + node);
            check(
                    fabric.switches.get(node).revisionOf(leader.group) == leader.revision,
                    "switch " + node + " has another revision than " + leader.group);
            for (final PathSpec path : spec.paths()) {
                if (path.isHost()) {
                    reached.add(hostAt(node, path));
                    continue;
                }
                links++;
                final int peer = topology.peerNode(node, path.port());
                if (seen.add(peer)) {
                    next.add(peer);
                }
            }
        }
        check(links == 2 * (seen.size() - 1), "the tree of " + leader.group + " has a circle");
        Collections.sort(reached);
        final List<Integer> expected = new ArrayList<>(hosts(agreed.get(leader.revision)));
        Collections.sort(expected);
        check(reached.equals(expected), reached + " in place of " + expected);
        for (int node = 0; node < fabric.tables.size() && !hasLostState; node++) {
            check(
                    seen.contains(node)
                            || !fabric.tables
                                    .get(node)
                                    .installed
                                    .containsKey(leader.group.last32()),
                    "switch " + node + " is left over of " + leader.group);
        }
    }

    private void checkEmpty() {
        for (int node = 0; node < fabric.tables.size(); node++) {
            final Tables table = fabric.tables.get(node);
            check(table.installed.isEmpty(), "switch " + node + " keeps " + table.installed);
            check(table.reserved.isEmpty(), "switch " + node + " keeps room " + table.reserved);
        }
    }

    private static void check(final boolean holds, final String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
