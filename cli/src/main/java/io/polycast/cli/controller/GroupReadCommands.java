package io.polycast.cli.controller;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.ExitCode;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Commands that only read: {@code list}, {@code events}. */
public final class GroupReadCommands {
    private GroupReadCommands() {}

    /** {@code polycast group list}. */
    @Command(name = "list", description = "List the groups of the controller.")
    public static final class ListAll extends AskingCommand {
        @Override
        public Integer call() {
            final JsonNode document = get("/v1/groups");
            if (json()) {
                printJson(document);
                return ExitCode.DONE;
            }
            if (document.path("groups").isEmpty()) {
                println("no groups");
            }
            for (final JsonNode group : document.path("groups")) {
                println(
                        String.format(
                                "%-16s %-15s %-11s revision %d, %d members, mode %s %d (%s)%s",
                                group.path("name").asText(),
                                group.path("id").asText(),
                                group.path("state").asText(),
                                group.path("revision").asInt(),
                                group.path("members").size(),
                                group.path("mode").asText(),
                                group.path("mode_number").asLong(),
                                group.path("mode_reason").asText(),
                                group.path("missing").isEmpty()
                                        ? ""
                                        : ", missing " + group.path("missing")));
            }
            return ExitCode.DONE;
        }
    }

    /** {@code polycast group events}. */
    @Command(name = "events", description = "Print the controller's latest events, oldest first.")
    public static final class Events extends AskingCommand {
        @Option(
                names = "--after",
                paramLabel = "NUMBER",
                defaultValue = "0",
                description = "Only events with a larger number.")
        private long after;

        @Override
        public Integer call() {
            if (after < 0) {
                throw wrongUsage("--after " + after + ": events count from 1");
            }
            final JsonNode document = get("/v1/events?after=" + after);
            if (json()) {
                printJson(document);
                return ExitCode.DONE;
            }
            for (final JsonNode event : document.path("events")) {
                println(
                        String.format(
                                "%d %s %s %s %s %s",
                                event.path("number").asLong(),
                                Instant.ofEpochMilli(event.path("time_ms").asLong()),
                                event.path("group").asText(),
                                event.path("kind").asText(),
                                event.path("ip").asText("-"),
                                event.path("text").asText()));
            }
            return ExitCode.DONE;
        }
    }
}
