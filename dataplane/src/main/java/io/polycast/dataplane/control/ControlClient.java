package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.control.ControlProtocol.Command;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.schema.GroupList;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import org.agrona.CloseHelper;

/** Talks to a running switch; blocking, for one thread, and not for ever. */
public final class ControlClient implements AutoCloseable {
    /** Longer than a switch takes that has to tell several clients that a shard does not answer. */
    private static final long PATIENCE_MS = 30_000;

    /** Most entries of one {@link #setGroups}. */
    public static final int MOST_GROUPS = GroupRequests.MOST_GROUPS;

    /** Most bytes of the entries of one {@link #setGroups} of several: the switch answers others in between. */
    public static final int MOST_LIST_BYTES = 1 << 18;

    /** More than a switch's control thread may be held up by two clients of a shard that does not answer. */
    private static final long SIGN_OF_LIFE_MS = 15_000;

    private final Path socket;
    private final SocketChannel channel;
    private final BufferedReader replies;
    private final long patienceMs;
    private volatile boolean impatient;

    private ControlClient(final Path socket, final SocketChannel channel, final long patienceMs) {
        this.patienceMs = patienceMs;
        this.socket = socket;
        this.channel = channel;
        this.replies = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    }

    /**
     * @param socket of the switch
     * @return a connection
     * @throws ControlException when no switch answers there
     */
    public static ControlClient connect(final Path socket) throws ControlException {
        return connect(socket, PATIENCE_MS);
    }

