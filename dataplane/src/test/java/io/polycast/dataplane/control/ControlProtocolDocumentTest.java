package io.polycast.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.config.SteeringRules;
import io.polycast.dataplane.control.ControlProtocol.Command;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.parser.contract.Tally;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/control-protocol.md against the code: each command and key of a request, each key of an answer with its
 * type, the limits, and the examples word for word.
 */
@Timeout(60)
class ControlProtocolDocumentTest {
    private static final String HOST =
            "{port: p1, vlan: 5, host: {ip: 10.0.0.3, mac: '02:00:00:00:00:03', qpn: 257}, memory:"
                    + " {va: 4096, rkey: 7, length: 8192}}";
    private static final String SWITCH = "{port: p0, switch: {mac: '02:00:00:00:01:fe'}}";
    private static final String ENTRY = "{id: 10.255.0.1, paths: [" + SWITCH + ", " + HOST + "]}";

    @TempDir private Path dir;
    private StubSwitch stub;
    private RequestHandler handler;

    @BeforeEach
    void start() throws Exception {
        stub =
                new StubSwitch(
                        dir,
                        """
                        switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
                        """);
        handler = stub.handler();
    }

    @AfterEach
    void stop() throws Exception {
        stub.close();
    }

    private JsonNode ask(final String request) throws Exception {
        final byte[] bytes = request.getBytes(StandardCharsets.UTF_8);
        return ControlProtocol.JSON.readTree(handler.handle(bytes, 0, bytes.length));
    }

    private JsonNode set(final String key, final JsonNode value) throws Exception {
        final ObjectNode request = ControlProtocol.JSON.createObjectNode();
        request.put("command", "group.set").set(key, value);
        return ask(request.toString());
    }

    private JsonNode set(final String entry) throws Exception {
        return set("group", ControlProtocol.JSON.getNodeFactory().textNode(entry));
    }

    private JsonNode show(final Topic topic) throws Exception {
        return ask("{\"command\":\"show\",\"what\":\"" + topic + "\",\"id\":\"10.255.0.1\"}");
    }

    @Test
    void shouldListEveryCommandWithItsKeys() throws Exception {
        final Map<String, List<String>> page = new HashMap<>();
        for (final List<String> row : ControlPage.rows("requests")) {
            page.put(
                    row.get(0),
                    row.get(1).equals("-") ? List.of() : List.of(row.get(1).split(", ")));
        }
        assertEquals(
                Arrays.stream(Command.values())
                        .collect(Collectors.toMap(Command::label, Command::keys)),
                page);
    }

    @Test
    void shouldNameTheLimits() throws Exception {
        final Map<String, String> page =
                ControlPage.rows("limits").stream()
                        .collect(Collectors.toMap(row -> row.get(0), row -> row.get(1)));
        assertEquals(
                Map.of(
                        "bytes of a request", String.valueOf(Connection.MOST_BYTES),
                        "groups of a request", String.valueOf(GroupRequests.MOST_GROUPS),
                        "connections", String.valueOf(ControlServer.MOST_CONNECTIONS),
                        "seconds without a request or an answer",
                                String.valueOf(ControlServer.IDLE_S)),
                page);
    }

    @Test
    void shouldAnswerTheExamplesAsThePageHasThem() throws Exception {
        final List<String> lines = ControlPage.examples();
        assertTrue(lines.size() >= 10, lines.toString());
        for (int i = 0; i < lines.size(); i += 2) {
            assertEquals("> ", lines.get(i).substring(0, 2));
            assertEquals("< ", lines.get(i + 1).substring(0, 2));
            final JsonNode expected = ControlProtocol.JSON.readTree(lines.get(i + 1).substring(2));
            final JsonNode answer = ask(lines.get(i).substring(2));
            if (answer.has("pid")) {
                ((ObjectNode) answer).set("pid", expected.get("pid"));
            }
            assertEquals(expected.toString(), answer.toString(), lines.get(i));
        }
    }

    @Test
    void shouldDescribePingStopAndHandover() throws Exception {
        assertDescribed("ping", ask("{\"command\":\"ping\"}"));
        assertDescribed("stop", ask("{\"command\":\"stop\"}"));
        assertDescribed("handover", ask("{\"command\":\"handover\",\"pid\":7}"));
    }

    @Test
    void shouldDescribeARefusal() throws Exception {
        final Map<String, Set<String>> keys = new TreeMap<>();
        collect("", ask("{}"), keys);
        assertKeys("refusal", keys);
    }

    @Test
    void shouldDescribeSetsAndUnsets() throws Exception {
        final JsonNode created = set(ENTRY);
        assertDescribed("group.set", created, set(ENTRY));
        stub.refuse("10.255.0.4");
        final JsonNode list =
                ControlProtocol.JSON.readTree(
                        "[{\"text\": \""
                                + ENTRY.replace("0.1,", "0.5,")
                                + "\"}, {\"text\": \""
                                + ENTRY
                                + "\", \"line\": 2, \"column\": 3}, 5,"
                                + " {\"text\": \""
                                + ENTRY.replace("0.1,", "0.4,")
                                + "\"}]");
        assertDescribed("group.set list", set("groups", list));
        assertDescribed("group.unset", ask("{\"command\":\"group.unset\",\"id\":\"10.255.0.1\"}"));
    }

