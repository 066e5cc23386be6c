package io.polycast.node.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.controller.agent.MemberMemory;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.safeguard.Goodput;
import io.polycast.controller.safeguard.Mode;
import io.polycast.dataplane.remote.LinkAddress;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.parser.mrp.MrpAddress;
import java.util.Map;
import java.util.Set;

/**
 * One line of an application (docs/agent.md).
 *
 * @param command of the request
 * @param number that the answer repeats, or {@link #NO_NUMBER}
 * @param group name, or empty for {@code ping}
 * @param document the whole request, whose other keys are checked when they are read
 */
record ClientRequest(String command, long number, String group, JsonNode document) {
    /** Value of {@link #number()} when none is given. */
    static final long NO_NUMBER = -1;

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final long MAX_24 = 0xFF_FFFFL;
    private static final int MEMBERS = 65_535;
    private static final int REASON = 256;
    private static final Set<String> COMMON = Set.of("command", "request", "schema", "group");
    private static final Map<String, Set<String>> KEYS =
            Map.ofEntries(
                    Map.entry("ping", Set.of()),
                    Map.entry("reserve", Set.of("members")),
                    Map.entry("join", Set.of("ip", "qpn", "psn", "memory")),
                    Map.entry("leave", Set.of()),
                    Map.entry("source", Set.of()),
                    Map.entry("mode", Set.of("mode", "reason")),
                    Map.entry("ready", Set.of("change")),
                    Map.entry("prepared", Set.of("change", "psn")),
                    Map.entry("declined", Set.of("change", "reason")),
                    Map.entry("mode_prepared", Set.of("number")),
                    Map.entry("mode_declined", Set.of("number", "reason")),
                    Map.entry("probed", Set.of("change", "bytes", "ms")),
                    Map.entry("goodput", Set.of("from_ms", "to_ms", "bytes")));

    /** Commands without an answer of the controller. */
    private static final Set<String> ANSWERS =
            Set.of(
                    "ready",
                    "prepared",
                    "declined",
                    "mode_prepared",
                    "mode_declined",
                    "probed",
                    "goodput");

    private static final long MOST_PROBE_MS = 600_000;

