package io.polycast.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.JsonArrayWriter;
import io.polycast.dataplane.config.ConfigurationException;
import io.polycast.dataplane.config.GroupList;
import io.polycast.dataplane.config.Problem;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.SetCondition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets the groups of a list: some entries a request, one line or JSON object a group. What is refused does
 * not keep the others back; what is broken or not answered ends the list there.
 */
final class GroupListSetter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final ControlSocket socket;
    private final SetCondition condition;
    private final Console console;

    /** Null for people. */
    private final JsonArrayWriter json;

    private final List<GroupList.Entry> waiting = new ArrayList<>();
    private int waitingBytes;
    private int set;
    private int refused;
    private int exitCode = ExitCode.DONE;

    GroupListSetter(
            final String name,
            final ControlSocket socket,
            final SetCondition condition,
            final Console console,
            final boolean json) {
        this.name = name;
        this.socket = socket;
        this.condition = condition;
        this.console = console;
        this.json = json ? new JsonArrayWriter(console.out(), "groups") : null;
    }

    /** Sets all; the exit code is that of the first entry that was refused. */
    int set(final GroupList list) {
        boolean stopped;
        try {
            stopped = !setEntries(list);
        } catch (final ConfigurationException e) {
            stopped = !flush();
            e.getMessage().lines().forEach(this::complain);
            fail(ExitCode.USAGE);
            stopped = true;
        } catch (final CommandFailedException e) {
            if (set + refused == 0) {
                throw e;
            }
            complain(e.getMessage());
            fail(e.exitCode());
            stopped = true;
        }
        if (json != null) {
            json.close(JSON.createObjectNode().put("set", set).put("refused", refused));
        }
        if (stopped) {
            complain(entries(set) + " set, nothing is set from there on");
        } else if (refused > 0) {
            complain(
                    refused
                            + " of "
                            + (set + refused)
                            + " entries are refused, the others are set");
        }
        return exitCode;
    }

    private static String entries(final int count) {
        return count == 1 ? "1 entry is" : count + " entries are";
    }

    /** False when the switch did not get to all of them. */
    private boolean setEntries(final GroupList list) throws ConfigurationException {
        for (GroupList.Entry each = list.next(); each != null; each = list.next()) {
            if (each.problem() != null) {
                if (!flush()) {
                    return false;
                }
                refuse(each.problem());
                continue;
            }
            final int bytes = each.text().getBytes(StandardCharsets.UTF_8).length;
            if ((waitingBytes + bytes > ControlClient.MOST_LIST_BYTES
                            || waiting.size() == ControlClient.MOST_GROUPS)
                    && !flush()) {
                return false;
            }
            waiting.add(each);
            waitingBytes += bytes;
        }
        return flush();
    }

    /** Sets what waits. */
    private boolean flush() {
        if (waiting.isEmpty()) {
            return true;
        }
        final List<GroupList.Entry> entries = List.copyOf(waiting);
        waiting.clear();
        waitingBytes = 0;
        final JsonNode reply = socket.ask(client -> client.setGroups(name, entries, condition));
        reply.path("groups").forEach(this::answered);
        return !reply.path("stalled").asBoolean();
    }

    private void answered(final JsonNode answer) {
        if (!answer.path("ok").asBoolean()) {
            answer.path("error").asText().lines().forEach(this::complain);
            refused++;
            fail(answer.path("exit").asInt(ExitCode.FAILED));
        } else {
            set++;
        }
        if (json != null) {
            json.add(answer);
        } else if (answer.path("ok").asBoolean()) {
            console.out().println(GroupSetCommand.line(answer));
        }
    }

    private void refuse(final Problem problem) {
        final ObjectNode answer =
                JSON.createObjectNode()
                        .put("ok", false)
                        .put("line", problem.line())
                        .put("column", problem.column())
                        .put("error", problem.toString())
                        .put("exit", ExitCode.USAGE);
        answered(answer);
    }

    private void complain(final String line) {
        console.err().println("polycast: " + line);
    }

    private void fail(final int with) {
        exitCode = exitCode == ExitCode.DONE ? with : exitCode;
    }
}
