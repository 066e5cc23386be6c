package io.polycast.sim.registration;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A leader of one group at a time: sets, commits and removes, and repeats until it is answered. */
final class Leader {
    enum State {
        IDLE,
        SETTING,
        COMMITTING,
        REMOVING
    }

    private static final long REPEAT = 50 * Fabric.MS;

    final Host host;
    final MrpAddress group;
    final Set<MrpAddress> missing = new HashSet<>();
    final Set<MrpNode> events = new HashSet<>();

    /** Members of each revision that all have confirmed. */
    final Map<Integer, Set<MrpAddress>> agreed = new HashMap<>();

    int owner = 7;
    State state = State.IDLE;
    MrpReason refused;
    State refusedIn = State.IDLE;
    boolean commits = true;
    int revision;
    private List<Integer> members = List.of();
    private long nextAt;

    Leader(final Host host, final MrpAddress group) {
        this.host = host;
        this.group = group;
        host.leader = this;
        host.leaders.put(group, this);
    }

    /** Registers the host and others, in this order. */
    void register(final int newRevision, final List<Integer> others) {
        revision = newRevision;
        members = others;
        refused = null;
        state = State.SETTING;
        repeat();
    }

    /** Sends all of a revision once, with its commit and its removal, and expects no answer. */
    void repeatOld(final int oldRevision, final List<Integer> others) {
        final int newest = revision;
        final List<Integer> now = members;
        revision = oldRevision;
        members = others;
        sendSet();
        order(MrpType.COMMIT, MrpOrder.ALL);
        order(MrpType.REMOVE, MrpOrder.ALL);
        revision = newest;
        members = now;
    }

    void remove(final int newRevision) {
        revision = newRevision;
        state = State.REMOVING;
        repeat();
    }

    long onTick() {
        if (state == State.IDLE) {
            return Long.MAX_VALUE;
        }
        if (host.fabric.nowNs() >= nextAt) {
            repeat();
        }
        return nextAt;
    }

    private void repeat() {
        nextAt = host.fabric.nowNs() + REPEAT;
        switch (state) {
            case SETTING -> sendSet();
            case COMMITTING -> order(MrpType.COMMIT, MrpOrder.ALL);
            case REMOVING -> order(MrpType.REMOVE, MrpOrder.ALL);
            default -> {
                // Nothing.
            }
        }
    }

    void order(final MrpType type, final int scope) {
        host.send(
                group,
                writer -> writer.order(type, host.flags(), revision, new MrpOrder(owner, scope)));
    }

    void sendSet() {
        sendNodes(nodes());
        final List<MrpDetail> details = details();
        final int room = Mrp.capacity(MrpType.DETAIL, host.flags());
        final int total = (details.size() + room - 1) / room;
        for (int seq = 0; seq < total; seq++) {
            final int part = seq << 8 | total;
            final List<MrpDetail> some =
                    details.subList(seq * room, Math.min(details.size(), (seq + 1) * room));
            host.send(group, writer -> writer.details(host.flags(), revision, part, some));
        }
        sendGroup(nodes().size(), details.size());
    }

    void sendNodes(final List<MrpNode> nodes) {
        final int room = Mrp.capacity(MrpType.NODES, host.flags());
        final int total = (nodes.size() + room - 1) / room;
        for (int seq = 0; seq < total; seq++) {
            final int part = seq << 8 | total;
            final List<MrpNode> some =
                    nodes.subList(seq * room, Math.min(nodes.size(), (seq + 1) * room));
            host.send(
                    group,
                    writer -> writer.nodes(MrpType.NODES, host.flags(), revision, part, some));
        }
    }

    void sendGroup(final int nodes, final int details) {
        final MrpGroup about =
                new MrpGroup(
                        0x1000,
                        100,
                        5,
                        owner,
                        MrpGroup.Policies.WAIT,
                        new MrpGroup.Counts(nodes, details),
                        host.address());
        host.send(group, writer -> writer.group(host.flags(), revision, about));
    }

    List<MrpNode> nodes() {
        final List<MrpNode> nodes = new ArrayList<>();
        nodes.add(new MrpNode(host.address(), 256, MrpNode.LEADER));
        for (final int member : members) {
            nodes.add(new MrpNode(host.fabric.address(member), 257 + member, 0));
        }
        return nodes;
    }

    private List<MrpDetail> details() {
        final List<MrpDetail> details = new ArrayList<>();
        for (final int member : members) {
            details.add(
                    new MrpDetail(
                            host.fabric.address(member),
                            MrpDetail.NO_PSN,
                            true,
                            0x7F00_0000_0000L + member,
                            1 << 20,
                            member));
        }
        return details;
    }

    void onPacket(final MrpAddress from, final MrpPacket packet) {
        if (!from.equals(group)) {
            throw new AssertionError("of " + from + ", not of " + group);
        }
        if (packet.type() == MrpType.EVENT) {
            final List<MrpNode> echo = new ArrayList<>();
            for (int i = 0; i < packet.records(); i++) {
                echo.add(packet.node(i));
            }
            events.addAll(echo);
            final int answered = packet.revision();
            host.send(
                    group, writer -> writer.nodes(MrpType.HEARD, host.flags(), answered, 1, echo));
            return;
        }
        if (packet.revision() != revision) {
            return;
        }
        if (packet.type() == MrpType.REFUSED) {
            refusedIn = state;
            refused = packet.refusal().reason();
            state = State.IDLE;
            return;
        }
        if (state == State.IDLE) {
            return; // Overtaken.
        }
        missing.clear();
        for (int i = 0; i < packet.records(); i++) {
            missing.add(packet.node(i).address());
        }
        final boolean done = packet.records() == 0 && (packet.flags() & Mrp.FLAG_INCOMPLETE) == 0;
        if (state == State.SETTING && packet.type() == MrpType.CONFIRM && done && commits) {
            state = State.COMMITTING;
            agreed.put(
                    revision, nodes().stream().map(MrpNode::address).collect(Collectors.toSet()));
            repeat();
        } else if (state == State.COMMITTING && packet.type() == MrpType.COMMITTED && done
                || state == State.REMOVING && packet.type() == MrpType.REMOVED && done) {
            state = State.IDLE;
        } else if (state == State.COMMITTING && packet.type() == MrpType.CONFIRM && !done) {
            state = State.SETTING;
        }
    }
}
