package io.polycast.sim.run;

import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.net.GroupTables;
import io.polycast.sim.net.Network;
import io.polycast.sim.net.SwitchNode;
import java.util.ArrayList;
import java.util.List;

/** Stands for the files and sets by which switches get their groups. */
final class Controller {
    /** How long it waits before it tries a switch again that is down. */
    private static final long RETRY_NS = 5_000;

    private final Network network;
    private final List<GroupState> groups;
    private final GroupTables tables;
    private final SwitchNode[] switches;

    Controller(final Network network, final List<GroupState> groups, final GroupTables tables) {
        this.network = network;
        this.groups = groups;
        this.tables = tables;
        switches = network.switches();
    }

    SwitchNode node(final int node) {
        return switches[node];
    }

    /** Switches that a group's tree passes. */
    List<Integer> nodes(final GroupState group) {
        return tables.nodes(group.index()).stream().sorted().toList();
    }

    /** Whether a group's tree passes a switch. */
    boolean serves(final int node, final GroupState group) {
        return tables.nodes(group.index()).contains(node);
    }

    /** Sets every group that passes a switch. */
    void installAll(final int node) {
        groups.forEach(group -> install(node, group));
    }

    /** Sets a group at a switch, if that is up; a set waits for one that stands still. */
    void install(final int node, final GroupState group) {
        switches[node].whenGoing(() -> installNow(node, group));
    }

    private void installNow(final int node, final GroupState group) {
        if (switches[node].isUp() && serves(node, group)) {
            put(node, group, tables.spec(node, group.index(), group), false);
        }
    }

    /** A switch that has just started takes what its file says; a group that is not there is set. */
    void startAll(final int node) {
        for (final GroupState group : groups) {
            if (!serves(node, group)) {
                continue;
            }
            final GroupSpec entry = switches[node].entry(group.index());
            if (entry == null) {
                install(node, group);
            } else {
                put(node, group, entry, true);
            }
        }
    }

    private void put(
            final int node, final GroupState group, final GroupSpec spec, final boolean starting) {
        final SwitchNode to = switches[node];
        try {
            if (starting) {
                to.startGroup(network.nowNs(), group.index(), spec);
            } else {
                to.set(network.nowNs(), group.index(), spec);
            }
        } catch (final GroupRefusedException e) {
            throw new InvariantViolation(
                    Invariant.TABLE_SIZES,
                    "switch " + node + " refused a group: " + e.getMessage(),
                    e);
        }
        if (to.role().groupCount() > to.settings().maxGroups()) {
            throw new InvariantViolation(
                    Invariant.TABLE_SIZES,
                    "switch "
                            + node
                            + " holds "
                            + to.role().groupCount()
                            + " groups of "
                            + to.settings().maxGroups());
        }
    }

    /** Sets a group at every switch that it passes, one after the other; waits for those that are down. */
    void announce(final GroupState group, final long gapNs, final Runnable then) {
        announce(group, new ArrayList<>(nodes(group)), gapNs, then);
    }

    private void announce(
            final GroupState group,
            final List<Integer> rest,
            final long gapNs,
            final Runnable then) {
        if (rest.isEmpty()) {
            then.run();
            return;
        }
        final int node = rest.get(0);
        final boolean up = switches[node].isUp();
        if (up) {
            install(node, group);
            rest.remove(0);
        }
        network.after(
                network.nowNs() + (up ? gapNs : RETRY_NS),
                () -> announce(group, rest, gapNs, then));
    }
}
