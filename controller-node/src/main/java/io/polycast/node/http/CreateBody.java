package io.polycast.node.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.safeguard.Multicast;
import io.polycast.dataplane.remote.LinkAddress;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Body of a request that creates a group. */
final class CreateBody {
    /** Most hosts of a request: it has to fit an entry of the log. */
    private static final int MOST_HOSTS = 4096;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> KEYS =
            Set.of(
                    "name",
                    "hosts",
                    "wait_ms",
                    "memory_base",
                    "fatal_nak",
                    "silent",
                    "silent_after_ms",
                    "uc",
                    "multicast",
                    "fallback_below");
    private static final Map<String, Integer> FATAL = Map.of("fail-group", 0, "evict-member", 1);
    private static final Map<String, Integer> SILENT = Map.of("freeze", 0, "evict", 1, "demote", 2);

    /** Default of a group that applications begin themselves; a group of "create" has the same. */
    private static final long SILENT_AFTER_MS = GroupOptions.DEFAULT.policies().silentAfterMs();

    private CreateBody() {}

    static Command.Create parse(final byte[] body) throws HttpProblem {
        final JsonNode node;
        try {
            node = JSON.readTree(new String(body, java.nio.charset.StandardCharsets.UTF_8));
        } catch (final JsonProcessingException wrong) {
            throw bad("the body is no JSON: " + wrong.getOriginalMessage());
        }
        if (node == null || !node.isObject()) {
            throw bad("the body must be a JSON object with name and hosts");
        }
        for (final Map.Entry<String, JsonNode> each : node.properties()) {
            if (!KEYS.contains(each.getKey())) {
                throw bad("unknown key \"" + each.getKey() + "\": the keys are " + KEYS);
            }
        }
        final String name = node.path("name").asText();
        Names.check(name);
        return new Command.Create(
                name,
                hosts(node.path("hosts")),
                number(node, "wait_ms", Route.WAIT_MS, Route.MOST_WAIT_MS),
                new GroupOptions(
                        number(node, "memory_base", 0, Long.MAX_VALUE),
                        new MrpGroup.Policies(
                                word(node, "fatal_nak", FATAL),
                                word(node, "silent", SILENT),
                                number(node, "silent_after_ms", SILENT_AFTER_MS, 0xFFFF_FFFFL),
                                node.path("uc").asBoolean(false)),
                        multicast(node),
                        fallbackBelow(node)));
    }

    /** Without the key the controller's default holds. */
    private static Multicast multicast(final JsonNode node) throws HttpProblem {
        final JsonNode value = node.path("multicast");
        final Multicast multicast = Multicast.of(value.asText());
        if (!value.isMissingNode() && multicast == null) {
            throw bad("\"multicast\" must be off, try or force");
        }
        return multicast;
    }

    private static int fallbackBelow(final JsonNode node) throws HttpProblem {
        final long percent = number(node, "fallback_below", 0, 99);
        if (percent == 0 && node.has("fallback_below")) {
            throw bad("\"fallback_below\" must be a whole number from 1 to 99, in percent");
        }
        return (int) percent;
    }

    private static List<MrpAddress> hosts(final JsonNode list) throws HttpProblem {
        if (!list.isMissingNode() && !list.isArray()) {
            throw bad("\"hosts\" must be a list of IP addresses");
        }
        if (list.size() > MOST_HOSTS) {
            throw bad("\"hosts\" may name " + MOST_HOSTS + "; let the others join");
        }
        final List<MrpAddress> hosts = new ArrayList<>();
        for (final JsonNode each : list) {
            try {
                hosts.add(LinkAddress.parse(each.asText()));
            } catch (final LinkException wrong) {
                throw bad("\"hosts\": " + wrong.getMessage());
            }
        }
        return List.copyOf(hosts);
    }

    private static long number(
            final JsonNode node, final String key, final long otherwise, final long most)
            throws HttpProblem {
        final JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || value.longValue() < 0 || value.longValue() > most) {
            throw bad("\"" + key + "\" must be a whole number from 0 to " + most);
        }
        return value.longValue();
    }

    private static int word(final JsonNode node, final String key, final Map<String, Integer> words)
            throws HttpProblem {
        final JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return 0;
        }
        final Integer code = words.get(value.asText());
        if (code == null) {
            throw bad("\"" + key + "\" must be one of " + words.keySet());
        }
        return code;
    }

    private static HttpProblem bad(final String text) {
        return new HttpProblem(400, "bad-request", text);
    }
}
