package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.group.Asker;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Round;
import io.polycast.controller.group.Want;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/** Requests of agents on behalf of applications, and what they answer. */
final class AgentRequests {
    /** Time for which a group that no operator made waits for members, in ms. */
    static final long RESERVED_MS = 600_000;

    private final Registry registry;
    private final Conclusions conclusions;
    private final Changes changes;
    private final Driver driver;
    private final Modes modes;
    private final Fallback fallback;

    AgentRequests(
            final Registry registry,
            final Conclusions conclusions,
            final Changes changes,
            final Driver driver,
            final Modes modes,
            final Fallback fallback) {
        this.registry = registry;
        this.conclusions = conclusions;
        this.changes = changes;
        this.driver = driver;
        this.modes = modes;
        this.fallback = fallback;
    }

    void on(final long session, final MrpAddress host, final ToController message) {
        if (message instanceof ToController.Reserve reserve) {
            onReserve(session, reserve);
        } else if (message instanceof ToController.Join join) {
            onJoin(asker(session, join.request()), host, join);
        } else if (message instanceof ToController.Leave leave) {
            leave(
                    asker(session, leave.request()),
                    registry.groups.get(leave.group()),
                    host,
                    leave.group());
        } else if (message instanceof ToController.Source source) {
            onSource(asker(session, source.request()), host, source.group());
        } else if (message instanceof ToController.AskMode mode) {
            onMode(asker(session, mode.request()), host, mode);
        } else {
            onAnswer(host, message);
        }
    }

    private Asker asker(final long session, final long request) {
        return new Asker(session, request, registry.now);
    }

    private void onReserve(final long session, final ToController.Reserve reserve) {
        Group group = registry.groups.get(reserve.group());
        final boolean made = group == null;
        if (made) {
            group = registry.create(reserve.group());
        }
        if (group == null || group.isRemoving()) {
            final boolean full = group == null;
            refuse(
                    asker(session, reserve.request()),
                    reserve.group(),
                    full ? "full" : "removing",
                    full
                            ? "no McstID is free: delete groups or use a larger prefix"
                            : "the group is being deleted: try again");
            return;
        }
        if (!group.isRegistered()
                && !group.isUnicastOnly()
                && !group.awaited().asker().isOperator()) {
            if (reserve.members() > 0) {
                group.awaited().members(reserve.members());
            }
            group.awaited().extend(registry.now + RESERVED_MS);
        }
        registry.effects.send(
                session,
                new ToAgent.Reserved(
                        reserve.request(),
                        group.name(),
                        new ToAgent.Reservation(
                                group.id(),
                                registry.addressOf(group),
                                group.initialPsn(),
                                group.epoch())));
        driver.run(group);
    }

    private void refuse(
            final Asker asker, final String group, final String reason, final String text) {
        if (asker.isAgent()) {
            registry.effects.send(
                    asker.session(), new ToAgent.Refused(asker.request(), group, reason, text));
        }
    }

    private void onJoin(final Asker asker, final MrpAddress host, final ToController.Join join) {
        final Group group = registry.groups.get(join.group());
        if (group == null) {
            refuse(asker, join.group(), "no-group", "there is no such group: reserve it first");
            return;
        }
        final Member member =
                new Member(host, join.qpn(), Group.NO_PSN, join.memory(), 0, Member.Service.SERVED);
        final Member before = group.members().get(host);
        if (before != null
                && before.isSameQueuePair(member)
                && group.want(Want.Kind.LEAVE, host) == null
                && !isRunning(group, Want.Kind.LEAVE, host)) {
            modes.tell(group, host);
            registry.done(asker, group);
            return;
        }
        final String problem = problemOf(group, host, join.psn());
        if (problem != null) {
            refuse(asker, group.name(), problem.substring(0, problem.indexOf(':')), problem);
            return;
        }
        final Want want = new Want(Want.Kind.JOIN, host, member, asker);
        if (!takeOver(group, want)) {
            group.want(want);
            joined(group, want);
        }
        if (!group.isRegistered()
                && !group.isUnicastOnly()
                && !group.awaited().asker().isOperator()) {
            group.awaited().extend(registry.now + RESERVED_MS);
        }
        driver.run(group);
    }

    /** A group that no switch has takes hosts at once; one that is on its way there asks them to prepare. */
    private void joined(final Group group, final Want want) {
        if (group.isUnicastOnly()) {
            fallback.admit(group, want);
        } else if (group.refusal() != null) {
            modes.tell(group, want.ip());
        }
    }

