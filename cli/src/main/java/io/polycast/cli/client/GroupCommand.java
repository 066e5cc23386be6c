package io.polycast.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.cli.controller.GroupCreateCommand;
import io.polycast.cli.controller.GroupMemberCommands;
import io.polycast.cli.controller.GroupReadCommands;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code polycast group}: groups of a running switch. */
@Command(
        name = "group",
        description =
                "Groups: set and unset change one running switch; create, join, leave, delete, list"
                        + " and events ask the controller.",
        subcommands = {
            GroupSetCommand.class,
            GroupCommand.Unset.class,
            GroupCreateCommand.class,
            GroupMemberCommands.Join.class,
            GroupMemberCommands.Leave.class,
            GroupMemberCommands.Delete.class,
            GroupReadCommands.ListAll.class,
            GroupReadCommands.Events.class
        })
public final class GroupCommand extends Subcommand {
    @Override
    public Integer call() {
        throw wrongUsage(
                "no subcommand given: group set or unset, or group create, join, leave, delete,"
                        + " list or events");
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
