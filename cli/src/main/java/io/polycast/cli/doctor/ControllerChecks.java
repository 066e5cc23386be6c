package io.polycast.cli.doctor;

import io.polycast.node.config.NodeConfig;
import io.polycast.node.config.TokenFile;
import io.polycast.node.log.LogPorts;
import io.polycast.node.log.LogSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks of the machine for a controller: secrets, room for the log, endpoints. */
public final class ControllerChecks {
    private static final long ROOM = 1L << 30;

    private ControllerChecks() {}

    /**
     * @param config of the controller
     * @return findings, those about Java first
     */
    public static List<Finding> run(final NodeConfig config) {
        final List<Finding> findings = new ArrayList<>(JavaChecks.run());
        findings.add(token("security.agentToken", config.security().agentToken()));
        if (config.security().httpToken() != null) {
            findings.add(token("security.httpToken", config.security().httpToken()));
        }
        findings.add(directory(config.log().directory()));
        findings.add(log(config.log()));
        findings.add(endpoint("http", config.own().http()));
        findings.add(endpoint("agents", config.own().agents()));
        return findings;
    }

    private static Finding token(final String key, final Path file) {
        try {
            TokenFile.read(file);
            return Finding.ok(key, file + " can be read by its owner alone");
        } catch (final IOException wrong) {
            return Finding.fail(key, "not usable", wrong.getMessage());
        }
    }

    private static Finding directory(final Path directory) {
        Path there = directory.toAbsolutePath();
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null || !Files.isDirectory(there) || !Files.isWritable(there)) {
            return Finding.fail(
                    "cluster.directory",
                    directory + " cannot be written",
                    "give this user the right, or name another directory");
        }
        final long free = there.toFile().getUsableSpace();
        final String found = free / 1_000_000 + " MB are free for " + directory;
        return free >= ROOM
                ? Finding.ok("cluster.directory", found)
                : Finding.warn(
                        "cluster.directory", found, "make room: the log takes 1 GB and more");
    }

    private static Finding log(final LogSettings settings) {
        try {
            LogPorts.requireFree(settings);
            return Finding.ok("log", "its UDP ports are free");
        } catch (final IOException taken) {
            return Finding.warn("log", taken.getMessage(), "no trouble if the controller runs");
        }
    }

    private static Finding endpoint(final String key, final InetSocketAddress endpoint) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(endpoint);
            return Finding.ok(key, endpoint + " is free");
        } catch (final IOException taken) {
            return Finding.warn(
                    key,
                    endpoint + " cannot be used (" + taken.getMessage() + ")",
                    "no trouble if the controller runs; else change cluster.nodes");
        }
    }
}