    /**
     * @param line of an application
     * @return the request
     * @throws LinkException when the line is none, with the remedy
     */
    static ClientRequest parse(final String line) throws LinkException {
        final JsonNode node;
        try {
            node = JSON.readTree(line);
        } catch (final JsonProcessingException e) {
            throw new LinkException("the request is not JSON; write one JSON object in one line");
        }
        if (node == null || !node.isObject()) {
            throw new LinkException("a request is one JSON object in one line");
        }
        final String command = text(node, "command", REASON);
        final Set<String> keys = KEYS.get(command);
        if (keys == null) {
            throw new LinkException(
                    "unknown command; the commands are ping, reserve, join, leave, source, mode,"
                            + " ready, prepared, declined, mode_prepared, mode_declined, probed,"
                            + " goodput");
        }
        for (final Map.Entry<String, JsonNode> each : node.properties()) {
            if (!COMMON.contains(each.getKey()) && !keys.contains(each.getKey())) {
                throw new LinkException(
                        "command " + command + " does not take one of the keys; see docs/agent.md");
            }
        }
        final long number =
                node.has("request") ? number(node, "request", 0, Long.MAX_VALUE) : NO_NUMBER;
        final String group = command.equals("ping") ? "" : text(node, "group", 64);
        if (!command.equals("ping") && !group.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new LinkException("key 'group' must be 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        return new ClientRequest(command, number, group, node);
    }

    /** Number of a line that is no request, as far as it has one; else {@link #NO_NUMBER}. */
    static long numberOf(final String line) {
        try {
            return number(JSON.readTree(line), "request", 0, Long.MAX_VALUE);
        } catch (final JsonProcessingException | LinkException none) {
            return NO_NUMBER;
        }
    }

    /**
     * The message for the controller.
     *
     * @param own address of the host
     * @param request number of the agent's own choice
     * @return the message
     * @throws LinkException when a key is missing or wrong, with the remedy
     */
    ToController message(final MrpAddress own, final long request) throws LinkException {
        switch (command) {
            case "reserve":
                final long members =
                        document.has("members") ? number(document, "members", 1, MEMBERS) : 0;
                return new ToController.Reserve(request, group, (int) members);
            case "join":
                return join(own, request);
            case "leave":
                return new ToController.Leave(request, group);
            case "source":
                return new ToController.Source(request, group);
            case "mode":
                final Mode mode = Mode.of(text(document, "mode", REASON));
                if (mode == null) {
                    throw new LinkException("key 'mode' must be tree or unicast");
                }
                return new ToController.AskMode(
                        request, group, mode, text(document, "reason", REASON));
            case "ready":
                return new ToController.Ready(group, change());
            case "prepared":
                return new ToController.Prepared(
                        group, change(), (int) number(document, "psn", 0, MAX_24));
            case "declined":
                return new ToController.Declined(group, change(), text(document, "reason", REASON));
            default:
                return modeAnswer();
        }
    }

    /** Whether the command answers a question or reports, which the controller does not answer. */
    boolean isAnswer() {
        return ANSWERS.contains(command);
    }

    private ToController modeAnswer() throws LinkException {
        switch (command) {
            case "mode_prepared":
                return new ToController.ModePrepared(group, decision());
            case "mode_declined":
                return new ToController.ModeDeclined(
                        group, decision(), text(document, "reason", REASON));
            case "probed":
                return new ToController.Probed(
                        group,
                        change(),
                        number(document, "bytes", 0, Goodput.MOST_BYTES),
                        number(document, "ms", 1, MOST_PROBE_MS));
            default:
                final long latest = Long.MAX_VALUE - Goodput.LONGEST_MS;
                final long from = number(document, "from_ms", 0, latest);
                return new ToController.GoodputSample(
                        group,
                        new Goodput(
                                from,
                                number(document, "to_ms", from + 1, from + Goodput.LONGEST_MS),
                                number(document, "bytes", 0, Goodput.MOST_BYTES)));
        }
    }

    private long decision() throws LinkException {
        return number(document, "number", 1, Long.MAX_VALUE);
    }

    private long change() throws LinkException {
        return number(document, "change", 0, Long.MAX_VALUE);
    }

    private ToController join(final MrpAddress own, final long request) throws LinkException {
        if (document.has("ip") && !LinkAddress.parse(text(document, "ip", 64)).equals(own)) {
            throw new LinkException("this agent serves " + own + " only; leave 'ip' out");
        }
        final int psn =
                document.has("psn")
                        ? (int) number(document, "psn", 0, MAX_24)
                        : ToController.NO_PSN;
        MemberMemory memory = null;
        if (document.has("memory")) {
            final JsonNode given = document.get("memory");
            if (!given.isObject()) {
                throw new LinkException("key 'memory' must be {va, length, rkey}");
            }
            memory =
                    new MemberMemory(
                            number(given, "va", Long.MIN_VALUE, Long.MAX_VALUE),
                            number(given, "length", 0, Long.MAX_VALUE),
                            (int) number(given, "rkey", 0, 0xFFFF_FFFFL));
        }
        return new ToController.Join(
                request, group, (int) number(document, "qpn", 2, MAX_24), psn, memory);
    }

    private static String text(final JsonNode node, final String key, final int most)
            throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isTextual() || value.textValue().length() > most) {
            throw new LinkException(
                    "key '" + key + "' must be a text of at most " + most + " characters");
        }
        return value.textValue();
    }

    private static long number(
            final JsonNode node, final String key, final long least, final long most)
            throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new LinkException("key '" + key + "' must be a whole number");
        }
        if (value.longValue() < least || value.longValue() > most) {
            throw new LinkException("key '" + key + "' must be in [" + least + ", " + most + "]");
        }
        return value.longValue();
    }
}
