package io.polycast.cli.controller;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about one member or a whole group: {@code join}, {@code leave}, {@code delete}. */
public final class GroupMemberCommands {
    private GroupMemberCommands() {}

    /** {@code polycast group join}. */
    @Command(
            name = "join",
            description = "Wait until a host's queue pair is in a group and in all tables.")
    public static final class Join extends AskingCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The group, or its McstID.")
        private String name;

        @Option(
                names = "--host",
                paramLabel = "IP",
                required = true,
                description = "Host that joins.")
        private String host;

        @Option(
                names = "--wait",
                paramLabel = "TIME",
                defaultValue = "10s",
                description = "Time for the host to join (default: ${DEFAULT-VALUE}).")
        private String wait;

        @Override
        public Integer call() {
            final String path = "/v1/groups/" + part(name) + "/members/" + part(host) + "?wait_ms=";
            return change("PUT", path + millis(wait), "", host + " is in group " + name);
        }
    }

    /** {@code polycast group leave}. */
    @Command(name = "leave", description = "Take a host out of a group and out of all tables.")
    public static final class Leave extends AskingCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The group, or its McstID.")
        private String name;

        @Option(
                names = "--host",
                paramLabel = "IP",
                required = true,
                description = "Host that leaves.")
        private String host;

        @Override
        public Integer call() {
            return change(
                    "DELETE",
                    "/v1/groups/" + part(name) + "/members/" + part(host),
                    "",
                    host + " has left group " + name);
        }
    }

    /** {@code polycast group delete}. */
    @Command(name = "delete", description = "End a group in all tables.")
    public static final class Delete extends AskingCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The group, or its McstID.")
        private String name;

        @Override
        public Integer call() {
            return change(
                    "DELETE", "/v1/groups/" + part(name), "", "group " + name + " is deleted");
        }
    }
}
