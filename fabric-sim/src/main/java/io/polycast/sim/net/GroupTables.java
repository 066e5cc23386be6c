package io.polycast.sim.net;

import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Scenario;
import io.polycast.topology.Branch;
import io.polycast.topology.MulticastTree;
import io.polycast.topology.PortLoad;
import io.polycast.topology.Topology;
import io.polycast.topology.TreePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Entries that a controller would send to each switch: the groups' trees as group specifications.
 */
public final class GroupTables {
    /** A switch takes data of its kernel over so often, at least, before it can be silent. */
    private static final int LOOKS = 8;

    /** Switches on the way from a source to a member, in any shape. */
    private static final int MOST_TIERS = 5;

    private final Scenario scenario;
    private final Topology topology;
    private final List<MulticastTree> trees = new ArrayList<>();

    /**
     * Lays the trees.
     *
     * @param scenario with the groups
     * @param topology of its shape
     */
    public GroupTables(final Scenario scenario, final Topology topology) {
        this.scenario = scenario;
        this.topology = topology;
        final TreePlanner planner = new TreePlanner(topology, new PortLoad(topology));
        for (final GroupPlan group : scenario.groups()) {
            trees.add(planner.plan(group.hosts()));
        }
    }

    /**
     * @param group number
     * @return switches that its tree passes
     */
    public Set<Integer> nodes(final int group) {
        return trees.get(group).branches().keySet();
    }

    /**
     * @param node of a switch
     * @return by group bits of the members behind each port, null where the tree does not pass
     */
    public long[][] behind(final int node) {
        final long[][] behind = new long[trees.size()][];
        for (int group = 0; group < behind.length; group++) {
            final List<Branch> branches = trees.get(group).branches().get(node);
            if (branches == null) {
                continue;
            }
            behind[group] = new long[topology.portCount(node)];
            for (final Branch branch : branches) {
                for (final int host : branch.hosts()) {
                    behind[group][branch.port()] |=
                            1L << scenario.groups().get(group).hosts().indexOf(host);
                }
            }
        }
        return behind;
    }

    /** Tables exactly as large as what they must hold. */
    CepheusSettings settings(final int node) {
        int groups = 0;
        int paths = 0;
        for (final MulticastTree tree : trees) {
            final List<Branch> branches = tree.branches().get(node);
            groups += branches == null ? 0 : 1;
            paths += branches == null ? 0 : branches.size();
        }
        return CepheusSettings.of(Addresses.switchMac(node), topology.portCount(node))
                .withPrefix6(scenario.transport().addressing().ipv6() ? Addresses.PREFIX6 : null)
                .withVerifyAllIcrc(scenario.switches().verifyAllIcrc())
                .withTables(Math.max(1, groups), Math.max(1, paths))
                .withNakRepeat(scenario.switches().nakRepeatNs())
                .withExchange(
                        new CepheusSettings.ExchangeSettings(
                                scenario.switches().idleAnewNs(),
                                CepheusSettings.ExchangeSettings.DEFAULT.answerWindow()));
    }

    /**
     * How long a switch waits for a silent member, at all switches the same: longer than all faults
     * together, for what came to grief among them is no silence.
     */
    long silentAfterNs() {
        return Math.max(
                scenario.trouble().endNs() + scenario.switches().silentMarginNs(),
                LOOKS * scenario.switches().kernel().moves().syncNs());
    }

    /**
     * Longest time until a dead member is out everywhere: with the last member of a switch the switch
     * falls silent, and is taken out by the next.
     *
     * @param group number
     * @return the time in ns
     */
    public long longestSilenceNs(final int group) {
        final long waitNs = silentAfterNs() + 2 * scenario.transport().retryNs();
        return waitNs * Math.min(MOST_TIERS, trees.get(group).branches().size());
    }

    /**
     * An entry of a group at a switch.
     *
     * @param node of the switch
     * @param group number
     * @param job that runs or comes next
     * @return the entry
     */
    public GroupSpec spec(final int node, final int group, final GroupJob job) {
        final GroupPlan plan = scenario.groups().get(group);
        final boolean ipv6 = scenario.transport().addressing().ipv6();
        final List<PathSpec> paths = new ArrayList<>();
        for (final Branch branch : trees.get(group).branches().get(node)) {
            if (topology.isHost(branch.node())) {
                final int host = branch.node() - topology.switchCount();
                final int member = plan.hosts().indexOf(host);
                paths.add(
                        new PathSpec(
                                branch.port(),
                                PathSpec.ANY_VLAN,
                                Addresses.bytes(Addresses.ip(host), ipv6),
                                Addresses.hostMac(host),
                                job.qpn(member),
                                job.memory(member)));
            } else {
                paths.add(
                        new PathSpec(
                                branch.port(),
                                PathSpec.ANY_VLAN,
                                null,
                                Addresses.switchMac(branch.node()),
                                0,
                                null));
            }
        }
        return new GroupSpec(
                        Addresses.mcstId(group),
                        0,
                        job.announcedPsn(),
                        false,
                        plan.refusal() != null && plan.refusal().evicts()
                                ? FatalNakPolicy.EVICT_MEMBER
                                : FatalNakPolicy.FAIL_GROUP,
                        plan.evict() ? SilentPolicy.EVICT : SilentPolicy.FREEZE,
                        plan.evict() ? silentAfterNs() : 0,
                        paths)
                .withEpoch(job.epoch());
    }
}
