package io.polycast.sim.net;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.sim.group.GroupState;
import java.util.ArrayList;
import java.util.List;

/** Stands for what tells the switches of groups: their own files when they start, and sets. */
final class Controller {
    /** How long it waits before it tries a switch again that is down. */
    private static final long RETRY_NS = 5_000;

    private final Fabric fabric;
    private final GroupTables tables;
    private final SwitchNode[] switches;

    Controller(final Fabric fabric, final GroupTables tables, final SwitchNode[] switches) {
        this.fabric = fabric;
        this.tables = tables;
        this.switches = switches;
    }

    SwitchNode node(final int node) {
        return switches[node];
    }

    /** Switches that a group's tree passes. */
    List<Integer> nodes(final GroupState group) {
        return tables.nodes(group.index()).stream().sorted().toList();
    }

    /** Sets every group that passes a switch. */
    void installAll(final int node) {
        fabric.groups().forEach(group -> install(node, group));
    }

    /** Sets a group at a switch, if that is up; a set waits for one that stands still. */
    void install(final int node, final GroupState group) {
        switches[node].whenGoing(() -> installNow(node, group));
    }

    private void installNow(final int node, final GroupState group) {
        if (switches[node].isUp() && switches[node].serves(group.index())) {
            switches[node].set(fabric.nowNs(), group.index(), tables.spec(group, node));
        }
    }

    /** A switch that has just started takes what its file says; a group that is not there is set. */
    void startAll(final int node) {
        for (final GroupState group : fabric.groups()) {
            if (!switches[node].serves(group.index())) {
                continue;
            }
            final GroupSpec entry = switches[node].entry(group.index());
            if (entry == null) {
                install(node, group);
            } else {
                switches[node].startGroup(fabric.nowNs(), group.index(), entry);
            }
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
        fabric.after(
                fabric.nowNs() + (up ? gapNs : RETRY_NS), () -> announce(group, rest, gapNs, then));
    }
}
