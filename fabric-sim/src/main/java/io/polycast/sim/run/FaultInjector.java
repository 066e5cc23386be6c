package io.polycast.sim.run;

import io.polycast.sim.group.GroupState;
import io.polycast.sim.net.Addresses;
import io.polycast.sim.net.FabricLink;
import io.polycast.sim.net.HostNode;
import io.polycast.sim.net.Network;
import io.polycast.sim.net.SwitchNode;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.topology.Topology;
import java.util.List;

/**
 * Injects the faults of single switches, hosts and links. Also installs groups, as a controller would.
 */
final class FaultInjector {
    private final Network network;
    private final List<GroupState> groups;
    private final Topology topology;
    private final Controller controller;
    private final SwitchNode[] switches;
    private final Members members;
    private final FabricLink[][] links;
    private final Forger forger;

    FaultInjector(
            final Network network,
            final List<GroupState> groups,
            final Topology topology,
            final Controller controller,
            final Members members) {
        this.network = network;
        this.groups = groups;
        this.topology = topology;
        this.controller = controller;
        this.members = members;
        switches = network.switches();
        links = network.links();
        forger = new Forger(network, groups);
    }

    void schedule() {
        final boolean[] late = new boolean[switches.length];
        for (final Fault fault : network.scenario().trouble().faults()) {
            final boolean control =
                    fault.kind() == FaultKind.CONTROL_DELAYED
                            || fault.kind() == FaultKind.CONTROL_LOST;
            if (control) {
                final int node = fault.target() % switches.length;
                late[node] = true;
                network.tally().count(fault.kind());
                network.after(fault.lengthNs(), () -> controller.installAll(node));
            } else {
                network.after(fault.atNs(), () -> begin(fault));
            }
        }
        for (int node = 0; node < switches.length; node++) {
            if (!late[node]) {
                controller.installAll(node);
            }
        }
    }

    private void begin(final Fault fault) {
        switch (fault.kind()) {
            case LINK_DOWN -> linkDown(fault);
            case RESTART_KEEPING_STATE, RESTART_LOSING_STATE -> restart(fault);
            case CONTROL_REPEATED -> {
                network.tally().count(fault.kind());
                controller.installAll(fault.target() % switches.length);
            }
            case GROUP_RESET -> reset(fault);
            case STANDSTILL -> standStill(fault);
            case FORGED_FEEDBACK, BEYOND_SENT, FORGED_DATA, STALE_DATA -> {
                if (forger.forge(fault)) {
                    network.tally().count(fault.kind());
                }
            }
            default -> onHost(fault);
        }
    }

    private void linkDown(final Fault fault) {
        final int node = fault.target() % links.length;
        final int port = fault.detail() % links[node].length;
        final FabricLink forth = links[node][port];
        final FabricLink back = links[topology.peerNode(node, port)][topology.peerPort(node, port)];
        network.tally().count(fault.kind());
        forth.down(true);
        back.down(true);
        until(
                fault,
                () -> {
                    forth.down(false);
                    back.down(false);
                });
    }

    private void restart(final Fault fault) {
        final int node = fault.target() % switches.length;
        if (!switches[node].isUp()) {
            return;
        }
        network.tally().count(fault.kind());
        switches[node].stop();
        until(
                fault,
                () -> {
                    switches[node].start(fault.kind() == FaultKind.RESTART_KEEPING_STATE);
                    if (fault.detail() == 0) {
                        controller.startAll(node);
                    } else {
                        network.tally()
                                .count(
                                        (fault.detail() & 1) == 0
                                                ? FaultKind.CONTROL_DELAYED
                                                : FaultKind.CONTROL_LOST);
                        network.after(
                                network.nowNs() + fault.detail(),
                                () -> controller.installAll(node));
                    }
                });
    }

    private void standStill(final Fault fault) {
        final SwitchNode node = switches[fault.target() % switches.length];
        if (node.isUp()) {
            network.tally().count(fault.kind());
            node.pause();
            until(fault, node::resume);
        }
    }

    private void reset(final Fault fault) {
        final int node = fault.target() % switches.length;
        final GroupState group = groups.get(fault.detail() % groups.size());
        if (!switches[node].isUp() || !controller.serves(node, group)) {
            return;
        }
        network.tally().count(fault.kind());
        switches[node].unset(network.nowNs(), group.index(), Addresses.mcstId(group.index()));
        until(fault, () -> controller.install(node, group));
    }

    private void onHost(final Fault fault) {
        final int number = fault.target() % network.hosts().length;
        final HostNode host = members.node(number);
        if (host.isDead() || host.isEmpty()) {
            return;
        }
        network.tally().count(fault.kind());
        switch (fault.kind()) {
            case CRASH -> members.crash(number);
            case PAUSE -> {
                host.pause(true);
                until(fault, () -> host.pause(false));
            }
            case SLOW_RECEIVER -> {
                host.slow(true, fault.detail());
                until(fault, () -> host.slow(false, 0));
            }
            case RNR_STORM -> {
                members.storm(number, true);
                until(fault, () -> members.storm(number, false));
            }
            default -> throw new IllegalArgumentException("fault without a place: " + fault);
        }
    }

    private void until(final Fault fault, final Runnable end) {
        network.after(network.nowNs() + fault.lengthNs(), end);
    }
}
