package io.polycast.node.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.wire.Ipv4;

/** Lines for applications (docs/agent.md). */
final class ClientLines {
    /** Version of this protocol. */
    static final int SCHEMA = 1;

    private ClientLines() {}

    static String pong(final ClientRequest request, final String agent, final boolean linked) {
        return answer(request, true).put("agent", agent).put("linked", linked).toString();
    }

    /** An answer that says no more than that the request was taken. */
    static String done(final ClientRequest request) {
        return answer(request, true).toString();
    }

    static String done(final ClientRequest request, final ToAgent.Done done) {
        final ObjectNode answer = answer(request, true).put("revision", done.revision());
        return (done.missing() == 0 ? answer : answer.put("missing", done.missing())).toString();
    }

    static String granted(final ClientRequest request, final ToAgent.Granted granted) {
        return answer(request, true).put("psn", granted.psn()).toString();
    }

    static String reserved(final ClientRequest request, final ToAgent.Reservation reservation) {
        return answer(request, true)
                .put("id", Ipv4.format(reservation.id()))
                .put("address", reservation.address().toString())
                .put("initial_psn", reservation.initialPsn())
                .put("epoch", reservation.epoch())
                .toString();
    }

    static String refused(final ClientRequest request, final String reason, final String error) {
        return answer(request, false).put("reason", reason).put("error", error).toString();
    }

    /** Answer to a line that is no request. */
    static String refused(final long number, final String error) {
        final ObjectNode answer =
                JsonNodeFactory.instance.objectNode().put("schema", SCHEMA).put("ok", false);
        if (number != ClientRequest.NO_NUMBER) {
            answer.put("request", number);
        }
        return answer.put("reason", "request").put("error", error).toString();
    }

    static String linked(final boolean up) {
        return event("link").put("up", up).toString();
    }

    static String expect(final ToAgent.Expect expect) {
        return event("expect")
                .put("group", expect.group())
                .put("change", expect.change())
                .put("psn", expect.psn())
                .toString();
    }

    static String prepare(final ToAgent.Prepare prepare) {
        return event("prepare")
                .put("group", prepare.group())
                .put("change", prepare.change())
                .toString();
    }

    static String commit(final ToAgent.Commit commit) {
        return event("commit")
                .put("group", commit.group())
                .put("change", commit.change())
                .put("source", commit.source())
                .toString();
    }

    /** A decision about the mode: {@code mode_prepare} or {@code mode_commit}. */
    static String mode(final String kind, final String group, final ModeDecision decision) {
        return event(kind)
                .put("group", group)
                .put("number", decision.number())
                .put("mode", decision.mode().label())
                .put("reason", decision.reason())
                .toString();
    }

    static String probe(final ToAgent.Probe probe) {
        return event("probe").put("group", probe.group()).put("change", probe.change()).toString();
    }

    static String news(final ToAgent.Event news) {
        final boolean concerns = !news.ip().equals(MrpAddress.NONE);
        return event(news.kind())
                .put("group", news.group())
                .put("number", news.number())
                .put("ip", concerns ? news.ip().toString() : null)
                .put("text", news.text())
                .toString();
    }

    private static ObjectNode event(final String kind) {
        return JsonNodeFactory.instance.objectNode().put("schema", SCHEMA).put("event", kind);
    }

    private static ObjectNode answer(final ClientRequest request, final boolean ok) {
        final ObjectNode node =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("schema", SCHEMA)
                        .put("ok", ok)
                        .put("command", request.command());
        if (request.number() != ClientRequest.NO_NUMBER) {
            node.put("request", request.number());
        }
        return request.group().isEmpty() ? node : node.put("group", request.group());
    }
}
