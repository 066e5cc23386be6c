package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.node.agent.AgentConfiguration;
import io.polycast.node.agent.AgentException;
import io.polycast.node.agent.AgentSettings;
import io.polycast.node.agent.HostAgent;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast hostagent}. */
@Command(
        name = "hostagent",
        description = "Run the agent of a host until SIGTERM or SIGINT; see docs/agent.md.",
        footer = {
            "",
            "Prints one line when its sockets are open. Applications of the host speak JSON lines"
                    + " at",
            "agent.socket; the agent speaks with the controller and with the host's switch for"
                    + " them."
        })
final class HostAgentCommand extends Subcommand {
    private static final long STOP_MS = 10_000;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration of the agent.")
    private Path file;

    @Override
    public Integer call() {
        final AgentSettings settings;
        final HostAgent agent;
        try {
            settings = AgentConfiguration.read(file);
            agent = HostAgent.open(settings);
        } catch (final ConfigurationException | AgentException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
        // Not the thread: it waits for this hook in System.exit when it has served.
        final CountDownLatch served = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(agent, served), "pc-shutdown"));
        sayReady(settings);
        try {
            agent.run();
        } finally {
            served.countDown();
        }
        return ExitCode.DONE;
    }

    private static void stop(final HostAgent agent, final CountDownLatch served) {
        agent.close();
        try {
            served.await(STOP_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // A process that was told to stop would report the signal as its exit code.
        Runtime.getRuntime().halt(ExitCode.DONE);
    }

    private void sayReady(final AgentSettings settings) {
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("ready", true);
            document.put("name", settings.name());
            document.put("pid", ProcessHandle.current().pid());
            document.put("socket", settings.socket().toString());
            printJson(document);
        } else {
            println("agent " + settings.name() + " is ready: socket " + settings.socket());
        }
        console().out().flush();
    }
}
