package io.polycast.cli.controller;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The controller that a command talks to. */
final class ControllerOption {
    @Option(
            names = "--controller",
            paramLabel = "URL",
            split = ",",
            description =
                    "HTTP of the controller, such as http://127.0.0.1:7944; several with commas."
                            + " Default: $$POLYCAST_CONTROLLER.")
    private List<String> urls;

    @Option(
            names = "--token",
            paramLabel = "FILE",
            description = "File with the token of security.httpToken; its first line counts.")
    private Path token;

    ControllerClient client() {
        final String variable = System.getenv("POLYCAST_CONTROLLER");
        if (urls == null && variable != null) {
            urls = List.of(variable.split(","));
        }
        if (urls == null) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "no controller named: give --controller URL, or set POLYCAST_CONTROLLER");
        }
        final List<URI> parsed = new ArrayList<>();
        for (final String url : urls) {
            parsed.add(parse(url));
        }
        return new ControllerClient(parsed, secret());
    }

    private static URI parse(final String url) {
        try {
            final URI uri = URI.create(url.strip().replaceAll("/+$", ""));
            final boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http && uri.getHost() != null && uri.getPath().isEmpty()) {
                return uri;
            }
        } catch (final IllegalArgumentException wrong) {
            // Falls through to the one message.
        }
        throw new CommandFailedException(
                ExitCode.USAGE, "'" + url + "' is no URL of a controller: write http://HOST:PORT");
    }

    private String secret() {
        if (token == null) {
            return null;
        }
        try {
            return Files.readString(token).lines().findFirst().orElse("").strip();
        } catch (final IOException missing) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "cannot read the token of " + token + ": name a file that this user may read",
                    missing);
        }
    }
}