    /** As above, by an answer's time of the caller's, in ms. */
    static ControlClient connect(final Path socket, final long patienceMs) throws ControlException {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return new ControlClient(socket, channel, patienceMs);
        } catch (final IOException | IllegalArgumentException e) {
            CloseHelper.quietClose(channel);
            throw Unreachable.at(socket, e);
        }
    }

    /**
     * Installs or replaces a group without conditions.
     *
     * @param source name of the text, for messages
     * @param entry as under {@code groups:}, YAML or JSON
     * @return the reply, with the group's id
     * @throws ControlException when it is refused
     */
    public JsonNode setGroup(final String source, final String entry) throws ControlException {
        return setGroup(source, entry, SetCondition.NONE);
    }

    /**
     * Installs or replaces a group.
     *
     * @param source name of the text, for messages
     * @param entry as under {@code groups:}, YAML or JSON
     * @param condition that must hold
     * @return the reply, with the group's id
     * @throws ControlException when it is refused
     */
    public JsonNode setGroup(final String source, final String entry, final SetCondition condition)
            throws ControlException {
        return call(set(source, condition).put("group", entry));
    }

    /**
     * Installs or replaces some groups of a list, each by itself.
     *
     * @param source name of the list, for messages
     * @param entries at most as many as a request takes, together at most half of its bytes
     * @param condition that must hold for each
     * @return the reply, with an answer for each of its {@code groups}; {@code stalled} when the switch
     *     did not get to all of them
     * @throws ControlException when it is refused as a whole
     */
    public JsonNode setGroups(
            final String source, final List<GroupList.Entry> entries, final SetCondition condition)
            throws ControlException {
        final ObjectNode request = set(source, condition);
        final ArrayNode groups = request.putArray("groups");
        for (final GroupList.Entry each : entries) {
            groups.addObject()
                    .put("line", each.line())
                    .put("column", each.column())
                    .put("text", each.text());
        }
        return call(request);
    }

    private static ObjectNode set(final String source, final SetCondition condition) {
        final ObjectNode request = request(Command.GROUP_SET).put("source", source);
        if (condition.create()) {
            request.put("create", true);
        }
        if (condition.ifVersion() != 0) {
            request.put("if_version", condition.ifVersion());
        }
        return request;
    }

    /**
     * Removes a group.
     *
     * @param id dotted quad
     * @return the reply
     * @throws ControlException when there is no such group
     */
    public JsonNode unsetGroup(final String id) throws ControlException {
        return call(request(Command.GROUP_UNSET).put("id", id));
    }

    /**
     * Looks at the switch.
     *
     * @param what a {@link ControlProtocol.Topic}
     * @param id of a group, for mft; else null
     * @return the reply
     * @throws ControlException when there is nothing of that kind
     */
    public JsonNode show(final Topic what, final String id) throws ControlException {
        final ObjectNode request = request(Command.SHOW).put("what", what.toString());
        if (id != null) {
            request.put("id", id);
        }
        return call(request);
    }

    /**
     * @return the reply, with the switch's name and process id
     * @throws ControlException when it does not answer
     */
    public JsonNode ping() throws ControlException {
        return call(request(Command.PING));
    }

    /**
     * Waits for a sign of life, and not for long. A process that is stopped does not get to see the
     * request that follows, and cannot carry it out much later, when nobody waits for it any more.
     *
     * @throws ControlException when there is none
     */
    public void requireAnswer() throws ControlException {
        call(request(Command.PING), Math.min(SIGN_OF_LIFE_MS, patienceMs));
    }

    /**
     * Asks the switch to stop.
     *
     * @throws ControlException when it does not answer
     */
    public void stop() throws ControlException {
        call(request(Command.STOP));
    }

    /**
     * Asks the switch to hand its files and devices over to this process, and to end.
     *
     * @param deadlineMs since the epoch: later the switch refuses
     * @return the reply, with the switch's process id
     * @throws ControlException when it refuses
     */
    public JsonNode handOver(final long deadlineMs) throws ControlException {
        return call(
                request(Command.HANDOVER)
                        .put("pid", ProcessHandle.current().pid())
                        .put("deadline_ms", deadlineMs));
    }

    /**
     * Sends one request and waits for its reply.
     *
     * @param request with its {@code command}
     * @return the reply, whose {@code ok} is true
     * @throws ControlException with the switch's message when it is not
     */
    public JsonNode call(final ObjectNode request) throws ControlException {
        return call(request, patienceMs);
    }

    private JsonNode call(final ObjectNode request, final long waitMs) throws ControlException {
        final Timer timer = new Timer("pc-patience", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        impatient = true;
                        CloseHelper.quietClose(channel);
                    }
                },
                waitMs);
        try {
            final ByteBuffer line =
                    ByteBuffer.wrap((request.toString() + '\n').getBytes(StandardCharsets.UTF_8));
            while (line.hasRemaining()) {
                channel.write(line);
            }
            final String reply = replies.readLine();
            if (reply == null) {
                throw new ControlException(
                        ControlException.UNREACHABLE,
                        "the switch at " + socket + " hung up; look at its log");
            }
            final JsonNode node = ControlProtocol.JSON.readTree(reply);
            requireSchema(node);
            if (!node.path("ok").asBoolean(false)) {
                throw new ControlException(
                        node.path("exit").asInt(ControlException.FAILED),
                        node.path("error").asText("the switch refused without a reason"));
            }
            return node;
        } catch (final IOException e) {
            throw new ControlException(
                    ControlException.UNREACHABLE,
                    impatient
                            ? "the switch at "
                                    + socket
                                    + " has not answered for "
                                    + waitMs
                                    + " ms: its process is stopped, busy or hangs; see its state"
                                    + " (ps) and its log, kill -CONT lets a stopped one go on"
                            : "the switch at "
                                    + socket
                                    + " went away ("
                                    + IoReason.of(e)
                                    + "); look at its log",
                    e);
        } finally {
            timer.cancel();
        }
    }

    /** An answer without a version is one of version 1. */
    private void requireSchema(final JsonNode answer) throws ControlException {
        final int schema = answer.path(ControlProtocol.SCHEMA_KEY).asInt(ControlProtocol.SCHEMA);
        if (schema != ControlProtocol.SCHEMA) {
            throw new ControlException(
                    ControlException.FAILED,
                    "the switch at "
                            + socket
                            + " speaks schema "
                            + schema
                            + " of the control protocol, this program "
                            + ControlProtocol.SCHEMA
                            + "; use the same release for both");
        }
    }

    private static ObjectNode request(final Command command) {
        return ControlProtocol.JSON
                .createObjectNode()
                .put(ControlProtocol.SCHEMA_KEY, ControlProtocol.SCHEMA)
                .put(ControlProtocol.COMMAND_KEY, command.label());
    }

    @Override
    public void close() {
        CloseHelper.quietClose(channel);
    }
}
