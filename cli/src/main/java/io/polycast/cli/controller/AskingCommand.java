package io.polycast.cli.controller;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine.Mixin;

/** A command that asks the controller. */
abstract class AskingCommand extends Subcommand {
    @Mixin private ControllerOption controller;

    /** Asks, and answers the document; a refusal ends the command. */
    final JsonNode get(final String path) {
        final ControllerClient.Reply reply = controller.client().ask("GET", path, "");
        if (!reply.done()) {
            throw new CommandFailedException(ExitCode.FAILED, reply.error());
        }
        return reply.document();
    }

    /**
     * Asks for a change, and prints how it ended.
     *
     * @param method of HTTP
     * @param path behind the controller's URL
     * @param body of the request
     * @param done what to say when it is done
     * @return the exit code: 1 when the change was refused or hosts are missing
     */
    final int change(final String method, final String path, final String body, final String done) {
        final ControllerClient.Reply reply = controller.client().ask(method, path, body);
        if (json()) {
            printJson(reply.document());
        } else if (reply.done()) {
            println(done + summary(reply.document()));
        } else {
            console().note(reply.error());
        }
        final boolean all = reply.document().path("missing").isEmpty();
        return reply.done() && all ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static String summary(final JsonNode document) {
        if (!document.has("id")) {
            return "";
        }
        final JsonNode missing = document.path("missing");
        return String.format(
                ": %s, revision %d, %d members, mode %s (%s), %.3f s%s",
                document.path("id").asText(),
                document.path("revision").asInt(),
                document.path("members").size(),
                document.path("mode").asText(),
                document.path("mode_reason").asText(),
                document.path("seconds").asDouble(),
                missing.isEmpty() ? "" : ", missing " + missing);
    }

    static String part(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Milliseconds of a duration as people write it: 500ms, 10s, 2m. */
    final long millis(final String text) {
        if (!text.matches("\\d{1,6}(ms|s|m)")) {
            throw wrongUsage("--wait " + text + " is no duration: write 500ms, 10s or 2m");
        }
        final long ms = Duration.parse("PT" + seconds(text) + "S").toMillis();
        if (ms > 300_000) {
            throw wrongUsage("--wait " + text + " is longer than 5m");
        }
        return ms;
    }

    private static String seconds(final String text) {
        final String number = text.replaceAll("[a-z]+", "");
        if (text.endsWith("ms")) {
            return String.format(java.util.Locale.ROOT, "%.3f", Long.parseLong(number) / 1000.0);
        }
        return Long.toString(Long.parseLong(number) * (text.endsWith("m") ? 60 : 1));
    }
}
