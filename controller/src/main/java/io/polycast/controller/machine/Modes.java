package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.group.Asker;
import io.polycast.controller.group.Group;
import io.polycast.controller.safeguard.Cause;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.controller.safeguard.Safeguard;
import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.controller.safeguard.SlowTree;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/** Decisions of the safeguard on their way to all members of a group (docs/safeguard.md). */
final class Modes {
    private static final long BITS_PER_BYTE_MS = 8_000;

    private final Registry registry;

    Modes(final Registry registry) {
        this.registry = registry;
    }

    /** Safeguard of a group with what an operator chose. */
    static SafeguardSettings settings(final Registry registry, final Group group) {
        return registry.settings
                .safeguard()
                .with(group.options().multicast(), group.options().fallbackBelow());
    }

    /** The switches refused a group; its members are asked to send by unicast. */
    boolean refused(final Group group, final String text) {
        final boolean asks = group.guard().refused(registry.now, text);
        if (asks) {
            ask(group);
        }
        return asks;
    }

    /** The node that takes the samples found low goodput. */
    void slow(final Group group, final SlowTree slow) {
        if (group.isRegistered() && group.guard().slow(registry.now, slow)) {
            ask(group);
        }
    }

    /** All switches have confirmed a group. */
    void held(final Group group) {
        if (group.guard().held(registry.now)) {
            ask(group);
        }
    }

    /** An application of a host asks for a mode; the answer comes when it is in force, or dropped. */
    void asked(
            final Asker asker,
            final Group group,
            final MrpAddress host,
            final ToController.AskMode wanted) {
        final Safeguard guard = group.guard();
        final Mode mode = wanted.mode();
        final ModeDecision pending = guard.pending();
        if (pending == null && guard.decision().mode() == mode) {
            registry.done(asker, group);
        } else if (pending != null && pending.mode() == mode) {
            group.modeAskers().add(asker);
        } else if (mode == Mode.TREE && guard.cause() == Cause.REFUSED) {
            registry.refuse(
                    asker,
                    group,
                    "mode",
                    "the switches refuse the group; it comes back when they take it",
                    List.of());
        } else if (guard.asked(registry.now, mode, "asked by " + host + ": " + wanted.reason())) {
            group.modeAskers().add(asker);
            ask(group);
        } else {
            final boolean busy = pending != null;
            registry.refuse(
                    asker,
                    group,
                    busy ? "busy" : "mode",
                    busy
                            ? "members prepare another mode: try again in a few seconds"
                            : "the group has multicast "
                                    + guard.settings().multicast().label()
                                    + ": create it with multicast try",
                    List.of());
        }
    }

    private void ask(final Group group) {
        final ToAgent.ModePrepare question =
                new ToAgent.ModePrepare(group.name(), group.guard().pending());
        group.hosts().forEach(host -> registry.tell(host, question));
    }

    /** Tells a host's application, which may be another one than before, what is in force and what is pending. */
    void tell(final Group group, final MrpAddress host) {
        final Safeguard guard = group.guard();
        guard.forget(host);
        registry.tell(host, new ToAgent.ModeCommit(group.name(), guard.decision()));
        if (guard.pending() != null) {
            registry.tell(host, new ToAgent.ModePrepare(group.name(), guard.pending()));
        }
    }

    /** Takes an answer of a host, and tells the group that it is about, or null. */
    Group answered(final MrpAddress host, final ToController message) {
        if (message instanceof ToController.ModePrepared prepared) {
            final Group group = registry.groups.get(prepared.group());
            if (group != null) {
                group.guard().prepared(host, prepared.number());
            }
            return group;
        }
        if (message instanceof ToController.ModeDeclined declined) {
            final Group group = registry.groups.get(declined.group());
            if (group != null) {
                declined(group, host, declined);
            }
            return group;
        }
        if (message instanceof ToController.Probed probed) {
            final Group group = registry.groups.get(probed.group());
            if (group != null) {
                probed(group, host, probed);
            }
            return group;
        }
        return null;
    }

    /** A member cannot. */
    private void declined(
            final Group group, final MrpAddress host, final ToController.ModeDeclined no) {
        final ModeDecision pending = group.guard().pending();
        if (pending != null && pending.number() == no.number() && group.hosts().contains(host)) {
            drop(group, host, "declined", host + " declined: " + no.reason());
        }
    }

    /** The source has sent test data through the tree. */
    private void probed(
            final Group group, final MrpAddress host, final ToController.Probed probed) {
        final long bps = probed.bytes() * BITS_PER_BYTE_MS / probed.ms();
        if (host.equals(group.posting().source())
                && group.guard().probed(registry.now, probed.change(), bps)) {
            ask(group);
        }
    }

    /** Asks the source for test data, if its agent is there. */
    void probe(final Group group) {
        final MrpAddress source = group.posting().source();
        if (registry.agents.has(source)) {
            final long number = ++registry.lastChange;
            group.guard().probing(number);
            registry.tell(source, new ToAgent.Probe(group.name(), number));
        }
    }

    /** Puts in force what all members have prepared, and drops what takes too long. */
    void advance(final Group group) {
        final Safeguard guard = group.guard();
        if (guard.settle(registry.now, group.hosts())) {
            final ModeDecision decision = guard.decision();
            for (final MrpAddress host : group.hosts()) {
                registry.tell(host, new ToAgent.ModeCommit(group.name(), decision));
            }
            registry.happened(
                    group,
                    "mode",
                    MrpAddress.NONE,
                    decision.mode().label() + ": " + decision.reason());
            group.modeAskers().forEach(asker -> registry.done(asker, group));
            group.modeAskers().clear();
        } else if (guard.isLate(registry.now)) {
            final List<MrpAddress> missing = guard.missing(group.hosts());
            drop(group, missing.get(0), "not-ready", "no answer of " + Naming.of(missing));
        }
    }

    private void drop(
            final Group group, final MrpAddress host, final String reason, final String why) {
        final ModeDecision pending = group.guard().pending();
        group.guard().drop(registry.now);
        final String text =
                "mode "
                        + pending.mode().label()
                        + " was dropped, because "
                        + why
                        + "; it was proposed because: "
                        + pending.reason();
        registry.happened(group, "refused", host, text);
        group.modeAskers()
                .forEach(asker -> registry.refuse(asker, group, reason, text, List.of(host)));
        group.modeAskers().clear();
    }
}
