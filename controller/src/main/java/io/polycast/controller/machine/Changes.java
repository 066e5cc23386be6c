package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Posting;
import io.polycast.controller.group.Round;
import io.polycast.controller.group.Want;
import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayList;
import java.util.List;

/** Next step of a group: its wants become a round. */
final class Changes {
    private static final String SOURCE_GONE =
            "the source is gone and the next PSN is not known: delete the group and create it anew";

    private final Registry registry;
    private final Proposals proposals;
    private final Conclusions conclusions;
    private final Fallback fallback;

    Changes(
            final Registry registry,
            final Proposals proposals,
            final Conclusions conclusions,
            final Fallback fallback) {
        this.registry = registry;
        this.proposals = proposals;
        this.conclusions = conclusions;
        this.fallback = fallback;
    }

    /**
     * Begins what waits.
     *
     * @param group without a round
     * @return whether anything happened; then there may be more
     */
    boolean next(final Group group) {
        if (group.isRemoving()) {
            remove(group, List.of());
            return true;
        }
        if (!group.isRegistered()) {
            return !group.isUnicastOnly() && group.refusal() == null && register(group);
        }
        if (!group.wants(Want.Kind.JOIN).isEmpty() || !group.wants(Want.Kind.LEAVE).isEmpty()) {
            change(group);
            return true;
        }
        final List<Want> sources = group.wants(Want.Kind.SOURCE);
        if (!sources.isEmpty()) {
            moveSource(group, sources.get(0));
            return true;
        }
        return false;
    }

    /** Offers a group to the switches, once all hosts that it awaits have joined. */
    boolean register(final Group group) {
        final List<Want> joins = group.wants(Want.Kind.JOIN);
        final List<MrpAddress> hosts = joins.stream().map(Want::ip).toList();
        final boolean all =
                joins.size() >= group.awaited().members()
                        && hosts.containsAll(group.awaited().hosts());
        if (joins.isEmpty() || !all && !group.isUnicastOnly()) {
            return false;
        }
        if (fallback.standsAside(group)) {
            return false;
        }
        final Round round = round(group, Phase.PROPOSE);
        take(group, round, joins);
        final long deadline = Math.min(round.deadline(), group.awaited().deadline());
        proposals.propose(group, round, deadline);
        return true;
    }

    private Round round(final Group group, final Phase phase) {
        final Round round = new Round(++registry.lastChange, phase, deadline());
        group.round(round);
        return round;
    }

    private long deadline() {
        return registry.now + registry.settings.timing().change();
    }

    private static void take(final Group group, final Round round, final List<Want> wants) {
        group.wants().removeAll(wants);
        round.wants().addAll(wants);
    }

    private void change(final Group group) {
        final Round round = round(group, Phase.PROPOSE);
        final List<Want> joins = group.wants(Want.Kind.JOIN);
        final List<Want> leaves = group.wants(Want.Kind.LEAVE);
        take(group, round, leaves);
        take(group, round, joins);
        for (final Member member : group.members().values()) {
            if (!member.isEvicted()) {
                round.targets().put(member.ip(), member);
            }
        }
        leaves.forEach(want -> round.targets().remove(want.ip()));
        if (round.targets().isEmpty() && joins.isEmpty()) {
            remove(group, leaves);
            return;
        }
        joins.forEach(want -> round.targets().put(want.ip(), want.member()));
        final Posting posting = group.posting();
        if (joins.stream().anyMatch(want -> want.ip().equals(posting.source()))) {
            // The queue pair that posted is gone, and with it the PSN where it ended.
            posting.end(Group.NO_PSN);
        }
        final MrpAddress source = posting.source();
        final boolean sourceLeaves = leaves.stream().anyMatch(want -> want.ip().equals(source));
        if (source.equals(MrpAddress.NONE)) {
            round.psn(posting.next());
            afterPrepare(group);
        } else if (!joins.isEmpty() || sourceLeaves && registry.agents.has(source)) {
            round.prepared(source);
            round.phase(Phase.PREPARE, deadline());
        } else {
            afterPrepare(group);
        }
    }

    /** The first PSN of joiners is known, or will not be: joiners learn it, or are refused. */
    void afterPrepare(final Group group) {
        final Round round = group.round();
        final List<Want> joins = joins(round);
        if (round.psn() == Group.NO_PSN) {
            joins.forEach(want -> conclusions.dropped(group, want, "source-gone", SOURCE_GONE));
        } else {
            joins.forEach(want -> round.waiting().add(want.ip()));
        }
        if (round.waiting().isEmpty()) {
            afterExpect(group);
        } else {
            round.phase(Phase.EXPECT, deadline());
        }
    }

    /** Joiners are ready, or were dropped. */
    void afterExpect(final Group group) {
        final Round round = group.round();
        if (round.wants().isEmpty()) {
            conclusions.failed(group, "empty", "no member of the change is left");
        } else if (round.targets().isEmpty()) {
            remove(group, List.copyOf(round.wants()));
        } else {
            proposals.propose(group, round, deadline());
        }
    }

    static List<Want> joins(final Round round) {
        return round.wants().stream().filter(each -> each.kind() == Want.Kind.JOIN).toList();
    }

    /** Ends the group in all switches; leaves are answered when it has ended. */
    private void remove(final Group group, final List<Want> leaves) {
        final Round round = round(group, Phase.REMOVE);
        round.wants().addAll(leaves);
        if (group.isRegistered()) {
            round.revision(group.nextRevision(1));
            round.leader(proposals.choose(group, group.members().keySet()));
        } else {
            conclusions.removed(group);
        }
    }

    private void moveSource(final Group group, final Want want) {
        final Posting posting = group.posting();
        final Member member = group.members().get(want.ip());
        group.wants().remove(want);
        if (member == null || member.isEvicted()) {
            conclusions.refuse(
                    group, want, "not-member", "the host is no member: join first", List.of());
        } else if (posting.source().equals(want.ip())) {
            granted(group, want);
        } else if (!posting.source().equals(MrpAddress.NONE)) {
            final Round round = round(group, Phase.PREPARE);
            round.wants().add(want);
            round.prepared(posting.source());
        } else if (posting.next() == Group.NO_PSN) {
            conclusions.refuse(group, want, "source-gone", SOURCE_GONE, List.of());
        } else {
            posting.grant(want.ip(), posting.next());
            granted(group, want);
            registry.happened(group, "source", want.ip(), "");
        }
    }

    private void granted(final Group group, final Want want) {
        if (want.asker().isAgent()) {
            registry.effects.send(
                    want.asker().session(),
                    new ToAgent.Granted(
                            want.asker().request(), group.name(), group.posting().granted()));
        }
    }

    /** The source has named its PSN: the right to post moves, or joiners learn the PSN. */
    void prepared(final Group group, final int psn) {
        final Round round = group.round();
        round.psn(psn);
        final Want first = round.wants().get(0);
        if (first.kind() != Want.Kind.SOURCE) {
            afterPrepare(group);
            return;
        }
        group.round(null);
        group.posting().grant(first.ip(), psn);
        granted(group, first);
        registry.tell(round.prepared(), new ToAgent.Commit(group.name(), round.number(), false));
        registry.happened(group, "source", first.ip(), "");
    }

    /** The source did not name its PSN: who leaves can leave, nobody can join. */
    void unprepared(final Group group, final String reason, final String text) {
        final Round round = group.round();
        for (final Want want : new ArrayList<>(round.wants())) {
            if (want.kind() != Want.Kind.LEAVE) {
                conclusions.dropped(group, want, reason, text);
            }
        }
        afterExpect(group);
    }
}
