package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.group.Admission;
import io.polycast.controller.group.Asker;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Round;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.Outcome;
import io.polycast.parser.mrp.MrpAddress;
import java.util.HashSet;
import java.util.List;

/** What operators ask for. */
final class OperatorRequests {
    private final Registry registry;
    private final AgentRequests agents;
    private final Conclusions conclusions;
    private final Driver driver;

    OperatorRequests(
            final Registry registry,
            final AgentRequests agents,
            final Conclusions conclusions,
            final Driver driver) {
        this.registry = registry;
        this.agents = agents;
        this.conclusions = conclusions;
        this.driver = driver;
    }

    void on(final Entry.Request request) {
        final Command command = request.command();
        if (!request.key().isEmpty()) {
            final Keys.Known known = registry.keys.find(request.key());
            if (known != null) {
                again(request, known);
                return;
            }
            registry.keys.put(
                    request.key(),
                    new Keys.Known(Keys.print(command), request.request(), nameOf(command)));
        }
        final Asker asker = new Asker(0, request.request(), registry.now);
        if (command instanceof Command.Create create) {
            onCreate(asker, create);
            return;
        }
        final Group group = registry.groups.get(nameOf(command));
        if (group == null) {
            refuse(asker, Outcome.Kind.ABSENT, "no-group", "there is no such group");
        } else if (command instanceof Command.Admit admit) {
            onAdmit(asker, group, admit);
        } else if (command instanceof Command.Expel expel) {
            onExpel(asker, group, expel.ip());
        } else {
            onDelete(asker, group);
        }
    }

    private static String nameOf(final Command command) {
        if (command instanceof Command.Create create) {
            return create.name();
        }
        if (command instanceof Command.Admit admit) {
            return admit.name();
        }
        return command instanceof Command.Expel expel
                ? expel.name()
                : ((Command.Delete) command).name();
    }

    private void again(final Entry.Request request, final Keys.Known known) {
        if (!known.print.equals(Keys.print(request.command()))) {
            registry.effects.answer(
                    request.request(),
                    Outcome.refused(
                            Outcome.Kind.CONFLICT,
                            "key-used",
                            "another request had this Idempotency-Key: use a new key"));
        } else if (known.outcome == null) {
            known.others.add(request.request());
        } else {
            final Group group = registry.groups.get(known.group);
            final Outcome outcome = known.outcome;
            registry.effects.answer(
                    request.request(),
                    new Outcome(
                            outcome.kind(),
                            outcome.reason(),
                            outcome.text(),
                            group == null ? null : Views.of(group, registry.agents),
                            outcome.missing(),
                            outcome.ms()));
        }
    }

    private void refuse(
            final Asker asker, final Outcome.Kind kind, final String reason, final String text) {
        registry.answer(asker.request(), Outcome.refused(kind, reason, text));
    }

    private void onCreate(final Asker asker, final Command.Create create) {
        Group group = registry.groups.get(create.name());
        final Outcome refusal = refusalOf(group, create);
        if (refusal != null) {
            registry.answer(asker.request(), refusal);
            return;
        }
        if (group == null) {
            group = registry.create(create.name());
        }
        if (group == null) {
            refuse(
                    asker,
                    Outcome.Kind.FULL,
                    "full",
                    "no McstID is free: delete groups or use a larger prefix");
            return;
        }
        group.created();
        if (!group.options().equals(create.options())) {
            group.options(create.options());
            group.guard(Modes.settings(registry, group));
        }
        final boolean waits = !create.hosts().isEmpty();
        final long wait = waits ? create.waitMs() : AgentRequests.RESERVED_MS;
        group.awaited().hosts(create.hosts(), registry.now + wait, waits ? asker : Asker.NOBODY);
        for (final MrpAddress host : create.hosts()) {
            registry.tell(
                    host,
                    new ToAgent.Event(0, group.name(), "created", host, "the group awaits you"));
        }
        registry.happened(group, "created", MrpAddress.NONE, "");
        if (!waits) {
            registry.done(asker, group);
        }
        conclusions.awaitedCame(group);
        driver.run(group);
    }

    /** Why a group cannot be created, or null; the group is null when there is none. */
    private Outcome refusalOf(final Group group, final Command.Create create) {
        if (group != null && (group.isCreated() || group.isRemoving())) {
            return Outcome.refused(
                    Outcome.Kind.CONFLICT,
                    "exists",
                    "the group exists: choose another name, or delete it");
        }
        if (group != null && hasBegun(group) && !group.options().equals(create.options())) {
            return Outcome.refused(
                    Outcome.Kind.CONFLICT,
                    "begun",
                    "applications began the group with other options: delete it, and create it"
                            + " before they join");
        }
        final int limit = registry.settings.limits().members();
        if (new HashSet<>(create.hosts()).size() != create.hosts().size()) {
            return Outcome.refused(Outcome.Kind.CONFLICT, "node-twice", "a host is named twice");
        }
        if (create.hosts().size() > limit) {
            return Outcome.refused(
                    Outcome.Kind.FULL, "size", "a group has at most " + limit + " members");
        }
        final boolean ipv4 = registry.settings.prefix().ipv6() == null;
        if (create.hosts().stream().anyMatch(host -> host.isIpv4() != ipv4)) {
            return Outcome.refused(
                    Outcome.Kind.CONFLICT,
                    "ip-version",
                    "groups of this controller have hosts of " + (ipv4 ? "IPv4" : "IPv6"));
        }
        return null;
    }

    private static boolean hasBegun(final Group group) {
        return group.isRegistered()
                || group.round() != null
                || group.isUnicastOnly()
                || group.refusal() != null;
    }

    private void onAdmit(final Asker asker, final Group group, final Command.Admit admit) {
        final Member member = group.members().get(admit.ip());
        final boolean served = member != null && member.service() == Member.Service.SERVED;
        if (served || group.isUnicastOnly() && group.hosts().contains(admit.ip())) {
            registry.done(asker, group);
            return;
        }
        if (group.admissions().size() >= registry.settings.limits().members()) {
            refuse(asker, Outcome.Kind.FULL, "size", "too many requests wait for this group");
            return;
        }
        group.admissions().add(new Admission(admit.ip(), asker, registry.now + admit.waitMs()));
        registry.tell(
                admit.ip(),
                new ToAgent.Event(0, group.name(), "created", admit.ip(), "the group awaits you"));
        driver.run(group);
    }

    private void onExpel(final Asker asker, final Group group, final MrpAddress ip) {
        if (!group.members().containsKey(ip) && !group.hosts().contains(ip)) {
            refuse(asker, Outcome.Kind.ABSENT, "not-member", "the host is no member");
            return;
        }
        agents.leave(asker, group, ip, group.name());
    }

    /** A round that runs is given up; a set that switches may have is removed with the group. */
    private void onDelete(final Asker asker, final Group group) {
        group.removers().add(asker);
        if (group.isRemoving()) {
            return;
        }
        group.removing(true);
        final Round round = group.round();
        if (round == null && !group.isRegistered()) {
            conclusions.forget(group, "deleted", "the group was deleted");
            return;
        }
        if (round != null) {
            group.round(null);
            for (final var want : round.wants()) {
                conclusions.refuse(group, want, "deleted", "the group was deleted", List.of());
            }
            round.wants().clear();
            group.round(round);
            if (round.phase() == Phase.PREPARE || round.phase() == Phase.EXPECT) {
                round.leader(group.leader());
            }
            round.failure("");
            round.phase(Phase.REMOVE, registry.now + registry.settings.timing().change());
            round.revision(group.nextRevision(1));
        }
        driver.run(group);
    }
}
