package io.polycast.controller.machine;

import io.polycast.controller.group.Admission;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Round;
import io.polycast.controller.group.Want;
import io.polycast.controller.safeguard.Cause;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/** Drives one group on: what waits is begun, what is due is asked, what took too long fails. */
final class Driver {
    /** Refreshments without the leader's agent after which another host takes over. */
    private static final int MISSES = 3;

    /** Most time that a revision without confirmation gets to be given up, in ms. */
    private static final long ABORT_MS = 3_000;

    private final Registry registry;
    private final Proposals proposals;
    private final Conclusions conclusions;
    private final Changes changes;
    private final Modes modes;
    private final Fallback fallback;

    Driver(
            final Registry registry,
            final Proposals proposals,
            final Conclusions conclusions,
            final Changes changes,
            final Modes modes,
            final Fallback fallback) {
        this.registry = registry;
        this.proposals = proposals;
        this.conclusions = conclusions;
        this.changes = changes;
        this.modes = modes;
        this.fallback = fallback;
    }

    /** Brings a group up to date with the time. */
    void run(final Group group) {
        modes.advance(group);
        fallback.follow(group);
        if (!registry.byId.containsKey(group.id())) {
            return;
        }
        expireAwaited(group);
        expireAdmissions(group);
        while (registry.byId.containsKey(group.id())) {
            final Round round = group.round();
            if (round == null) {
                if (!changes.next(group)) {
                    refresh(group);
                    probe(group);
                    if (group.round() == null) {
                        break;
                    }
                }
            } else if (registry.now >= round.deadline()) {
                expire(group);
            } else if (registry.now >= round.askAt()) {
                proposals.ask(group, round);
            } else {
                break;
            }
        }
        if (registry.byId.containsKey(group.id())) {
            // A round that ended may have begun a decision that nobody has to prepare.
            modes.advance(group);
            registry.timers.set(group.id(), wake(group));
        }
    }

    /** Time at which a group is due, in ms. */
    long wake(final Group group) {
        final Round round = group.round();
        long wake = group.guard().deadlineMs();
        if (round == null) {
            wake = Math.min(wake, Math.min(awaitedUntil(group), group.guard().nextProbeMs()));
        }
        for (final Admission each : group.admissions()) {
            wake = Math.min(wake, each.deadline());
        }
        if (round != null) {
            return Math.min(wake, Math.min(round.deadline(), round.askAt()));
        }
        return group.isRegistered() ? Math.min(wake, group.refreshAt()) : wake;
    }

    /** A group that is created and whose hosts did not all come; a round that runs ends by its own deadline. */
    private void expireAwaited(final Group group) {
        if (registry.now < awaitedUntil(group) || group.round() != null) {
            return;
        }
        final List<MrpAddress> missing = List.copyOf(Views.missing(group));
        final List<MrpAddress> without =
                missing.stream().filter(host -> !registry.agents.has(host)).toList();
        final String text =
                "hosts that did not join in time: "
                        + Naming.of(missing)
                        + (without.isEmpty()
                                ? "; their applications have to join"
                                : "; without a host agent: " + Naming.of(without));
        if (group.isRegistered()) {
            registry.refuse(group.awaited().asker(), group, "missing", text, missing);
            group.awaited().end();
            return;
        }
        conclusions.abandon(group, "missing", text, missing);
    }

    /** While members prepare unicast, nobody is late. */
    private static long awaitedUntil(final Group group) {
        return group.refusal() == null ? group.awaited().deadline() : Long.MAX_VALUE;
    }

    /** Tests whether the tree serves again. */
    private void probe(final Group group) {
        if (group.round() != null || !group.guard().takeProbe(registry.now)) {
            return;
        }
        if (group.guard().cause() != Cause.REFUSED) {
            modes.probe(group);
        } else if (group.isRegistered()) {
            heal(group);
        } else {
            changes.register(group);
        }
    }

    private void expireAdmissions(final Group group) {
        for (final Admission each : List.copyOf(group.admissions())) {
            if (registry.now >= each.deadline()) {
                group.admissions().remove(each);
                registry.refuse(
                        each.asker(),
                        group,
                        "missing",
                        "the host did not join in time: " + each.ip(),
                        List.of(each.ip()));
            }
        }
    }

    private void expire(final Group group) {
        final Round round = group.round();
        switch (round.phase()) {
            case PREPARE:
                changes.unprepared(
                        group,
                        "source-silent",
                        "the source's agent " + round.prepared() + " does not answer");
                break;
            case EXPECT:
                for (final Want want : Changes.joins(round)) {
                    if (round.waiting().contains(want.ip())) {
                        conclusions.dropped(
                                group, want, "not-ready", "the host did not get ready in time");
                    }
                }
                changes.afterExpect(group);
                break;
            case PROPOSE:
                giveUp(group, Phase.ABORT, Math.min(change(), ABORT_MS));
                break;
            case COMMIT:
                if (group.isRegistered()) {
                    conclusions.committed(group);
                } else {
                    giveUp(group, Phase.REMOVE, change());
                    round.revision(group.nextRevision(1));
                }
                break;
            case ABORT:
                conclusions.failed(group, round.failure(), Conclusions.textOf(round));
                break;
            default:
                conclusions.removed(group);
        }
    }

    private long change() {
        return registry.settings.timing().change();
    }

    /** Names who is missing before the questions begin anew. */
    private void giveUp(final Group group, final Phase how, final long forMs) {
        final Round round = group.round();
        final List<MrpAddress> missing = List.copyOf(round.missing());
        round.failure("missing");
        round.phase(how, registry.now + forMs);
        round.missing().addAll(missing);
    }

    /** Keeps what is in force from ageing, and finds switches that have lost it. */
    private void refresh(final Group group) {
        if (!group.isRegistered() || registry.now < group.refreshAt()) {
            return;
        }
        group.refreshAt(registry.now + registry.settings.timing().refresh());
        if (registry.agents.has(group.leader())) {
            group.misses(0);
            registry.packet(
                    group.leader(),
                    group,
                    registry.packets.group(
                            group, group.revision(), group.leader(), group.members().values()));
            return;
        }
        group.misses(group.misses() + 1);
        final boolean another =
                !proposals.choose(group, group.members().keySet()).equals(MrpAddress.NONE);
        if (group.misses() >= MISSES && another) {
            proposals.propose(group, again(group), registry.now + change());
        }
    }

    /** Offers the revision in force once more to switches that lack it; they would serve evicted members anew. */
    void heal(final Group group) {
        final Round round = again(group);
        if (group.members().values().stream().anyMatch(Member::isEvicted)) {
            proposals.propose(group, round, round.deadline());
            return;
        }
        round.revision(group.revision());
        round.leader(group.leader());
    }

    private Round again(final Group group) {
        final Round round =
                new Round(++registry.lastChange, Phase.PROPOSE, registry.now + change());
        group.round(round);
        round.targets().putAll(group.members());
        return round;
    }
}
