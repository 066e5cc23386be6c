package io.polycast.mft.registration;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpRefusal;
import io.polycast.parser.mrp.MrpType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Packets from branches: answers to this switch's questions, and events on their way to the leader. */
final class Answers {
    private final Groups groups;
    private final Changes changes;
    private final MrpOutput output;

    Answers(final Groups groups, final Changes changes, final MrpOutput output) {
        this.groups = groups;
        this.changes = changes;
        this.output = output;
    }

    /** Takes a packet; answers null, or why nothing was asked that it could answer. */
    MrpReason take(final MrpAddress address, final Peer from, final MrpPacket packet) {
        final Registered group = groups.find(address);
        if (group == null) {
            return MrpReason.STALE;
        }
        if (packet.type() == MrpType.HEARD) {
            return heard(group, from, packet);
        }
        final Branch removing = removing(group, from, packet.revision());
        if (removing != null && (isRemoved(packet) || packet.type() == MrpType.REFUSED)) {
            return takeRemoval(group, removing, packet);
        }
        final Round round = group.roundOf(packet.revision());
        final Branch branch = round == null ? null : round.branchAt(from.port(), from.mac());
        if (branch == null) {
            return MrpReason.STALE;
        }
        switch (packet.type()) {
            case CONFIRM:
                return confirm(group, round, branch, packet);
            case COMMITTED:
                return committed(group, round, branch, packet);
            case REFUSED:
                return refused(group, round, branch, packet);
            default:
                return MrpReason.STALE;
        }
    }

    private static boolean isRemoved(final MrpPacket packet) {
        return packet.type() == MrpType.REMOVED;
    }

    /** The branch that was asked to remove the revision, or null. */
    private static Branch removing(final Registered group, final Peer from, final int revision) {
        final Round removed = group.removed();
        if (removed != null && removed.revision() == revision) {
            return removed.branchAt(from.port(), from.mac());
        }
        final Round pending = group.pending();
        if (pending != null
                && pending.stage() == Round.Stage.REFUSED
                && pending.revision() == revision) {
            return pending.branchAt(from.port(), from.mac());
        }
        final Round current = group.current();
        final Branch branch = current == null ? null : current.prunedAt(from.port(), from.mac());
        return branch != null && branch.removeRevision() == revision ? branch : null;
    }

    /** A branch that refuses a removal as stale has something newer, and nothing of this. */
    private MrpReason takeRemoval(
            final Registered group, final Branch branch, final MrpPacket packet) {
        final List<MrpNode> missing = isRemoved(packet) ? unfinished(branch, packet) : List.of();
        branch.answered(missing.isEmpty() ? Branch.Progress.REMOVED : branch.progress(), missing);
        final Round removed = group.removed();
        if (removed != null && removed.isDone() && missing.isEmpty()) {
            tell(group, removed, MrpType.REMOVED);
        }
        final Round current = group.current();
        if (removed == null && current != null && current.isDone() && missing.isEmpty()) {
            tell(group, current, MrpType.COMMITTED);
        }
        return null;
    }

    private MrpReason confirm(
            final Registered group,
            final Round round,
            final Branch branch,
            final MrpPacket packet) {
        if (round.stage() != Round.Stage.PREPARED && round.stage() != Round.Stage.COMMITTED) {
            return MrpReason.STALE;
        }
        if ((packet.flags() & Mrp.FLAG_INCOMPLETE) != 0) {
            branch.answered(Branch.Progress.UNKNOWN, branch.nodes());
            return null;
        }
        if (round.stage() == Round.Stage.COMMITTED) {
            if (branch.progress() == Branch.Progress.UNKNOWN) {
                branch.answered(Branch.Progress.CONFIRMED, branch.nodes());
                branch.askAgain();
            }
            return null;
        }
        branch.more((packet.flags() & Mrp.FLAG_MORE) != 0);
        final List<MrpNode> missing = served(branch, packet);
        final boolean before = round.isDone();
        branch.answered(
                missing.isEmpty() ? Branch.Progress.CONFIRMED : Branch.Progress.COMPLETE, missing);
        if (!before && round.isDone()) {
            tell(group, round, MrpType.CONFIRM);
        }
        return null;
    }

    private MrpReason committed(
            final Registered group,
            final Round round,
            final Branch branch,
            final MrpPacket packet) {
        if (round.stage() != Round.Stage.COMMITTED) {
            return MrpReason.STALE;
        }
        final List<MrpNode> missing = unfinished(branch, packet);
        final boolean before = round.isDone();
        branch.answered(
                missing.isEmpty() ? Branch.Progress.COMMITTED : Branch.Progress.CONFIRMED, missing);
        if (!before && round.isDone()) {
            tell(group, round, MrpType.COMMITTED);
        }
        return null;
    }

    private MrpReason refused(
            final Registered group,
            final Round round,
            final Branch branch,
            final MrpPacket packet) {
        final MrpRefusal refusal = packet.refusal();
        if (round.stage() == Round.Stage.PREPARED) {
            changes.refuseBehind(group, round, refusal);
            branch.answered(Branch.Progress.REMOVED, List.of());
        }
        output.refusal(group.address(), round.upstream(), round.revision(), refusal);
        return null;
    }

    private void tell(final Registered group, final Round round, final MrpType type) {
        output.missing(group.address(), round.upstream(), type, round);
    }

    /** Nodes that an answer names, those that the branch has pruned and asks to remove the group included. */
    private static List<MrpNode> unfinished(final Branch branch, final MrpPacket packet) {
        branch.more((packet.flags() & Mrp.FLAG_MORE) != 0);
        return branch.isHost() ? served(branch, packet) : named(packet);
    }

    /** Nodes that an answer names, of those behind the branch. */
    private static List<MrpNode> served(final Branch branch, final MrpPacket packet) {
        final Set<MrpAddress> named = new HashSet<>();
        named(packet).forEach(node -> named.add(node.address()));
        return branch.nodes().stream().filter(node -> named.contains(node.address())).toList();
    }

    private static List<MrpNode> named(final MrpPacket packet) {
        final List<MrpNode> nodes = new ArrayList<>();
        for (int i = 0; i < packet.records(); i++) {
            nodes.add(packet.node(i));
        }
        return nodes;
    }

    /**
     * An event of a branch: it is answered, kept and told to the leader's side. One of another revision may concern
     * another queue pair of the host. The branch tells it again when both have the same revision.
     */
    MrpReason event(final MrpAddress address, final Peer from, final MrpPacket packet) {
        final Registered group = groups.find(address);
        final Round current = group == null ? null : group.current();
        final Branch branch = current == null ? null : current.branchAt(from.port(), from.mac());
        if (branch == null || branch.isHost() || packet.revision() != current.revision()) {
            return MrpReason.STALE;
        }
        final List<MrpNode> echo = named(packet);
        for (final MrpNode event : echo) {
            if (branch.serves(event.address())) {
                group.happened(event);
            }
        }
        output.names(address, from, MrpType.HEARD, packet.revision(), echo);
        return null;
    }

    private static MrpReason heard(
            final Registered group, final Peer from, final MrpPacket packet) {
        final Round current = group.current();
        if (current == null
                || !current.upstream().is(from.port(), from.mac())
                || packet.revision() != current.revision()) {
            return MrpReason.STALE;
        }
        named(packet).forEach(group::heard);
        return null;
    }
}
