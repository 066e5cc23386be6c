package io.polycast.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code polycast group}: groups of a running switch. */
@Command(
        name = "group",
        description = "Install or remove groups in a running switch.",
        subcommands = {GroupSetCommand.class, GroupCommand.Unset.class})
public final class GroupCommand extends Subcommand {
    @Override
    public Integer call() {
        throw wrongUsage("no subcommand given: group set, or group unset");
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
                println(
                        "group "
                                + reply.path("id").asText()
                                + " is removed"
                                + (reply.path("configured").asBoolean()
                                        ? "; it returns at the next start, because the"
                                                + " configuration file names it"
                                        : ""));
            }
            return ExitCode.DONE;
        }
    }
}
