package io.polycast.controller.machine;

import io.polycast.controller.group.Addresses;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Want;
import io.polycast.controller.log.GroupView;
import io.polycast.parser.mrp.MrpAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Groups as operators see them. */
final class Views {
    private Views() {}

    static GroupView of(final Group group, final Agents agents) {
        final Map<MrpAddress, GroupView.MemberView> members = new LinkedHashMap<>();
        for (final Member member : group.members().values()) {
            final String service = member.service().name().toLowerCase(Locale.ROOT);
            final String state = member.service() == Member.Service.SERVED ? "member" : service;
            members.put(member.ip(), view(member, state, agents));
        }
        final String joining = group.isUnicastOnly() ? "member" : "joining";
        for (final Want want : group.joining()) {
            members.put(want.ip(), view(want.member(), joining, agents));
        }
        return new GroupView(
                group.name(),
                group.id(),
                group.revision(),
                stateOf(group),
                group.guard().decision(),
                group.posting().source(),
                List.copyOf(members.values()),
                List.copyOf(missing(group)));
    }

    private static GroupView.MemberView view(
            final Member member, final String state, final Agents agents) {
        return new GroupView.MemberView(member.ip(), member.qpn(), state, agents.has(member.ip()));
    }

    /** Hosts that are wanted and have not joined, or have not confirmed. */
    static TreeSet<MrpAddress> missing(final Group group) {
        final TreeSet<MrpAddress> all = new TreeSet<>(Addresses.ORDER);
        all.addAll(group.missing());
        if (group.round() != null) {
            all.addAll(group.round().missing());
            all.addAll(group.round().waiting());
        } else if (!group.isRegistered()) {
            all.addAll(group.awaited().hosts());
            group.joining().forEach(each -> all.remove(each.ip()));
        } else if (group.awaited().asker().isOperator()) {
            all.addAll(awaited(group));
        }
        return all;
    }

    /** Hosts that were named at the group's creation and are not in the tables. */
    static TreeSet<MrpAddress> awaited(final Group group) {
        final TreeSet<MrpAddress> all = new TreeSet<>(Addresses.ORDER);
        all.addAll(group.awaited().hosts());
        for (final Member member : group.members().values()) {
            if (member.service() == Member.Service.SERVED) {
                all.remove(member.ip());
            }
        }
        if (group.isUnicastOnly()) {
            all.removeAll(group.hosts());
        }
        return all;
    }

    private static String stateOf(final Group group) {
        if (group.isRemoving() || isRemoved(group)) {
            return "removing";
        }
        if (group.isUnicastOnly()) {
            return "unicast";
        }
        if (!group.isRegistered()) {
            return group.round() == null ? "collecting" : "registering";
        }
        return group.round() == null ? "registered" : "changing";
    }

    private static boolean isRemoved(final Group group) {
        return group.round() != null && group.round().phase() == Phase.REMOVE;
    }
}
