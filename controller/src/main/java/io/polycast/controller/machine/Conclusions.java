package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.group.Admission;
import io.polycast.controller.group.Asker;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Round;
import io.polycast.controller.group.Want;
import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayList;
import java.util.List;

/** Ends of changes: in force, failed, removed. Each asker gets exactly one answer. */
final class Conclusions {
    private final Registry registry;
    private final Proposals proposals;
    private final Modes modes;

    Conclusions(final Registry registry, final Proposals proposals, final Modes modes) {
        this.registry = registry;
        this.proposals = proposals;
        this.modes = modes;
    }

    /** The revision of a round is in force. */
    void committed(final Group group) {
        final Round round = group.round();
        final boolean first = !group.isRegistered();
        final List<MrpAddress> left = new ArrayList<>(group.members().keySet());
        left.removeAll(round.targets().keySet());
        leaveWith(group, round);
        group.members().clear();
        group.members().putAll(round.targets());
        group.inForce(round.revision(), round.leader());
        group.missing().clear();
        group.missing().addAll(round.missing());
        group.refreshAt(registry.now + registry.settings.timing().refresh());
        if (left.contains(group.posting().source())) {
            group.posting().end(round.psn());
        }
        group.round(null);
        release(group, round);
        left.forEach(ip -> proposals.tellMember(group, ip, 0, round.revision()));
        for (final Want want : round.wants()) {
            final boolean joined = want.kind() == Want.Kind.JOIN;
            if (joined) {
                modes.tell(group, want.ip());
            }
            registry.done(want.asker(), group);
            if (!first) {
                registry.happened(group, joined ? "joined" : "left", want.ip(), "");
            }
        }
        if (first) {
            registry.happened(group, "registered", MrpAddress.NONE, "");
            if (!group.awaited().asker().isOperator()) {
                group.awaited().end();
            }
        }
        awaitedCame(group);
        admit(group);
        modes.held(group);
    }

    /**
     * The switch of a leader that leaves may be in no other member's way: the leader takes its revision back. Switches
     * that have not committed the next one would lose the group.
     */
    private void leaveWith(final Group group, final Round round) {
        final MrpAddress leader = group.leader();
        if (group.isRegistered()
                && round.missing().isEmpty()
                && !round.targets().containsKey(leader)
                && registry.agents.has(leader)) {
            registry.packet(leader, group, registry.packets.remove(group.revision(), false));
        }
    }

    /** The operator who created the group gets the answer once all hosts are members. */
    void awaitedCame(final Group group) {
        if ((group.isRegistered() || group.isUnicastOnly())
                && group.awaited().asker().isOperator()
                && Views.awaited(group).isEmpty()) {
            registry.done(group.awaited().asker(), group);
            group.awaited().end();
        }
    }

    /** Operators who wait for a host that is a member now get their answers. */
    void admit(final Group group) {
        for (final Admission each : List.copyOf(group.admissions())) {
            final Member member = group.members().get(each.ip());
            if (member != null && member.service() == Member.Service.SERVED) {
                group.admissions().remove(each);
                registry.done(each.asker(), group);
            }
        }
    }

    /** A round is given up: nothing of it holds. */
    void failed(final Group group, final String reason, final String text) {
        final Round round = group.round();
        final List<MrpAddress> missing = List.copyOf(round.missing());
        group.round(null);
        release(group, round);
        if (group.isUnicastOnly() && !group.isRegistered()) {
            stay(group, round);
            return;
        }
        for (final Want want : round.wants()) {
            refuse(group, want, reason, text, missing);
        }
        registry.happened(group, "refused", MrpAddress.NONE, text);
        if (!group.isRegistered() && group.awaited().asker().isOperator()) {
            abandon(group, reason, text, missing);
        }
    }

    /** The switches refuse still: hosts stay members without them, but for those that leave. */
    private void stay(final Group group, final Round round) {
        for (final Want want : round.wants()) {
            final Want leave = group.want(Want.Kind.LEAVE, want.ip());
            if (leave != null) {
                group.wants().remove(leave);
                registry.happened(group, "left", want.ip(), "");
                registry.done(leave.asker(), group);
            } else {
                registry.done(want.asker(), group);
                if (group.want(Want.Kind.JOIN, want.ip()) == null) {
                    group.want(want.askedBy(Asker.NOBODY));
                }
            }
        }
    }

