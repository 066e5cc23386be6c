package io.polycast.perf.latency;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Two namespaces with a veth between them, named after the process, removed at the end. */
final class VethLab implements AutoCloseable {
    private static final Path DIRECTORY = Path.of("/run/netns");
    private static final Pattern NAME = Pattern.compile("pl([0-9]+)[ab]");

    final String a = "pl" + ProcessHandle.current().pid() + "a";
    final String b = "pl" + ProcessHandle.current().pid() + "b";

    VethLab() throws IOException {
        sweep();
        boolean up = false;
        try {
            for (final String name : List.of(a, b)) {
                run("ip netns add " + name);
                run("ip netns exec " + name + " sysctl -qw net.ipv6.conf.default.disable_ipv6=1");
            }
            run("ip -n " + a + " link add e0 type veth peer name e0 netns " + b);
            run("ip -n " + a + " link set e0 up");
            run("ip -n " + b + " link set e0 up");
            up = true;
        } finally {
            if (!up) {
                close();
            }
        }
    }

    /** Removes what dead processes left. */
    private static void sweep() throws IOException {
        if (!Files.isDirectory(DIRECTORY)) {
            return;
        }
        final List<String> stale = new ArrayList<>();
        try (Stream<Path> entries = Files.list(DIRECTORY)) {
            for (final Path entry : entries.toList()) {
                final Matcher matcher = NAME.matcher(entry.getFileName().toString());
                if (matcher.matches()
                        && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty()) {
                    stale.add(matcher.group());
                }
            }
        }
        for (final String name : stale) {
            run("ip netns del " + name);
        }
    }

    private static void run(final String command) throws IOException {
        final Process process =
                new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
        final String output =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(command + ": " + output);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (final String name : List.of(a, b)) {
            if (Files.exists(DIRECTORY.resolve(name))) {
                run("ip netns del " + name);
            }
        }
    }
}
