package io.polycast.node.shufflecast;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.dataplane.schema.shufflecast.link.RelayLinkCodec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Request of an application, and the lines of its answers (docs/shufflecast.md, Applications). */
sealed interface ApplicationRequest {
    /** Number that the answer repeats. */
    long request();

    /** Whether the control remembers it. */
    default boolean waits() {
        return this instanceof Members || this instanceof Start;
    }

    /** Members of a group by ToR; none takes the group away. */
    record Members(long request, int group, Map<Integer, List<String>> members)
            implements ApplicationRequest {}

    /** The right to send at the whole rate, from ToRs. */
    record Start(long request, List<Integer> sources) implements ApplicationRequest {}

    /** The application of an earlier {@code start} has ended. */
    record End(long request) implements ApplicationRequest {}

    /** What the control knows. */
    record Status(long request) implements ApplicationRequest {}

    /**
     * @param line of an application
     * @param nodes of the instance
     * @return the request
     * @throws LinkException when the line is none
     */
    static ApplicationRequest read(final LinkLine line, final int nodes) throws LinkException {
        final String type = line.type();
        switch (type) {
            case "members":
                return new Members(
                        line.request(), RelayLinkCodec.group(line), members(line, nodes));
            case "start":
                return new Start(line.request(), line.numbers("sources", nodes, nodes));
            case "end":
                return new End(line.request());
            case "status":
                return new Status(line.request());
            default:
                throw new LinkException("type \"" + type + "\" is unknown");
        }
    }

    private static Map<Integer, List<String>> members(final LinkLine line, final int nodes)
            throws LinkException {
        final Map<Integer, List<String>> members = new TreeMap<>();
        for (final LinkLine each : line.objects("members", nodes)) {
            final int tor = (int) each.number("tor", 0, nodes - 1L);
            final List<String> ports = each.texts("ports", 64);
            if (ports.isEmpty()) {
                throw new LinkException("ToR " + tor + " has no ports: leave it out");
            }
            if (new HashSet<>(ports).size() != ports.size()) {
                throw new LinkException("a port of ToR " + tor + " is named twice");
            }
            if (members.put(tor, ports) != null) {
                throw new LinkException("ToR " + tor + " is named twice");
            }
        }
        return members;
    }

    /** Line of an answer without keys of its own. */
    static String answer(final String type, final long request) {
        return LinkLine.write(document(type, request));
    }

    /** Line of a refusal. */
    static String refusal(final long request, final String text) {
        return LinkLine.write(document("refused", request).put("text", text));
    }

    /** Document that more keys are put into. */
    static ObjectNode document(final String type, final long request) {
        return JsonNodeFactory.instance.objectNode().put("type", type).put("request", request);
    }
}
