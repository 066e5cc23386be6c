package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpRefusal;
import java.util.List;

/** Steps of a group from one stage to the next, and what they do to the table and the loads. */
final class Changes {
    private final RegistrationSettings settings;
    private final GroupTable table;
    private final Groups groups;
    private final PortLoads loads;
    private final TreeStep trees;
    private final PathsOut out;

    Changes(
            final RegistrationSettings settings,
            final UnicastTable routes,
            final GroupTable table,
            final Groups groups,
            final PathsOut out) {
        this.settings = settings;
        this.table = table;
        this.groups = groups;
        this.out = out;
        loads = new PortLoads(table);
        trees = new TreeStep(routes, loads, settings.mac());
    }

    /** A revision begins; one that was pending ends. */
    Round begin(final Registered group, final int revision, final Peer upstream) {
        endPending(group);
        final Round round = new Round(revision, upstream, settings.limits().members());
        group.pending(round);
        return round;
    }

    /** The set is there, or a fault in it: the round becomes PREPARED or REFUSED. */
    void prepare(final Registered group, final Round round) {
        final boolean ipv6 = !group.address().isIpv4();
        MrpReason fault = round.collector().fault();
        final MemberSet set = fault == null ? round.collector().take(ipv6) : null;
        fault = set == null ? round.collector().fault() : admission(group, set);
        if (fault != null) {
            refuse(round, fault, MrpAddress.NONE);
            return;
        }
        final TreeStep.Plan plan =
                trees.plan(group.address(), set, round.upstream(), group.current());
        if (plan.refusal() != null) {
            round.refused(plan.refusal());
            return;
        }
        final MrpReason full = table.reserve(plan.spec());
        if (full != null) {
            refuse(round, full, MrpAddress.NONE);
            return;
        }
        round.prepared(set, plan);
        groups.recount(group);
        loads.add(round.ports());
    }

    private MrpReason admission(final Registered group, final MemberSet set) {
        final Round current = group.current();
        if (current != null && current.set().group().owner() != set.group().owner()) {
            return MrpReason.OWNER;
        }
        if (set.nodes().size() > settings.limits().members()) {
            return MrpReason.SIZE;
        }
        final MrpAddress leader = set.group().leader();
        return groups.ofLeader(leader, group) >= settings.limits().groupsPerLeader()
                ? MrpReason.QUOTA
                : null;
    }

    /** The round is refused by this switch. */
    void refuse(final Round round, final MrpReason reason, final MrpAddress node) {
        round.refused(new MrpRefusal(reason, settings.mac(), node));
    }

    /** The round is refused behind a branch: room and loads are given back. */
    void refuseBehind(final Registered group, final Round round, final MrpRefusal refusal) {
        release(group, round);
        round.refused(refusal);
        round.branches().forEach(Branch::restart);
    }

    private void release(final Registered group, final Round round) {
        if (round.stage() == Round.Stage.PREPARED) {
            table.release(group.mcstId());
            loads.remove(round.ports());
        }
    }

    /** A PREPARED round comes into force. */
    MrpReason commit(final Registered group) {
        final Round round = group.pending();
        final MrpReason fault = table.install(round.spec());
        if (fault != null) {
            release(group, round);
            refuse(round, fault, MrpAddress.NONE);
            return fault;
        }
        final Round before = group.current();
        if (before != null) {
            loads.remove(before.ports());
            prune(before.branches(), before.revision(), round);
            pruneAgain(before.pruned(), round);
        }
        if (group.removed() != null) {
            pruneAgain(group.removed().branches(), round);
        }
        group.removed(null);
        group.current(round);
        group.pending(null);
        round.stage(Round.Stage.COMMITTED);
        round.branches().forEach(Branch::restart);
        out.retell(group);
        return null;
    }

    /** Branches that the new round lacks are asked to remove what they have: the revision before. */
    private static void prune(final List<Branch> before, final int revision, final Round round) {
        for (final Branch old : before) {
            if (isNowhereIn(round, old.peer())) {
                round.pruned().add(old.toRemove(revision));
            }
        }
    }

    /** Removals that were not answered yet go on, but for those of hosts that have answered nothing. */
    private void pruneAgain(final List<Branch> before, final Round round) {
        for (final Branch old : before) {
            if (old.progress() != Branch.Progress.REMOVED
                    && !(old.isHost() && old.isTired(settings.times().tries()))
                    && isNowhereIn(round, old.peer())) {
                round.pruned().add(old.toRemove(old.removeRevision()));
            }
        }
    }

    private static boolean isNowhereIn(final Round round, final Peer peer) {
        return round.branchAt(peer.port(), peer.mac()) == null
                && round.prunedAt(peer.port(), peer.mac()) == null;
    }

    /** The group ends; its branches are asked to remove it. */
    Round remove(final Registered group, final int revision, final Peer upstream, final long now) {
        final Round removal = new Round(revision, upstream, 0);
        removal.heard(now);
        final Round current = group.current();
        if (current != null) {
            removal.removal(current, current.branches());
            removal.removal(current, current.pruned());
            table.remove(group.mcstId());
            loads.remove(current.ports());
        }
        final Round pending = group.pending();
        if (pending != null && pending.set() != null) {
            removal.removal(pending, pending.branches());
        }
        endPending(group);
        group.current(null);
        group.removed(removal);
        group.events().clear();
        removal.stage(Round.Stage.REMOVING);
        return removal;
    }

    /** A pending round ends without a word to its branches: they forget it by themselves. */
    void endPending(final Registered group) {
        if (group.pending() != null) {
            release(group, group.pending());
            group.pending(null);
        }
    }

    /** The leader has not refreshed the group. */
    void age(final Registered group) {
        table.remove(group.mcstId());
        drop(group);
    }

    /** A group that another process had in force, and that is in the table. */
    void restore(final Registered group, final Round round) {
        group.current(round);
        loads.add(round.ports());
    }

    /** The group in force is out of the table: nothing is said to its branches. */
    void drop(final Registered group) {
        loads.remove(group.current().ports());
        group.current(null);
        group.events().clear();
    }
}
