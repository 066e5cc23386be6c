package io.polycast.cli.command;

import io.polycast.dataplane.config.Durations;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.node.endpoint.EndpointSettings;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of both sides of {@code polycast endpoint}. */
final class EndpointOptions {
    private static final Set<Integer> PATH_MTUS = Set.of(256, 512, 1024, 2048, 4096);
    private static final int MOST_MEMBERS = 65_535;
    private static final int MOST_RETRIES = 7;

    @Option(
            names = "--agent",
            paramLabel = "SOCKET",
            defaultValue = "/run/polycast/agent.sock",
            description = "agent.socket of the host agent (default: ${DEFAULT-VALUE}).")
    private Path agent;

    @Option(
            names = "--group",
            paramLabel = "NAME",
            required = true,
            description = "Name of the group.")
    private String group;

    @Option(
            names = "--device",
            paramLabel = "DEV",
            description = "Network device; without it the one with the route to the group.")
    private String device;

    @Option(
            names = "--members",
            paramLabel = "N",
            description =
                    "For a group that nobody created: number of hosts, this one included, without"
                            + " which the group does not begin. Without the option it begins with"
                            + " the first host, or as \"group create\" says.")
    private int members;

    @Option(
            names = "--mtu",
            paramLabel = "MTU",
            defaultValue = "1024",
            description =
                    "Path MTU, the same for all members: 256, 512, 1024, 2048 or 4096 (default:"
                            + " ${DEFAULT-VALUE}).")
    private int pathMtu;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "7",
            description =
                    "Expiries in a row of the retry timer (67 ms) after which the queue pair fails."
                            + " 7 retries until --timeout (default: ${DEFAULT-VALUE}).")
    private int retries;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            description =
                    "Longest time without progress: an answer, a member, a byte (default:"
                            + " ${DEFAULT-VALUE}).")
    private String timeout;

    String group() {
        return group;
    }

    /**
     * @param wrong makes an exception of what is wrong with an option
     * @return what is asked for
     */
    EndpointSettings settings(final Function<String, ParameterException> wrong) {
        if (!group.matches("[A-Za-z0-9._-]{1,64}")) {
            throw wrong.apply("--group must be 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        if (members < 0 || members > MOST_MEMBERS) {
            throw wrong.apply("--members " + members + " is not in 0 to " + MOST_MEMBERS);
        }
        if (!PATH_MTUS.contains(pathMtu)) {
            throw wrong.apply("--mtu " + pathMtu + " is none of 256, 512, 1024, 2048, 4096");
        }
        if (retries < 0 || retries > MOST_RETRIES) {
            throw wrong.apply("--retries " + retries + " is not in 0 to " + MOST_RETRIES);
        }
        final long timeoutNs;
        try {
            timeoutNs = Durations.parseNs(timeout);
        } catch (final BadValueException e) {
            throw wrong.apply("--timeout: " + e.getMessage() + "; write 500ms, 60s or 1h");
        }
        if (timeoutNs == 0) {
            throw wrong.apply("--timeout 0 leaves no time: write 60s");
        }
        return new EndpointSettings(agent, group, device, members, pathMtu, retries, timeoutNs);
    }
}
