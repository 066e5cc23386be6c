package io.polycast.node.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.controller.safeguard.Goodput;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An application at the agent's socket (docs/agent.md): reserves, joins, asks for the right to post, answers the
 * agent's questions, leaves. Lines in, lines out. Not threadsafe.
 */
final class Membership {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Requests whose answers are no progress. */
    private static final Set<String> REPORTS = Set.of("goodput", "probed", "mode_prepared");

    /** How far it is. */
    enum Step {
        /** The McstID is asked for. */
        RESERVING,
        /** The queue pair is to be made. */
        CONNECTING,
        /** The group is asked to take the queue pair. */
        JOINING,
        /** The queue pair is in all tables. */
        MEMBER,
        /** The right to post is asked for. */
        ASKING,
        /** The right to post is here. */
        SOURCE,
        /** The group is asked to take the queue pair out. */
        LEAVING,
        /** The queue pair is in no table. */
        GONE
    }

    /** What the queue pair does for its membership. */
    interface Side {
        /** The group's address and first PSN are known. */
        void onReserved(String address, int initialPsn) throws EndpointException;

        /** The queue pair must expect this PSN before it is in the tables. */
        void onExpect(int psn);

        /** Nothing more may be posted; answers the first PSN that is not posted. */
        int onPrepare();

        /** Posting may go on. */
        void onCommit();

        /** Messages may be posted; the first packet has this PSN. */
        void onGranted(int psn);

        /** The group sends by unicast or by the tree from now on. */
        void onMode(long number, boolean unicast, String reason) throws EndpointException;

        /** The controller asks the source for test data through the tree. */
        void onProbe(long change);

        /** Another host is in the tables. */
        void onJoined();
    }

    private final String group;
    private final Consumer<String> agent;
    private final Side side;
    private Step step = Step.RESERVING;
    private String ip = "";
    private boolean granted;
    private String refusedLeave = "";

    /**
     * @param group name of the group
     * @param agent takes lines
     * @param side the queue pair
     */
    Membership(final String group, final Consumer<String> agent, final Side side) {
        this.group = group;
        this.agent = agent;
        this.side = side;
    }

    /** How far it is. */
    Step step() {
        return step;
    }

    /** Why the leave was refused, or empty. */
    String refusedLeave() {
        return refusedLeave;
    }

    /** Asks for the McstID. */
    void reserve(final int members) {
        final ObjectNode request = request("reserve");
        say(members == 0 ? request : request.put("members", members));
    }

    /** Asks the group to take a queue pair. */
    void join(final String ownIp, final int qpn) {
        step = Step.JOINING;
        ip = ownIp;
        say(request("join").put("ip", ownIp).put("qpn", qpn));
    }

    /** Asks for the right to post. */
    void source() {
        step = Step.ASKING;
        say(request("source"));
    }

    /** Asks the group to take the queue pair out. */
    void leave() {
        step = Step.LEAVING;
        say(request("leave"));
    }

    /** Tells how much came through. */
    void goodput(final Goodput sample) {
        say(
                request("goodput")
                        .put("from_ms", sample.fromMs())
                        .put("to_ms", sample.toMs())
                        .put("bytes", sample.bytes()));
    }

    /** Tells what a probe brought. */
    void probed(final GroupMode.Probed probed) {
        say(
                request("probed")
                        .put("change", probed.change())
                        .put("bytes", probed.bytes())
                        .put("ms", Math.max(1, probed.ms())));
    }

    private ObjectNode request(final String command) {
        return JsonNodeFactory.instance.objectNode().put("command", command).put("group", group);
    }

    private void say(final ObjectNode line) {
        agent.accept(line.toString());
    }

    /**
     * The agent says something.
     *
     * @param line without its end
     * @return whether it is about the group, and not about the agent's own connection
     * @throws EndpointException when the group is refused, has ended, or the line is none of the protocol
     */
    boolean onLine(final String line) throws EndpointException {
        final JsonNode said;
        try {
            said = JSON.readTree(line);
        } catch (final JsonProcessingException e) {
            throw EndpointException.failed("the agent sent a line that is not JSON: " + line);
        }
        if (said.has("ok")) {
            onAnswer(said);
            return !REPORTS.contains(said.path("command").asText());
        }
        return group.equals(said.path("group").asText()) && onEvent(said);
    }

    private void onAnswer(final JsonNode answer) throws EndpointException {
        final String command = answer.path("command").asText();
        if (!answer.get("ok").booleanValue()) {
            onRefusal(command, answer);
            return;
        }
        switch (command) {
            case "reserve":
                step = Step.CONNECTING;
                side.onReserved(
                        answer.path("address").asText(), answer.path("initial_psn").asInt());
                break;
            case "join":
                step = Step.MEMBER;
                break;
            case "source":
                step = Step.SOURCE;
                granted = true;
                side.onGranted(answer.path("psn").asInt());
                break;
            case "leave":
                step = Step.GONE;
                break;
            default:
                break;
        }
    }

    private void onRefusal(final String command, final JsonNode answer) throws EndpointException {
        final String why =
                answer.path("error").asText() + " (" + answer.path("reason").asText() + ")";
        if (command.equals("leave")) {
            refusedLeave = why;
            step = Step.GONE;
            return;
        }
        throw EndpointException.failed("group " + group + ": " + command + " was refused: " + why);
    }

    private boolean onEvent(final JsonNode event) throws EndpointException {
        final boolean own = ip.equals(event.path("ip").asText());
        switch (event.path("event").asText()) {
            case "expect":
                side.onExpect(event.path("psn").asInt());
                say(request("ready").put("change", event.path("change").asLong()));
                break;
            case "prepare":
                onPrepare(event);
                break;
            case "commit":
                side.onCommit();
                if (step == Step.SOURCE && !event.path("source").booleanValue()) {
                    throw EndpointException.failed(
                            "group " + group + ": another host asked for the right to post");
                }
                break;
            case "mode_prepare":
                say(request("mode_prepared").put("number", event.path("number").asLong()));
                break;
            case "mode_commit":
                side.onMode(
                        event.path("number").asLong(),
                        event.path("mode").asText().equals("unicast"),
                        event.path("reason").asText());
                break;
            case "probe":
                side.onProbe(event.path("change").asLong());
                break;
            case "joined":
                if (!own) {
                    side.onJoined();
                }
                break;
            case "evicted":
            case "left":
                if (own) {
                    ended("was taken out: " + event.path("text").asText());
                }
                break;
            case "deleted":
                ended("was a member of a group that was deleted");
                break;
            default:
                break;
        }
        return true;
    }

    /** News of an end that this side did not ask for; before the join they are of another queue pair. */
    private void ended(final String how) throws EndpointException {
        if (step == Step.MEMBER || step == Step.ASKING || step == Step.SOURCE) {
            throw EndpointException.failed("group " + group + ": this host " + how);
        }
    }

    private void onPrepare(final JsonNode event) {
        final long change = event.path("change").asLong();
        if (granted) {
            say(request("prepared").put("change", change).put("psn", side.onPrepare()));
        } else {
            say(
                    request("declined")
                            .put("change", change)
                            .put("reason", "this endpoint is not the source"));
        }
    }
}
