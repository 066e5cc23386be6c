package io.polycast.node.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A controller that says what a test tells it to say, and waits for what the agent is to say. The controller shows life by itself, so that no agent gives a slow machine up.
 */
final class ScriptedController implements AutoCloseable {
    private static final int PATIENCE_MS = 50_000;

    private final ServerSocket server;
    private final ScheduledExecutorService life = Executors.newSingleThreadScheduledExecutor();
    private volatile Socket agent;
    private BufferedReader lines;

    ScriptedController() throws IOException {
        server = new ServerSocket(0, 4, InetAddress.getByName("127.0.0.1"));
        server.setSoTimeout(PATIENCE_MS);
        life.scheduleWithFixedDelay(this::ping, 1, 1, TimeUnit.SECONDS);
    }

    private void ping() {
        try {
            if (agent != null) {
                say("{\"type\":\"ping\"}");
            }
        } catch (final IOException e) {
            // Between two connections nobody listens.
        }
    }

    int port() {
        return server.getLocalPort();
    }

    /** Takes the next connection, and its hello. */
    String accept() throws IOException {
        agent = server.accept();
        agent.setSoTimeout(PATIENCE_MS);
        lines =
                new BufferedReader(
                        new InputStreamReader(agent.getInputStream(), StandardCharsets.UTF_8));
        return next();
    }

    /** The next line that is no sign of life. */
    String next() throws IOException {
        String line = lines.readLine();
        while (line != null && line.equals("{\"type\":\"ping\"}")) {
            line = lines.readLine();
        }
        assertNotNull(line, "the agent hung up");
        return line;
    }

    /** The agent has ended the connection. */
    void awaitEnd() throws IOException {
        String line = lines.readLine();
        while (line != null) {
            assertEquals("{\"type\":\"ping\"}", line);
            line = lines.readLine();
        }
    }

    synchronized void say(final String line) throws IOException {
        agent.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
        agent.getOutputStream().flush();
    }

    void hangUp() throws IOException {
        agent.close();
    }

    @Override
    public void close() throws IOException {
        life.shutdownNow();
        server.close();
        if (agent != null) {
            agent.close();
        }
    }
}