    @Test
    void shouldDescribeWhatIsShown() throws Exception {
        set(ENTRY);
        final JsonNode unheard = show(Topic.GROUPS);
        final JsonNode unheardGroup = show(Topic.MFT);
        final JsonNode unheardWhy = show(Topic.WHY);
        stub.exchange();
        assertDescribed("show groups", unheard, show(Topic.GROUPS));
        assertDescribed("show mft", unheardGroup, show(Topic.MFT));
        assertDescribed("show why", unheardWhy, show(Topic.WHY));
        assertDescribed("show ports", show(Topic.PORTS));
        final JsonNode counters = show(Topic.COUNTERS);
        assertDescribed("show counters", counters);
        assertEquals(
                Arrays.stream(Tally.values())
                        .map(tally -> ControlProtocol.key(tally.label()))
                        .collect(Collectors.toSet()),
                counters.get("tallies").properties().stream()
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()));
        assertDescribed("show drops", show(Topic.DROPS));
        assertDescribed("show voqs", show(Topic.VOQS));
        assertDescribed("show legs", show(Topic.LEGS));
        assertDescribed("show relays", show(Topic.RELAYS));
    }

    @Test
    void shouldDescribeGroupsOfRoleSurrogate() throws Exception {
        try (StubSwitch node =
                new StubSwitch(
                        Files.createDirectory(dir.resolve("node")),
                        """
                        switch: {name: n1, role: surrogate, mac: "02:00:00:00:00:01"}
                        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
                        """)) {
            handler = node.handler();
            set("{id: 239.1.1.1, deliver: [p0]}");
            node.exchange();
            final JsonNode groups = show(Topic.GROUPS);
            assertDescribed("show groups of role surrogate", groups);
            final JsonNode learned = groups.get("groups").get(1);
            assertEquals("igmp", learned.get("origin").textValue());
            assertEquals("p0 n2", learned.get("snooped").textValue());
            final String one = "{\"command\":\"show\",\"what\":\"mft\",\"id\":\"239.1.1.%d\"}";
            assertDescribed(
                    "show mft of role surrogate", ask(one.formatted(1)), ask(one.formatted(7)));
        }
    }

    @Test
    void shouldDescribeSteering() throws Exception {
        try (StubSwitch sharded =
                new StubSwitch(
                        dir,
                        """
                        switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
                        pipeline: {threading: fused, shards: 2, steering: destination}
                        ports:
                          - {name: p0, driver: af_xdp, device: e0, queues: 2}
                          - {name: p1, driver: af_xdp, device: e1, queues: 2}
                        """)) {
            handler = sharded.handler();
            set(ENTRY);
            final JsonNode answer = show(Topic.STEERING);
            // Only a veth of this machine needs a preparation.
            final JsonNode once =
                    ControlProtocol.JSON.valueToTree(new SteeringRules.Preparation("e0", "tc"));
            ((ArrayNode) answer.get("once")).add(once);
            assertDescribed("show steering", answer);
        }
    }

    /** The page has exactly the keys of these answers, and each key may have each type that was seen. */
    private static void assertDescribed(final String title, final JsonNode... answers)
            throws Exception {
        final Map<String, Set<String>> keys = new TreeMap<>();
        for (final JsonNode answer : answers) {
            assertTrue(answer.get("ok").booleanValue(), answer.toString());
            collect("", answer, keys);
        }
        assertEquals(Set.of("number"), keys.remove("schema"));
        assertEquals(Set.of("boolean"), keys.remove("ok"));
        assertKeys(title, keys);
    }

    private static void assertKeys(final String title, final Map<String, Set<String>> keys)
            throws Exception {
        final Map<String, String> page = new TreeMap<>();
        for (final List<String> row : ControlPage.rows(title)) {
            page.put(row.get(0), row.get(1).replace(", optional", ""));
        }
        assertEquals(page.keySet(), keys.keySet(), title);
        keys.forEach(
                (key, types) ->
                        assertTrue(
                                new TreeSet<>(List.of(page.get(key).split(" or ")))
                                        .containsAll(types),
                                title + ": " + key + " is " + types));
        page.forEach(
                (key, types) ->
                        assertTrue(
                                !types.endsWith(" or null") || keys.get(key).contains("null"),
                                title + ": " + key + " is never null"));
    }

    private static void collect(
            final String prefix, final JsonNode node, final Map<String, Set<String>> keys) {
        for (final Map.Entry<String, JsonNode> field : node.properties()) {
            final String key = prefix + field.getKey();
            final JsonNode value = field.getValue();
            keys.computeIfAbsent(key, any -> new TreeSet<>()).add(type(field.getKey(), value));
            if (value.isArray()) {
                value.forEach(each -> collect(key + "[].", each, keys));
            } else if (value.isObject() && type(field.getKey(), value).equals("object")) {
                collect(key + ".", value, keys);
            }
        }
    }

    private static String type(final String key, final JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "text";
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            case NULL -> "null";
            case ARRAY -> "list";
            default ->
                    switch (key) {
                        case "entry" -> "entry";
                        case "tallies", "kernel" -> "counters";
                        default -> "object";
                    };
        };
    }
}
