package io.polycast.sim.registration;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Checks of a run: some after each frame and tick, others once the network is quiet. */
final class RegistrationWitness {
    /** Number of the group that each switch has in its file. */
    static final int CONFIGURED = 200;

    private static final int PSN = 100;
    private static final int FIRST_QPN = 257;
    private static final int QPN_OFFSET = MrpFrame.HEADERS_IPV4 + 5;

    private final CoreFabric fabric;
    private final List<Led> groups;
    private final int[][] newest;
    private final GroupSpec[] configured;
    private final GroupSpec[] checked;

    RegistrationWitness(final CoreFabric fabric, final List<Led> groups) {
        this.fabric = fabric;
        this.groups = groups;
        newest = new int[fabric.nodes.size()][groups.size()];
        configured = new GroupSpec[fabric.nodes.size()];
        checked = new GroupSpec[fabric.nodes.size()];
        for (final int[] ofNode : newest) {
            Arrays.fill(ofNode, -1);
        }
        for (int node = 0; node < newest.length; node++) {
            configured[node] = configured(node);
            fabric.nodes.get(node).configure(configured[node]);
        }
        fabric.witness(this::onStep);
    }

    private GroupSpec configured(final int node) {
        final int peer = fabric.topology.peerNode(node, 0);
        final boolean isHost = fabric.topology.isHost(peer);
        return new GroupSpec(
                fabric.group(CONFIGURED).last32(),
                0,
                PSN,
                List.of(
                        new PathSpec(
                                0,
                                PathSpec.ANY_VLAN,
                                isHost ? fabric.address(0).bytes() : null,
                                fabric.mac(peer),
                                isHost ? FIRST_QPN : 0,
                                null)));
    }

    /** A switch starts with what its journal has; with none, nothing is older. */
    void onRestart(final int node) {
        Arrays.fill(newest[node], -1);
    }

    private void onStep(final int node) {
        final GroupSpec spec = fabric.spec(node, CONFIGURED);
        if (spec != checked[node]) {
            if (!configured[node].equals(spec)) {
                throw broken(Invariant.GROUP_STATIC, "at switch " + node);
            }
            checked[node] = spec;
        }
        for (int i = 0; i < groups.size(); i++) {
            final int now = fabric.revision(node, groups.get(i).number);
            final int before = newest[node][i];
            if (now != before && now >= 0) {
                if (before >= 0 && !Led.isNewer(now, before)) {
                    throw broken(
                            Invariant.GROUP_ORDER,
                            "revision " + now + " after " + before + " " + at(i, node));
                }
                checkConfirmed(i, node, now);
            }
            newest[node][i] = now;
        }
    }

    /** A revision comes into force after all of its members have confirmed it. */
    private void checkConfirmed(final int group, final int node, final int revision) {
        final Leader leader = groups.get(group).leader;
        final Set<MrpAddress> members = leader.agreed.get(revision);
        final String what = "revision " + revision + " " + at(group, node);
        if (members == null) {
            throw broken(Invariant.GROUP_REFUSED, what + " without all confirmations");
        }
        for (final Host host : fabric.hosts) {
            final Set<Integer> confirmed = host.confirmed.getOrDefault(leader.group, Set.of());
            if (host != leader.host
                    && members.contains(host.address())
                    && !confirmed.contains(revision)) {
                throw broken(
                        Invariant.GROUP_REFUSED, what + " that host " + host.number + " lacks");
            }
        }
    }

    private String at(final int group, final int node) {
        return "of group " + groups.get(group).number + " at switch " + node;
    }

    /** The leader was told that its change is done: no switch has another revision. Frames are still under way. */
    void onDone(final Led group) {
        final int wanted = group.inForce == null ? -1 : group.inForceRevision;
        for (int node = 0; node < newest.length; node++) {
            final int now = fabric.revision(node, group.number);
            if (now >= 0 && now != wanted) {
                throw broken(
                        Invariant.GROUP_DONE,
                        "revision %d of group %d is done, switch %d has revision %d"
                                .formatted(group.revision, group.number, node, now));
            }
        }
    }

    /** The change of a group has ended, and nothing is under way. */
    void onQuiet(final Led group) {
        for (int node = 0; node < newest.length; node++) {
            final int now = fabric.revision(node, group.number);
            final boolean isThere = fabric.spec(node, group.number) != null;
            if (isThere != now >= 0) {
                throw broken(
                        Invariant.GROUP_EMPTY,
                        "the table and registration differ in group "
                                + group.number
                                + " at switch "
                                + node);
            }
            if (now < 0 || group.mayLeave) {
                continue;
            }
            if (group.inForce == null) {
                throw broken(
                        group.leader.refused == null
                                ? Invariant.GROUP_EMPTY
                                : Invariant.GROUP_REFUSED,
                        "group " + group.number + " is still at switch " + node);
            }
            if (now != group.inForceRevision) {
                throw broken(
                        group.leader.refused == null
                                ? Invariant.GROUP_ORDER
                                : Invariant.GROUP_REFUSED,
                        "revision "
                                + now
                                + " in place of "
                                + group.inForceRevision
                                + " of group "
                                + group.number
                                + " at switch "
                                + node);
            }
        }
        probe(group);
    }

    /** Sends one frame of data from the leader over a network without faults. */
    private void probe(final Led group) {
        final Host source = group.leader.host;
        final int node = fabric.topology.hostNode(source.number);
        final int first = fabric.topology.peerNode(node, 0);
        fabric.data.clear();
        final byte[] frame =
                RoceFrame.ipv4()
                        .srcMac(fabric.mac(node))
                        .dstMac(fabric.mac(first))
                        .src(source.address().last32())
                        .dst(fabric.group(group.number).last32())
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .psn(PSN)
                        .payload(new byte[] {1, 2, 3, 4})
                        .build();
        fabric.wire.send(fabric.nowNs(), first, fabric.topology.peerPort(node, 0), frame);
        fabric.run(Fabric.TICK);
        final List<String> got = new ArrayList<>();
        fabric.data.forEach(data -> got.add(data.host() + " QPN " + qpn(data.frame())));
        final List<String> wanted = new ArrayList<>();
        if (group.inForce != null) {
            group.inForce.forEach(host -> wanted.add(host + " QPN " + (FIRST_QPN + host)));
        }
        Collections.sort(got);
        Collections.sort(wanted);
        if (!got.equals(wanted)) {
            throw broken(
                    Invariant.GROUP_MEMBERS,
                    "data of group " + group.number + " went to " + got + ", not " + wanted);
        }
    }

    private static int qpn(final byte[] frame) {
        return (frame[QPN_OFFSET] & 0xFF) << 16
                | (frame[QPN_OFFSET + 1] & 0xFF) << 8
                | frame[QPN_OFFSET + 2] & 0xFF;
    }

    /** All groups were removed, or have aged. */
    void onEnd() {
        for (int node = 0; node < newest.length; node++) {
            if (fabric.nodes.get(node).role().groupCount() != 1) {
                throw broken(Invariant.GROUP_EMPTY, "groups are left at switch " + node);
            }
            for (final Led group : groups) {
                final MrpAddress address = fabric.group(group.number);
                if (fabric.revision(node, group.number) >= 0) {
                    throw broken(Invariant.GROUP_EMPTY, address + " is left at switch " + node);
                }
            }
        }
        if (fabric.counters.ended() != fabric.frames()) {
            throw broken(
                    Invariant.ACCOUNTING,
                    fabric.frames() + " frames, " + fabric.counters.ended() + " endings");
        }
    }

    static InvariantViolation broken(final Invariant invariant, final String detail) {
        return new InvariantViolation(invariant, detail);
    }
}
