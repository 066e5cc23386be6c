package io.polycast.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.schema.GroupList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code polycast group set}. */
@Command(
        name = "set",
        description =
                "Install groups, or replace them whole: one entry as under groups: in the"
                        + " configuration, or a list of entries, as YAML or JSON. Done when the"
                        + " groups are active; each entry of a list is set or refused by itself.")
final class GroupSetCommand extends Subcommand {
    private static final String STANDARD_INPUT = "-";
    private static final long ANY_VERSION = 0;

    @Mixin private ControlSocket socket;

    @Option(names = "--create", description = "Refuse a group that exists.")
    private boolean create;

    @Option(
            names = "--if-version",
            paramLabel = "N",
            description = "Refuse a group that has another version than N (see show groups).")
    private Long ifVersion;

    @Parameters(
            paramLabel = "FILE",
            description = "The entry, or a list of up to 64 MiB; - reads standard input.")
    private String file;

    @Override
    public Integer call() {
        final SetCondition condition = condition();
        final String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
        try {
            if (file.equals(STANDARD_INPUT)) {
                return set(GroupList.open(name, console().in()), name, condition);
            }
            requireSize(Files.size(Path.of(file)));
            try (InputStream in = Files.newInputStream(Path.of(file))) {
                return set(GroupList.open(name, in), name, condition);
            }
        } catch (final NoSuchFileException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    file + " does not exist; name a YAML or JSON file, or - for standard input",
                    e);
        } catch (final CharacterCodingException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE, name + " is not text in UTF-8; save it as UTF-8", e);
        } catch (final IOException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "cannot read " + name + ": " + IoReason.of(e), e);
        }
    }

    private SetCondition condition() {
        if (ifVersion != null && ifVersion < 1) {
            throw wrongUsage("--if-version " + ifVersion + ": versions count from 1");
        }
        if (create && ifVersion != null) {
            throw wrongUsage(
                    "--create wants no group to be there and --if-version one; give one of them");
        }
        return new SetCondition(create, ifVersion == null ? ANY_VERSION : ifVersion);
    }

    private void requireSize(final long bytes) {
        if (bytes > GroupList.MOST_BYTES) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    file
                            + " has "
                            + bytes
                            + " bytes, more than "
                            + GroupList.MOST_BYTES
                            + "; split the list");
        }
    }

    private int set(final GroupList text, final String name, final SetCondition condition)
            throws IOException {
        if (text.isList()) {
            return new GroupListSetter(
                            name, socket, condition, console(), json() ? jsonArray("groups") : null)
                    .set(text);
        }
        final String entry = text.whole();
        if (entry == null) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    name
                            + " is larger than "
                            + GroupList.MOST_ENTRY_BYTES
                            + " bytes: no group's entry is");
        }
        final JsonNode reply = socket.ask(client -> client.setGroup(name, entry, condition));
        if (json()) {
            printJson(reply);
        } else {
            println(line(reply));
        }
        return ExitCode.DONE;
    }

    /** Result of a set for people. */
    static String line(final JsonNode answer) {
        final JsonNode before = answer.path("version_before");
        return "group "
                + answer.path("id").asText()
                + " is active: "
                + answer.path("change").asText()
                + ", version "
                + answer.path("version").asLong()
                + (before.isNumber() ? " (before: " + before.asLong() + ")" : "")
                + meaning(answer)
                + (answer.path("configured").asBoolean()
                        ? "; the next start takes the configuration file's entry again"
                        : "");
    }

    private static String meaning(final JsonNode answer) {
        final int leftOut = answer.path("left_out").asInt();
        return switch (answer.path("change").asText()) {
            case "replaced" -> ": other members, nothing acknowledged";
            case "anew" -> ": the same members, nothing acknowledged";
            case "kept" ->
                    ": what unchanged paths acknowledged holds (same epoch)"
                            + (leftOut == 0
                                    ? ""
                                    : "; "
                                            + leftOut
                                            + " evicted members stay out until a set with another"
                                            + " epoch or none");
            default -> "";
        };
    }
}
