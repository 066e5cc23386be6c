package io.polycast.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code polycast group}: groups of a running switch. */
@Command(
        name = "group",
        description = "Install or remove a group in a running switch.",
        subcommands = {GroupCommand.Set.class, GroupCommand.Unset.class})
final class GroupCommand extends Subcommand {
    @Override
    public Integer call() {
        throw wrongUsage("no subcommand given: group set, or group unset");
    }

    /** {@code polycast group set}. */
    @Command(
            name = "set",
            description =
                    "Install a group, or replace it whole: one entry as under groups: in the"
                            + " configuration, as YAML or JSON. Done when the group is active.")
    static final class Set extends Subcommand {
        private static final String STANDARD_INPUT = "-";

        /** So that the request stays below what a switch takes, however the text is quoted in it. */
        private static final int MOST_BYTES = 1 << 19;

        @Mixin private ControlSocket socket;

        @Parameters(paramLabel = "FILE", description = "The entry; - reads standard input.")
        private String file;

        @Override
        public Integer call() {
            final String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
            final String entry = read();
            final JsonNode reply = socket.ask(client -> client.setGroup(name, entry));
            if (json()) {
                printJson(reply);
            } else {
                println("group " + reply.path("id").asText() + " is active" + change(reply));
            }
            return ExitCode.DONE;
        }

        private static String change(final JsonNode reply) {
            final int leftOut = reply.path("left_out").asInt();
            return switch (reply.path("change").asText()) {
                case "created" -> ": created";
                case "anew" -> ": it begins anew, with all members and nothing acknowledged";
                case "kept" ->
                        ": kept, what unchanged paths acknowledged holds (same epoch)"
                                + (leftOut == 0
                                        ? ""
                                        : "; "
                                                + leftOut
                                                + " evicted members stay out until a set with"
                                                + " another epoch or none");
                default -> "";
            };
        }

        private String read() {
            try {
                final byte[] text;
                if (file.equals(STANDARD_INPUT)) {
                    text = console().in().readNBytes(MOST_BYTES + 1);
                } else {
                    try (InputStream in = Files.newInputStream(Path.of(file))) {
                        text = in.readNBytes(MOST_BYTES + 1);
                    }
                }
                if (text.length > MOST_BYTES) {
                    throw new CommandFailedException(
                            ExitCode.USAGE,
                            (file.equals(STANDARD_INPUT) ? "standard input" : file)
                                    + " is larger than "
                                    + MOST_BYTES
                                    + " bytes: no group's entry is");
                }
                return new String(text, StandardCharsets.UTF_8);
            } catch (final NoSuchFileException e) {
                throw new CommandFailedException(
                        ExitCode.USAGE,
                        file + " does not exist; name a JSON file, or - for standard input",
                        e);
            } catch (final IOException e) {
                throw new CommandFailedException(
                        ExitCode.USAGE, "cannot read " + file + ": " + e.getMessage(), e);
            }
        }
    }

    /** {@code polycast group unset}. */
    @Command(name = "unset", description = "Remove a group from a running switch.")
    static final class Unset extends Subcommand {
        @Mixin private ControlSocket socket;

        @Parameters(paramLabel = "ID", description = "The group's McstID, a dotted quad.")
        private String id;

        @Override
        public Integer call() {
            final JsonNode reply = socket.ask(client -> client.unsetGroup(id));
            if (json()) {
                printJson(reply);
            } else {
                println("group " + reply.path("id").asText() + " is removed");
            }
            return ExitCode.DONE;
        }
    }
}
