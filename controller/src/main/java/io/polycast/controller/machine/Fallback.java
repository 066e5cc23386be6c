package io.polycast.controller.machine;

import io.polycast.controller.group.Admission;
import io.polycast.controller.group.Asker;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Refusal;
import io.polycast.controller.group.Round;
import io.polycast.controller.group.Want;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.Multicast;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/** Groups that the switches refuse: they go on by unicast, if all their members can. */
final class Fallback {
    private final Registry registry;
    private final Conclusions conclusions;
    private final Modes modes;

    Fallback(final Registry registry, final Conclusions conclusions, final Modes modes) {
        this.registry = registry;
        this.conclusions = conclusions;
        this.modes = modes;
    }

    /**
     * A switch refused the round that runs. A change of a group in force fails alone; the group goes on.
     *
     * @param group whose round is refused
     * @param reason label
     * @param text for people
     */
    void refused(final Group group, final String reason, final String text) {
        final Round round = group.round();
        if (group.isRegistered()) {
            final boolean whole = round.wants().isEmpty();
            conclusions.failed(group, reason, text);
            if (whole) {
                modes.refused(group, text);
            }
            return;
        }
        if (group.isUnicastOnly() || group.isRemoving()) {
            conclusions.failed(group, reason, text);
            return;
        }
        group.refusal(new Refusal(reason, text));
        if (!modes.refused(group, text)) {
            group.refusal(null);
            conclusions.failed(group, reason, text);
            return;
        }
        group.round(null);
        round.wants().forEach(group::want);
    }

    /** A switch that had a group in force refuses it now. */
    void lost(final Group group, final String text) {
        modes.refused(group, text);
    }

    /** Ends a refusal: members have prepared unicast, or the group fails as it does without a safeguard. */
    void follow(final Group group) {
        if (group.refusal() == null || group.guard().pending() != null) {
            return;
        }
        final String reason = group.refusal().reason();
        final String text =
                group.refusal().text() + "; not all members can send by unicast, see group events";
        group.refusal(null);
        if (group.guard().decision().mode() == Mode.UNICAST) {
            stand(group);
            return;
        }
        final List<Want> joins = group.wants(Want.Kind.JOIN);
        group.wants().removeAll(joins);
        joins.forEach(want -> conclusions.refuse(group, want, reason, text, List.of()));
        if (group.awaited().asker().isOperator()) {
            conclusions.abandon(group, reason, text, List.of());
        }
    }

    /** Whether a group needs no switch. Its hosts become members at once. */
    boolean standsAside(final Group group) {
        if (group.guard().settings().multicast() != Multicast.OFF) {
            return false;
        }
        if (!group.isUnicastOnly()) {
            stand(group);
        }
        return true;
    }

    private void stand(final Group group) {
        group.unicastOnly(true);
        for (final Want want : group.wants(Want.Kind.JOIN)) {
            admit(group, want);
        }
        registry.happened(
                group,
                "registered",
                MrpAddress.NONE,
                "in no switch: " + group.guard().decision().reason());
        settled(group);
    }

    /** A group with a host does not end by itself. */
    private void settled(final Group group) {
        if (!group.awaited().asker().isOperator()) {
            group.awaited().end();
        }
        conclusions.awaitedCame(group);
    }

    /** A host is a member of a group that no switch has. */
    void admit(final Group group, final Want want) {
        modes.tell(group, want.ip());
        registry.done(want.asker(), group);
        final Want standing = want.askedBy(Asker.NOBODY);
        final int at = group.wants().indexOf(want);
        if (at >= 0) {
            group.wants().set(at, standing);
        }
        for (final Admission each : List.copyOf(group.admissions())) {
            if (each.ip().equals(want.ip())) {
                group.admissions().remove(each);
                registry.done(each.asker(), group);
            }
        }
        settled(group);
    }

    /** A group that no switch has, and that its last host has left, waits for members as a new one does. */
    void left(final Group group) {
        if (group.isUnicastOnly() && group.joining().isEmpty()) {
            group.awaited().extend(registry.now + AgentRequests.RESERVED_MS);
        }
    }
}
