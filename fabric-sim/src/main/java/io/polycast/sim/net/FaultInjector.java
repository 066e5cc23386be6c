package io.polycast.sim.net;

import io.polycast.sim.group.GroupState;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.topology.Topology;

/** Makes the faults that have a place happen, and stands for the controller that installs groups. */
final class FaultInjector {
    private final Fabric fabric;
    private final Topology topology;
    private final Controller controller;
    private final SwitchNode[] switches;
    private final HostNode[] hosts;
    private final FabricLink[][] links;
    private final Forger forger;

    FaultInjector(
            final Fabric fabric,
            final Topology topology,
            final Controller controller,
            final SwitchNode[] switches,
            final HostNode[] hosts,
            final FabricLink[][] links) {
        this.fabric = fabric;
        this.topology = topology;
        this.controller = controller;
        this.switches = switches;
        this.hosts = hosts;
        this.links = links;
        forger = new Forger(fabric, hosts);
    }

    void schedule() {
        final boolean[] late = new boolean[switches.length];
        for (final Fault fault : fabric.scenario().faults()) {
            final boolean control =
                    fault.kind() == FaultKind.CONTROL_DELAYED
                            || fault.kind() == FaultKind.CONTROL_LOST;
            if (control) {
                final int node = fault.target() % switches.length;
                late[node] = true;
                fabric.tally().count(fault.kind());
                fabric.after(fault.lengthNs(), () -> controller.installAll(node));
            } else {
                fabric.after(fault.atNs(), () -> begin(fault));
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
                fabric.tally().count(fault.kind());
                controller.installAll(fault.target() % switches.length);
            }
            case GROUP_RESET -> reset(fault);
            case STANDSTILL -> standStill(fault);
            case FORGED_FEEDBACK, BEYOND_SENT, FORGED_DATA, STALE_DATA -> {
                if (forger.forge(fault)) {
                    fabric.tally().count(fault.kind());
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
        fabric.tally().count(fault.kind());
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
        fabric.tally().count(fault.kind());
        switches[node].stop();
        until(
                fault,
                () -> {
                    switches[node].start(fault.kind() == FaultKind.RESTART_KEEPING_STATE);
                    if (fault.detail() == 0) {
                        controller.startAll(node);
                    } else {
                        fabric.tally()
                                .count(
                                        (fault.detail() & 1) == 0
                                                ? FaultKind.CONTROL_DELAYED
                                                : FaultKind.CONTROL_LOST);
                        fabric.after(
                                fabric.nowNs() + fault.detail(), () -> controller.installAll(node));
                    }
                });
    }

    private void standStill(final Fault fault) {
        final SwitchNode node = switches[fault.target() % switches.length];
        if (node.isUp()) {
            fabric.tally().count(fault.kind());
            node.pause();
            until(fault, node::resume);
        }
    }

    private void reset(final Fault fault) {
        final int node = fault.target() % switches.length;
        final GroupState group = fabric.groups().get(fault.detail() % fabric.groups().size());
        if (!switches[node].isUp() || !switches[node].serves(group.index())) {
            return;
        }
        fabric.tally().count(fault.kind());
        switches[node].unset(fabric.nowNs(), group.index(), Addresses.mcstId(group.index()));
        until(fault, () -> controller.install(node, group));
    }

    private void onHost(final Fault fault) {
        final HostNode host = hosts[fault.target() % hosts.length];
        if (host.isDead() || host.members().isEmpty()) {
            return;
        }
        fabric.tally().count(fault.kind());
        switch (fault.kind()) {
            case CRASH -> host.crash();
            case PAUSE -> {
                host.pause(true);
                until(fault, () -> host.pause(false));
            }
            case SLOW_RECEIVER -> {
                host.slow(true, fault.detail());
                until(fault, () -> host.slow(false, 0));
            }
            case RNR_STORM -> {
                host.storm(true);
                until(fault, () -> host.storm(false));
            }
            default -> throw new IllegalArgumentException("fault without a place: " + fault);
        }
    }

    private void until(final Fault fault, final Runnable end) {
        fabric.after(fabric.nowNs() + fault.lengthNs(), end);
    }
}