    /** One want of a round is given up, the others go on. */
    void dropped(final Group group, final Want want, final String reason, final String text) {
        final Round round = group.round();
        round.wants().remove(want);
        round.waiting().remove(want.ip());
        final Member before = group.members().get(want.ip());
        round.targets().remove(want.ip());
        if (before != null && !before.isEvicted()) {
            round.targets().put(want.ip(), before);
        }
        refuse(group, want, reason, text, List.of());
    }

    /** Answers a want that will not hold, and its agent hears what holds in its place. */
    void refuse(
            final Group group,
            final Want want,
            final String reason,
            final String text,
            final List<MrpAddress> missing) {
        registry.refuse(want.asker(), group, reason, text, missing);
        if (want.asker().equals(Asker.NOBODY) && want.kind() == Want.Kind.JOIN) {
            // The host is a member by unicast, and learns it from nothing else.
            registry.happened(group, "left", want.ip(), text);
        }
        final Member member = group.members().get(want.ip());
        if (want.kind() == Want.Kind.JOIN) {
            proposals.tellMember(
                    group, want.ip(), member == null ? 0 : member.qpn(), group.revision());
        }
    }

    /** The group was created and does not come into being: nothing is left behind. */
    void abandon(
            final Group group,
            final String reason,
            final String text,
            final List<MrpAddress> missing) {
        final Asker creator = group.awaited().asker();
        group.awaited().end();
        registry.refuse(creator, group, reason, text, missing);
        forget(group, reason, text);
    }

    /** The switches have removed the group, as far as they can be reached. */
    void removed(final Group group) {
        final Round round = group.round();
        group.round(null);
        group.missing().clear();
        group.missing().addAll(round.missing());
        release(group, round);
        if (!round.failure().isEmpty() && !group.isRemoving()) {
            group.round(round);
            group.outOfForce();
            failed(group, round.failure(), textOf(round));
            return;
        }
        for (final Want want : round.wants()) {
            registry.done(want.asker(), group);
        }
        group.removers().forEach(asker -> registry.done(asker, group));
        group.removers().clear();
        forget(group, "deleted", "the group was deleted");
    }

    /** Drops a group that no switch has. */
    void forget(final Group group, final String reason, final String text) {
        for (final Want want : List.copyOf(group.wants())) {
            group.wants().remove(want);
            refuse(group, want, reason, text, List.of());
        }
        for (final Admission each : group.admissions()) {
            registry.refuse(each.asker(), group, reason, text, List.of(each.ip()));
        }
        group.admissions().clear();
        registry.refuse(group.awaited().asker(), group, reason, text, List.of());
        registry.happened(group, "deleted", MrpAddress.NONE, text);
        group.members().keySet().forEach(ip -> proposals.tellMember(group, ip, 0, group.newest()));
        group.removers().forEach(asker -> registry.done(asker, group));
        group.modeAskers().forEach(asker -> registry.refuse(asker, group, reason, text, List.of()));
        registry.drop(group);
    }

    /** The host that posts nothing for this round's sake may post again, or not. */
    private void release(final Group group, final Round round) {
        final MrpAddress prepared = round.prepared();
        if (!prepared.equals(MrpAddress.NONE)) {
            final boolean source = prepared.equals(group.posting().source());
            registry.tell(prepared, new ToAgent.Commit(group.name(), round.number(), source));
        }
    }

    static String textOf(final Round round) {
        if (!round.failure().equals("missing")) {
            return "the switches refused the change: " + round.failure();
        }
        if (round.phase() == Phase.PROPOSE && round.leader().equals(MrpAddress.NONE)) {
            return "no agent of a member has a connection: start the host agents";
        }
        return round.missing().isEmpty()
                ? "no switch answers " + round.leader() + ": check registration.port and keys"
                : "hosts that did not confirm: " + Naming.of(round.missing());
    }
}
