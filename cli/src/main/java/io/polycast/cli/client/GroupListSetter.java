package io.polycast.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.JsonArrayWriter;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.schema.GroupList;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Sets the groups of a list: some entries per request, one line or JSON object per group. A refused
 * entry does not stop the others. A broken entry or a missing answer ends the list there.
 */
final class GroupListSetter {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Most lines on refused entries; a list may have a million of them. */
    private static final int MOST_LINES = 20;

    private final String name;
    private final ControlSocket socket;
    private final SetCondition condition;
    private final Console console;

    /** Null for people. */
    private final JsonArrayWriter json;

    private final List<GroupList.Entry> waiting = new ArrayList<>();
    private int waitingBytes;

    /** The answer that is due, or null. */
    private CompletableFuture<JsonNode> asked;

    /** Entries of the request that is due. */
    private int askedEntries;

    /** Whether the request that is due went to the switch; set before the answer completes. */
    private volatile boolean sent;

    /** Entries that the switch may have set without an answer. */
    private int unknown;

    private int set;
    private int refused;
    private int refusalLines;

    /** Why the list ended before its end, or null. */
    private String broken;

    private int exitCode = ExitCode.DONE;

    /**
     * @param json null for people
     */
    GroupListSetter(
            final String name,
            final ControlSocket socket,
            final SetCondition condition,
            final Console console,
            final JsonArrayWriter json) {
        this.name = name;
        this.socket = socket;
        this.condition = condition;
        this.console = console;
        this.json = json;
    }

    /** Sets all; the exit code is that of the first entry that was refused. */
    int set(final GroupList list) {
        try {
            if (!setEntries(list) && broken == null) {
                broken = "the switch did not answer all entries of a request";
            }
        } catch (final CommandFailedException e) {
            if (set + refused + unknown == 0) {
                throw e;
            }
            breakOff(e.getMessage(), e.exitCode());
        }
        if (json != null) {
            json.close(document());
        }
        if (refusalLines > MOST_LINES) {
            complain(
                    (refusalLines - MOST_LINES)
                            + " more lines on refused entries are not shown; --json has all of"
                            + " them");
        }
        if (broken != null) {
            complain(entries(set) + " set" + unknownEntries() + " nothing is set from there on");
        } else if (refused > 0) {
            complain(refusal());
        } else if (set == 0) {
            complain(name + " has no entries: nothing is set");
        }
        return exitCode;
    }

    private ObjectNode document() {
        final ObjectNode document =
                JSON.createObjectNode()
                        .put("ok", exitCode == ExitCode.DONE)
                        .put("set", set)
                        .put("refused", refused)
                        .put("unknown", unknown);
        if (broken != null) {
            document.put("error", broken);
        }
        return document.put("exit", exitCode);
    }

    private String refusal() {
        if (set + refused == 1) {
            return "the only entry is refused, nothing is set";
        }
        return refused
                + " of "
                + (set + refused)
                + (refused == 1 ? " entries is refused, " : " entries are refused, ")
                + switch (set) {
                    case 0 -> "nothing is set";
                    case 1 -> "the other one is set";
                    default -> "the others are set";
                };
    }

    private void breakOff(final String why, final int with) {
        broken = why;
        why.lines().forEach(this::complain);
        fail(with);
    }

    private static String entries(final int count) {
        return count == 1 ? "1 entry is" : count + " entries are";
    }

    private String unknownEntries() {
        if (unknown == 0) {
            return ",";
        }
        return unknown == 1
                ? "; it is not known whether the next one is: look at it (show groups) and set it"
                        + " again;"
                : "; it is not known whether the next "
                        + unknown
                        + " are: look at them (show groups) and set them again;";
    }

    /** False when the list or the switch did not let all of them be set. */
    private boolean setEntries(final GroupList list) {
        try {
            GroupList.Entry each = list.next();
            while (each != null) {
                if (!add(each)) {
                    return false;
                }
                each = list.next();
            }
            return flush() && awaitAnswer();
        } catch (final ConfigurationException e) {
            if (flush() && awaitAnswer()) {
                breakOff(e.getMessage(), ExitCode.USAGE);
            }
            return false;
        }
    }

    private boolean add(final GroupList.Entry entry) {
        if (entry.problem() != null) {
            // Answers come in the order of the list.
            final boolean goesOn = flush() && awaitAnswer();
            if (goesOn) {
                refuse(entry.problem());
            }
            return goesOn;
        }
        final int bytes = entry.text().getBytes(StandardCharsets.UTF_8).length;
        final boolean isFull =
                waitingBytes + bytes > ControlClient.MOST_LIST_BYTES
                        || waiting.size() == ControlClient.MOST_GROUPS;
        if (isFull && !flush()) {
            return false;
        }
        waiting.add(entry);
        waitingBytes += bytes;
        return true;
    }

    /** Sends what waits, while the list is read on; false when the request before was not finished. */
    private boolean flush() {
        if (waiting.isEmpty()) {
            return true;
        }
        final List<GroupList.Entry> entries = List.copyOf(waiting);
        waiting.clear();
        waitingBytes = 0;
        if (!awaitAnswer()) {
            return false;
        }
        askedEntries = entries.size();
        sent = false;
        asked =
                CompletableFuture.supplyAsync(
                        () -> ask(entries),
                        task -> {
                            final Thread asking = new Thread(task, "pc-ask");
                            asking.setDaemon(true);
                            asking.start();
                        });
        return true;
    }

    private JsonNode ask(final List<GroupList.Entry> entries) {
        return socket.ask(
                client -> {
                    sent = true;
                    return client.setGroups(name, entries, condition);
                });
    }

    /** Takes the answer that is due, if any; false when the switch did not get to all entries. */
    private boolean awaitAnswer() {
        if (asked == null) {
            return true;
        }
        try {
            final JsonNode reply = asked.join();
            reply.path("groups").forEach(this::answered);
            return !reply.path("stalled").asBoolean();
        } catch (final CompletionException e) {
            if (e.getCause() instanceof CommandFailedException failed) {
                // Only a switch that does not answer leaves it open what it did.
                unknown = sent && failed.exitCode() == ExitCode.MISSING ? askedEntries : 0;
                throw failed;
            }
            throw e;
        } finally {
            asked = null;
        }
    }

    private void answered(final JsonNode answer) {
        if (!answer.path("ok").asBoolean()) {
            answer.path("error").asText().lines().forEach(this::complainOfRefusal);
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

    private void complainOfRefusal(final String line) {
        if (++refusalLines <= MOST_LINES) {
            complain(line);
        }
    }

    private void complain(final String line) {
        console.err().println("polycast: " + line);
    }

    private void fail(final int with) {
        exitCode = exitCode == ExitCode.DONE ? with : exitCode;
    }
}
