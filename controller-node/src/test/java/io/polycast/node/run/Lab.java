package io.polycast.node.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.node.config.ControllerFile;
import io.polycast.node.log.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Controllers of one to three nodes on loopback, and requests to them. */
final class Lab implements AutoCloseable {
    static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final ObjectMapper JSON = new ObjectMapper();

    final HttpClient http =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    final List<ControllerProcess> nodes = new ArrayList<>();
    final List<Path> files = new ArrayList<>();

    /**
     * @param directory for everything
     * @param count of nodes
     * @param httpToken whether operators need a token
     */
    Lab(final Path directory, final int count, final boolean httpToken) throws IOException {
        final Path token = directory.resolve("token");
        Files.writeString(token, TOKEN + "\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        final StringBuilder list = new StringBuilder();
        for (int i = 0; i < count; i++) {
            list.append(
                    "    - {log: \"127.0.0.1:%d\", http: \"127.0.0.1:%d\", agents: \"127.0.0.1:%d\"}%n"
                            .formatted(FreePorts.five(), tcp(), tcp()));
        }
        for (int i = 0; i < count; i++) {
            final String text =
                    """
                    controller: {name: c%d, prefix: 10.255.0.0/16}
                    cluster:
                      directory: %s
                      node: %d
                      nodes:
                    %ssecurity: {agentToken: %s, audit: %s%s}
                    registration: {change: 3s}
                    """
                            .formatted(
                                    i,
                                    directory.resolve("log" + i),
                                    i,
                                    list,
                                    token,
                                    directory.resolve("audit" + i),
                                    httpToken ? ", httpToken: " + token : "");
            final Path file = directory.resolve("controller" + i + ".yaml");
            Files.writeString(file, text);
            files.add(file);
            nodes.add(null);
        }
    }

    private static int tcp() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    void start(final int node) throws IOException, ConfigurationException {
        nodes.set(node, new ControllerProcess(ControllerFile.read(files.get(node))));
    }

    void stop(final int node) {
        nodes.get(node).close();
        nodes.set(node, null);
    }

    /** Index of the node that takes requests; fails after 50 s. */
    int awaitLeader() throws InterruptedException {
        final long deadline = System.nanoTime() + 50_000_000_000L;
        while (System.nanoTime() < deadline) {
            for (int i = 0; i < nodes.size(); i++) {
                if (nodes.get(i) != null && nodes.get(i).isReady()) {
                    return i;
                }
            }
            Thread.onSpinWait();
            Thread.yield();
        }
        throw new AssertionError("no node leads after 50 s");
    }

    InetSocketAddress agents(final int node) {
        return nodes.get(node).agentEndpoint();
    }

    HttpResponse<String> send(
            final int node,
            final String method,
            final String path,
            final String body,
            final String... headers)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request =
                HttpRequest.newBuilder(
                        URI.create(
                                "http://127.0.0.1:"
                                        + nodes.get(node).httpEndpoint().getPort()
                                        + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(
                request.method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    static JsonNode json(final HttpResponse<String> response) throws IOException {
        return JSON.readTree(response.body());
    }

    @Override
    public void close() {
        nodes.forEach(
                each -> {
                    if (each != null) {
                        each.close();
                    }
                });
    }
}
