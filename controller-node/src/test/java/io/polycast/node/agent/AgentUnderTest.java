package io.polycast.node.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.node.agent.AgentSettings.KeyFile;
import io.polycast.node.agent.AgentSettings.MrpSettings;
import io.polycast.parser.mrp.MrpAddress;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of the two implementations of docs/agent.md, running. */
final class AgentUnderTest {
    private final Process python;
    private final HostAgent java;
    private final Thread thread;

    private AgentUnderTest(final Process python, final HostAgent java, final Thread thread) {
        this.python = python;
        this.java = java;
        this.thread = thread;
    }

    static AgentUnderTest start(
            final String kind,
            final Path socket,
            final int controllerPort,
            final int mrpPort,
            final Path key)
            throws Exception {
        return kind.equals("java")
                ? java(socket, controllerPort, mrpPort, key)
                : python(socket, controllerPort, mrpPort, key);
    }

    private static AgentUnderTest java(
            final Path socket, final int controllerPort, final int mrpPort, final Path key)
            throws Exception {
        final HostAgent agent =
                HostAgent.open(
                        new AgentSettings(
                                "h3",
                                MrpAddress.ipv4(0x7F000001),
                                socket,
                                2,
                                List.of(new InetSocketAddress("127.0.0.1", controllerPort)),
                                "",
                                new MrpSettings(mrpPort, List.of(new KeyFile(1, key)))));
        final Thread thread = new Thread(agent::run, "pc-agent");
        thread.start();
        return new AgentUnderTest(null, agent, thread);
    }

    private static AgentUnderTest python(
            final Path socket, final int controllerPort, final int mrpPort, final Path key)
            throws Exception {
        final Path script = Path.of(System.getProperty("polycast.root"), "examples", "agent.py");
        final Process process =
                new ProcessBuilder(
                                "python3",
                                script.toString(),
                                "--name",
                                "h3",
                                "--ip",
                                "127.0.0.1",
                                "--socket",
                                socket.toString(),
                                "--controller",
                                "127.0.0.1:" + controllerPort,
                                "--port",
                                String.valueOf(mrpPort),
                                "--clients",
                                "2",
                                "--key",
                                "1:" + key)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        final String ready =
                new BufferedReader(
                                new InputStreamReader(
                                        process.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
        assertEquals("agent h3 is ready: socket " + socket, ready);
        return new AgentUnderTest(process, null, null);
    }

    void stop() throws Exception {
        if (python == null) {
            java.close();
            thread.join(TimeUnit.SECONDS.toMillis(50));
        } else {
            python.destroy();
            assertTrue(python.waitFor(50, TimeUnit.SECONDS));
        }
    }
}
