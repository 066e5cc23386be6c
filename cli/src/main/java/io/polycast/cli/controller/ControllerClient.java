package io.polycast.cli.controller;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Requests to the controller: follows to the node that leads, and repeats while none does. */
final class ControllerClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int HOPS = 4;
    private static final int REDIRECT = 307;
    private static final int UNAVAILABLE = 503;
    private static final int LAST_GOOD = 299;
    private static final int NO_TOKEN = 401;
    private static final int WRONG_TOKEN = 403;
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(400);
    private static final long PATIENCE_NS = 15_000_000_000L;
    private static final long PAUSE_MS = 300;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
    private final List<URI> controllers;
    private final String token;

    ControllerClient(final List<URI> controllers, final String token) {
        this.controllers = controllers;
        this.token = token;
    }

    /**
     * An answer.
     *
     * @param done whether the controller did what was asked
     * @param document its body
     */
    record Reply(boolean done, JsonNode document) {
        /** The error for people. */
        String error() {
            return document.path("error").asText("the controller gave no reason");
        }
    }

    /** Asks; the same key goes with each repetition, so that nothing is done twice. */
    Reply ask(final String method, final String path, final String body) {
        final String key = UUID.randomUUID().toString();
        final long deadline = System.nanoTime() + PATIENCE_NS;
        IOException unreachable = null;
        for (; ; ) {
            HttpResponse<String> response = null;
            for (final URI controller : controllers) {
                try {
                    response = follow(method, URI.create(controller + path), body, key);
                } catch (final IOException gone) {
                    unreachable = gone;
                }
                if (response != null && response.statusCode() != UNAVAILABLE) {
                    return reply(response);
                }
            }
            final boolean late = System.nanoTime() >= deadline;
            if (response == null && (late || controllers.size() == 1)) {
                throw new CommandFailedException(
                        ExitCode.MISSING,
                        "no controller answers at "
                                + controllers
                                + ": start one with polycast controller -c FILE, or correct"
                                + " --controller",
                        unreachable);
            }
            if (late) {
                return reply(response);
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (final InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw interrupted(ended);
        }
    }

    private static CommandFailedException interrupted(final InterruptedException cause) {
        return new CommandFailedException(ExitCode.FAILED, "interrupted", cause);
    }

    private HttpResponse<String> follow(
            final String method, final URI first, final String body, final String key)
            throws IOException {
        URI uri = first;
        for (int hop = 0; ; hop++) {
            final HttpResponse<String> response = send(method, uri, body, key);
            final String next = response.headers().firstValue("Location").orElse(null);
            if (response.statusCode() != REDIRECT || next == null || hop == HOPS) {
                return response;
            }
            uri = uri.resolve(next);
        }
    }

    private HttpResponse<String> send(
            final String method, final URI uri, final String body, final String key)
            throws IOException {
        final HttpRequest.Builder request =
                HttpRequest.newBuilder(uri)
                        .timeout(ANSWER)
                        .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!method.equals("GET")) {
            request.header("Idempotency-Key", key);
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (final InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw interrupted(ended);
        }
    }

    private static Reply reply(final HttpResponse<String> response) {
        final JsonNode document;
        try {
            document = JSON.readTree(response.body());
        } catch (final JsonProcessingException strange) {
            throw new CommandFailedException(
                    ExitCode.FAILED,
                    response.uri() + " is no controller: its answer is no JSON",
                    strange);
        }
        final int status = response.statusCode();
        if (status == NO_TOKEN || status == WRONG_TOKEN) {
            throw new CommandFailedException(
                    ExitCode.USAGE, document.path("error").asText("the token is refused"));
        }
        return new Reply(status <= LAST_GOOD, document);
    }
}
