package io.polycast.node.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.controller.log.GroupView;
import io.polycast.controller.log.News;
import io.polycast.controller.log.Outcome;
import io.polycast.controller.machine.Capacity;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.wire.Ipv4;
import java.util.List;

/** JSON documents of the controller. */
final class Documents {
    private static final double MS_PER_SECOND = 1000.0;

    private Documents() {}

    static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode().put("schema", 1);
    }

    static ObjectNode error(final String reason, final String text) {
        final ObjectNode document = empty().put("ok", false);
        document.put("reason", reason).put("error", text);
        return document;
    }

    static ObjectNode outcome(final Outcome outcome) {
        final boolean done = outcome.kind() == Outcome.Kind.DONE;
        final ObjectNode document =
                done ? empty().put("ok", true) : error(outcome.reason(), outcome.text());
        if (outcome.group() != null) {
            fill(document, outcome.group());
        }
        document.put("seconds", outcome.ms() / MS_PER_SECOND);
        document.set("missing", addresses(outcome.missing()));
        return document;
    }

    static ObjectNode group(final GroupView group) {
        final ObjectNode document = empty();
        fill(document, group);
        document.set("missing", addresses(group.missing()));
        return document;
    }

    private static void fill(final ObjectNode document, final GroupView group) {
        document.put("id", Ipv4.format(group.id()))
                .put("name", group.name())
                .put("revision", group.revision())
                .put("state", group.state());
        final ArrayNode members = document.putArray("members");
        for (final GroupView.MemberView member : group.members()) {
            members.addObject()
                    .put("ip", member.ip().toString())
                    .put("qpn", member.qpn())
                    .put("state", member.state())
                    .put("connected", member.connected());
        }
        document.put("mode", group.mode().mode().label())
                .put("mode_number", group.mode().number())
                .put("mode_reason", group.mode().reason());
        if (group.source().equals(MrpAddress.NONE)) {
            document.putNull("source");
        } else {
            document.put("source", group.source().toString());
        }
    }

    static ObjectNode groups(final List<GroupView> groups) {
        final ObjectNode document = empty();
        final ArrayNode list = document.putArray("groups");
        groups.forEach(each -> list.add(group(each).without("schema")));
        return document;
    }

    static ObjectNode events(final List<News> events) {
        final ObjectNode document = empty();
        final ArrayNode list = document.putArray("events");
        for (final News news : events) {
            final ObjectNode each =
                    list.addObject()
                            .put("number", news.number())
                            .put("time_ms", news.timeMs())
                            .put("group", news.group())
                            .put("kind", news.kind());
            if (news.ip().equals(MrpAddress.NONE)) {
                each.putNull("ip");
            } else {
                each.put("ip", news.ip().toString());
            }
            each.put("text", news.text());
        }
        return document;
    }

    static ObjectNode capacity(final Capacity capacity) {
        return empty().put("groups", capacity.groups())
                .put("max_groups", capacity.maxGroups())
                .put("addresses", capacity.addresses())
                .put("members", capacity.members())
                .put("agents", capacity.agents())
                .put("max_agents", capacity.maxAgents());
    }

    private static ArrayNode addresses(final List<MrpAddress> all) {
        final ArrayNode list = JsonNodeFactory.instance.arrayNode();
        all.forEach(each -> list.add(each.toString()));
        return list;
    }
}