    /** Reason and text of a join that cannot be, or null. */
    private String problemOf(final Group group, final MrpAddress host, final int psn) {
        final int members = group.members().size() + group.wants(Want.Kind.JOIN).size();
        if (group.isRemoving()) {
            return "removing: the group is being deleted, try again";
        }
        if (host.isIpv4() != (registry.settings.prefix().ipv6() == null)) {
            return "ip-version: groups of this controller have the other IP version";
        }
        if (members >= registry.settings.limits().members()
                && !group.members().containsKey(host)
                && group.want(Want.Kind.JOIN, host) == null) {
            return "size: the group has as many members as it may have";
        }
        if (!group.isRegistered() && psn != ToController.NO_PSN && psn != group.initialPsn()) {
            return "psn: the group begins at PSN " + group.initialPsn() + ", see \"reserved\"";
        }
        return null;
    }

    /** A request that is repeated over a new connection gets the answer of the one that runs. */
    private static boolean takeOver(final Group group, final Want want) {
        final Round round = group.round();
        if (round == null) {
            return false;
        }
        for (int i = 0; i < round.wants().size(); i++) {
            final Want each = round.wants().get(i);
            final boolean same =
                    each.kind() == want.kind()
                            && each.ip().equals(want.ip())
                            && (want.member() == null
                                    || each.member().isSameQueuePair(want.member()));
            if (same) {
                round.wants().set(i, each.askedBy(want.asker()));
                return true;
            }
        }
        return false;
    }

    private static boolean isRunning(
            final Group group, final Want.Kind kind, final MrpAddress host) {
        return group.round() != null
                && group.round().wants().stream()
                        .anyMatch(each -> each.kind() == kind && each.ip().equals(host));
    }

    /** Takes a host out of a group; a host that is not in it is out already. */
    void leave(final Asker asker, final Group group, final MrpAddress host, final String name) {
        if (group == null) {
            if (asker.isAgent()) {
                registry.effects.send(
                        asker.session(), new ToAgent.Done(asker.request(), name, 0, 0));
            }
            return;
        }
        final Want join = group.want(Want.Kind.JOIN, host);
        if (join != null) {
            group.wants().remove(join);
            conclusions.refuse(group, join, "left", "the host left the group", List.of());
            fallback.left(group);
        }
        final Want want = new Want(Want.Kind.LEAVE, host, null, asker);
        final boolean inside =
                group.members().containsKey(host) || isRunning(group, Want.Kind.JOIN, host);
        if (!inside) {
            registry.done(asker, group);
        } else if (!takeOver(group, want)) {
            group.want(want);
        }
        driver.run(group);
    }

    private void onSource(final Asker asker, final MrpAddress host, final String name) {
        final Group group = registry.groups.get(name);
        if (group == null) {
            refuse(asker, name, "no-group", "there is no such group: reserve it first");
            return;
        }
        final Want want = new Want(Want.Kind.SOURCE, host, null, asker);
        if (!takeOver(group, want)) {
            group.want(want);
        }
        driver.run(group);
    }

    private void onMode(final Asker asker, final MrpAddress host, final ToController.AskMode mode) {
        final Group group = registry.groups.get(mode.group());
        if (group == null || !group.hosts().contains(host)) {
            refuse(asker, mode.group(), "not-member", "the host is no member: join first");
            return;
        }
        modes.asked(asker, group, host, mode);
        driver.run(group);
    }

    private void onAnswer(final MrpAddress host, final ToController message) {
        if (message instanceof ToController.Ready ready) {
            final Group group = running(ready.group(), ready.change(), Phase.EXPECT);
            if (group != null && group.round().waiting().remove(host)) {
                if (group.round().waiting().isEmpty()) {
                    changes.afterExpect(group);
                }
                driver.run(group);
            }
        } else if (message instanceof ToController.Prepared prepared) {
            final Group group = running(prepared.group(), prepared.change(), Phase.PREPARE);
            if (group != null && group.round().prepared().equals(host)) {
                changes.prepared(group, prepared.psn());
                driver.run(group);
            }
        } else if (message instanceof ToController.Declined declined) {
            onDeclined(host, declined);
        } else {
            final Group group = modes.answered(host, message);
            if (group != null) {
                driver.run(group);
            }
        }
    }

    private void onDeclined(final MrpAddress host, final ToController.Declined declined) {
        final Group asked = running(declined.group(), declined.change(), Phase.PREPARE);
        if (asked != null && asked.round().prepared().equals(host)) {
            changes.unprepared(asked, "declined", "the source declined: " + declined.reason());
            driver.run(asked);
            return;
        }
        final Group group = running(declined.group(), declined.change(), Phase.EXPECT);
        if (group != null && group.round().waiting().contains(host)) {
            for (final Want want : Changes.joins(group.round())) {
                if (want.ip().equals(host)) {
                    conclusions.dropped(
                            group, want, "declined", "the host declined: " + declined.reason());
                }
            }
            if (group.round().waiting().isEmpty()) {
                changes.afterExpect(group);
            }
            driver.run(group);
        }
    }

    private Group running(final String name, final long change, final Phase phase) {
        final Group group = registry.groups.get(name);
        final boolean runs =
                group != null
                        && group.round() != null
                        && group.round().number() == change
                        && group.round().phase() == phase;
        return runs ? group : null;
    }
}
