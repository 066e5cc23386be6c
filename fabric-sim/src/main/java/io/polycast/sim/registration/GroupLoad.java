package io.polycast.sim.registration;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.topology.Topologies;
import java.util.ArrayList;
import java.util.List;

/**
 * Many groups of one size, registered at once by a few leaders over four leaves and two spines of whole switches. No
 * frame is lost. For benchmarks: the caller takes the time.
 */
public final class GroupLoad implements AutoCloseable {
    /** Hosts of the network, 16 at each leaf. */
    public static final int HOSTS = 64;

    /** Switches of the network. */
    public static final int SWITCHES = 6;

    /** Most leaders: one at each leaf. */
    public static final int MOST_LEADERS = 4;

    private static final int LEAVES = 4;
    private static final int HOSTS_PER_LEAF = HOSTS / LEAVES;
    private static final int MOST_PORTS = 64;
    private static final long DAY_NS = 86_400_000 * Fabric.MS;
    private static final long BOUND_NS = 600_000 * Fabric.MS;

    private final CoreFabric fabric;
    private final List<Leader> leaders = new ArrayList<>();
    private final int members;

    /**
     * A network without groups.
     *
     * @param groups to register, at least 1
     * @param leading hosts that lead them in turn, in [1, {@link #MOST_LEADERS}]
     * @param members of each group with its leader, in [2, {@link #HOSTS}]
     */
    public GroupLoad(final int groups, final int leading, final int members) {
        this.members = members;
        fabric =
                new CoreFabric(
                        Topologies.spineLeaf(SWITCHES - LEAVES, LEAVES, HOSTS_PER_LEAF),
                        new Wire(1, 0, 0, 0),
                        true,
                        new RegisteringSwitch.Room(
                                groups, MOST_PORTS * groups, groups, DAY_NS, false));
        for (int group = 0; group < groups; group++) {
            final int host = group % leading * HOSTS_PER_LEAF;
            leaders.add(new Leader(fabric.hosts.get(host), fabric.group(group + 1)));
        }
    }

    /**
     * Registers all groups, until each leader has its last answer.
     *
     * @throws IllegalStateException when a group is refused, or not in force everywhere
     */
    public void register() {
        for (final Leader leader : leaders) {
            final List<Integer> others = new ArrayList<>();
            for (int i = 1; i < members; i++) {
                // Hosts of all leaves, as many of each as it goes.
                final int place = i % LEAVES * HOSTS_PER_LEAF + i / LEAVES;
                others.add((leader.host.number + place) % HOSTS);
            }
            leader.register(1, others);
        }
        await();
        for (int group = 1; group <= leaders.size(); group++) {
            require(group, ends(group), members);
        }
    }

    /** Removes all groups; throws {@link IllegalStateException} when one is left at a switch. */
    public void remove() {
        for (final Leader leader : leaders) {
            leader.remove(2);
        }
        await();
        for (int group = 1; group <= leaders.size(); group++) {
            require(group, ends(group), 0);
        }
    }

    private void await() {
        final long end = fabric.nowNs() + BOUND_NS;
        while (leaders.stream().anyMatch(leader -> leader.state != Leader.State.IDLE)) {
            if (fabric.nowNs() > end) {
                throw new IllegalStateException("leaders are not answered");
            }
            fabric.run(Fabric.TICK);
        }
        for (final Leader leader : leaders) {
            if (leader.refused != null) {
                throw new IllegalStateException(leader.group + " is refused: " + leader.refused);
            }
        }
    }

    /** Hosts that the tables of all leaves lead to. */
    private int ends(final int group) {
        int hosts = 0;
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            final GroupSpec spec = fabric.spec(leaf, group);
            if (spec != null) {
                hosts += (int) spec.paths().stream().filter(path -> path.ip() != null).count();
            }
        }
        return hosts;
    }

    private static void require(final int group, final int found, final int wanted) {
        if (found != wanted) {
            throw new IllegalStateException(
                    "group " + group + " leads to " + found + " hosts, not to " + wanted);
        }
    }

    /** Frames that switches took. */
    public long frames() {
        return fabric.frames();
    }

    /** Time in the network since the start, in ns. */
    public long virtualNs() {
        return fabric.nowNs();
    }

    /** Bytes of one switch's tables, which have room for 64 paths of each group. */
    public long tableBytes() {
        return fabric.nodes.get(0).role().tableBytes();
    }

    @Override
    public void close() {
        fabric.close();
    }
}
