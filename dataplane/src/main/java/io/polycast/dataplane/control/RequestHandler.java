package io.polycast.dataplane.control;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.control.ControlProtocol.Command;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/** Turns one request into one answer; knows no sockets. */
public final class RequestHandler {
    private final SwitchOperations operations;
    private final GroupRequests groups;
    private final ShowRequests shows;

    /**
     * @param operations of the switch
     * @param counters of the switch
     * @param clock of the switch, in ns
     */
    public RequestHandler(
            final SwitchOperations operations,
            final CountersReader counters,
            final NanoClock clock) {
        this.operations = operations;
        this.groups = new GroupRequests(operations);
        this.shows = new ShowRequests(operations, counters, clock);
    }

    /**
     * Answers one line.
     *
     * @param bytes that hold it
     * @param offset of its first byte
     * @param length in bytes, without the line's end
     * @return the answer, without a line's end; a refusal is an answer too
     */
    public byte[] handle(final byte[] bytes, final int offset, final int length) {
        ObjectNode answer = ControlProtocol.answer();
        try {
            final JsonNode request = ControlProtocol.JSON.readTree(bytes, offset, length);
            if (request == null || !request.isObject()) {
                throw usage("a request is one JSON object in one line");
            }
            requireSchema(request);
            execute(request, answer);
        } catch (final JacksonException e) {
            answer = ControlProtocol.refusal(ControlException.USAGE, notJson(e));
        } catch (final IOException e) {
            answer = ControlProtocol.refusal(ControlException.USAGE, "the request is not JSON");
        } catch (final ConfigurationException e) {
            answer = ControlProtocol.refusal(ControlException.USAGE, e.getMessage());
        } catch (final ControlException e) {
            answer = ControlProtocol.refusal(e.exitCode(), e.getMessage());
        }
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] refusalBytes(final String message) {
        return ControlProtocol.refusal(ControlException.USAGE, message)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** With the place, and without the parser's own words. */
    private static String notJson(final JacksonException e) {
        final String what = "the request is not JSON";
        return e.getLocation() == null
                ? what
                : what + " at column " + Math.max(1, e.getLocation().getColumnNr());
    }

    private static void requireSchema(final JsonNode request) throws ControlException {
        final JsonNode schema = request.path(ControlProtocol.SCHEMA_KEY);
        if (!schema.isMissingNode()
                && !(schema.isInt() && schema.intValue() == ControlProtocol.SCHEMA)) {
            throw usage("this switch speaks schema " + ControlProtocol.SCHEMA + " only");
        }
    }

    private void execute(final JsonNode request, final ObjectNode answer)
            throws ControlException, ConfigurationException {
        final String word = text(request, ControlProtocol.COMMAND_KEY);
        final Command command = Command.of(word);
        if (command == null) {
            throw usage(
                    "unknown command '" + clip(word) + "'; the commands are " + Command.labels());
        }
        requireKeys(request, command);
        switch (command) {
            case PING -> {
                answer.put("name", operations.configuration().identity().name());
                answer.put("pid", ProcessHandle.current().pid());
            }
            case GROUP_SET -> groups.set(request, answer);
            case GROUP_UNSET -> groups.unset(groupId(request), answer);
            case SHOW -> shows.show(request, answer);
            case STOP -> operations.requestStop();
            case HANDOVER -> handOver(request, answer);
        }
    }

    /** A misspelt condition must not be taken for none. */
    private static void requireKeys(final JsonNode request, final Command command)
            throws ControlException {
        for (final Map.Entry<String, JsonNode> each : request.properties()) {
            final String key = each.getKey();
            final boolean known =
                    key.equals(ControlProtocol.COMMAND_KEY)
                            || key.equals(ControlProtocol.SCHEMA_KEY)
                            || command.keys().contains(key);
            if (!known) {
                throw usage(
                        "unknown key '"
                                + clip(key)
                                + "' in a request "
                                + command.label()
                                + (command.keys().isEmpty()
                                        ? "; it has none"
                                        : "; its keys are " + String.join(", ", command.keys())));
            }
        }
    }

    private void handOver(final JsonNode request, final ObjectNode answer) throws ControlException {
        // One who waited too long is gone: to stop for him would leave nobody in service.
        if (System.currentTimeMillis() > request.path("deadline_ms").asLong(Long.MAX_VALUE)) {
            throw new ControlException(ControlException.FAILED, "the hand-over came too late");
        }
        answer.put("pid", ProcessHandle.current().pid());
        operations.requestHandOver(request.path("pid").asLong());
    }

    static int groupId(final JsonNode request) throws ControlException {
        final String id = text(request, "id");
        try {
            final byte[] ip = Addresses.parseIp(id);
            if (ip.length == 4) {
                return Addresses.quad(ip);
            }
        } catch (final BadValueException e) {
            throw usage("'" + clip(id) + "' is not a McstID; write a dotted quad");
        }
        throw usage("'" + clip(id) + "' is not a McstID; write a dotted quad");
    }

    static String text(final JsonNode request, final String key) throws ControlException {
        final JsonNode value = request.get(key);
        if (value == null || !value.isTextual()) {
            throw usage("the request lacks the text '" + key + "'");
        }
        return value.textValue();
    }

    static String clip(final String text) {
        final String tame = text.replaceAll("\\p{Cntrl}", "?");
        return tame.length() <= 40 ? tame : tame.substring(0, 40) + "...";
    }

    static ControlException usage(final String message) {
        return new ControlException(ControlException.USAGE, message);
    }
}
