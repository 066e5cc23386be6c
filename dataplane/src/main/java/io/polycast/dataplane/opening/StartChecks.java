package io.polycast.dataplane.opening;

import io.polycast.core.limits.TableSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ControlConfig;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.ControlServer;
import io.polycast.dataplane.counters.CountersException;
import io.polycast.dataplane.counters.CountersFile;
import io.polycast.dataplane.disk.TrialRoom;
import io.polycast.dataplane.state.StateException;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds refusals of a start while a predecessor still serves. The checks open nothing that the
 * predecessor holds and change nothing that it wrote.
 */
public final class StartChecks {
    private StartChecks() {}

    /**
     * @param configuration of the switch that is to start
     * @param threads that will have duty cycles
     * @throws StateException when a state file does not fit
     * @throws CountersException when the counters file cannot be had
     * @throws PortException when a port would be refused for its device, address or file
     * @throws ApplianceException when a directory or the socket cannot be used
     */
    public static void require(final Configuration configuration, final List<String> threads)
            throws StateException, CountersException, PortException, ApplianceException {
        final ControlConfig control = configuration.control();
        requireDirectory(control.state(), "control.state");
        requireDirectory(control.counters(), "control.counters");
        requireDirectory(control.socket(), "control.socket");
        try (TrialRoom room = new TrialRoom()) {
            StatePlace.requireFit(configuration, room);
            CountersFile.requireFit(
                    control.counters(),
                    configuration.pipeline().shards(),
                    configuration.ports().size(),
                    threads.size(),
                    room);
        }
        try {
            ControlServer.requireUsable(control.socket());
        } catch (final ControlException e) {
            throw new ApplianceException(ApplianceException.USAGE, e.getMessage(), e);
        }
        requirePorts(configuration);
    }

    /**
     * @param configuration of the switch that is to start
     * @throws ApplianceException when files that the role needs are not there
     */
    public static void requireRole(final Configuration configuration) throws ApplianceException {
        final List<String> faults = configuration.role().startFaults(configuration);
        if (!faults.isEmpty()) {
            throw new ApplianceException(ApplianceException.USAGE, String.join("\n", faults), null);
        }
    }

    /** Ports of a device that is down, too long, or without what a key demands. */
    public static void requirePorts(final Configuration configuration) throws PortException {
        for (int i = 0; i < configuration.ports().size(); i++) {
            final PortConfig port = configuration.ports().get(i);
            final int longest =
                    port.spec()
                            .requireFit(
                                    new PortId(i, port.name()),
                                    configuration.pipeline().buffers().chunkSize(),
                                    configuration.pipeline().separateShards());
            requireMtu(port, longest);
        }
    }

    /** The port's chunks must hold a frame of its MTU. */
    public static void requireMtu(final PortConfig config, final int maxFrameLength)
            throws PortException {
        final Optional<String> unmet = config.unmetMtu(maxFrameLength);
        if (unmet.isPresent()) {
            throw new PortException(
                    PortException.Kind.USAGE, "port " + config.name() + ": " + unmet.get());
        }
    }

    /** Where directories are missing, the start makes them in the first that is there. */
    private static void requireDirectory(final Path file, final String key)
            throws ApplianceException {
        Path directory = file.toAbsolutePath().getParent();
        while (directory != null && Files.notExists(directory)) {
            directory = directory.getParent();
        }
        if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new ApplianceException(
                    ApplianceException.USAGE,
                    file
                            + " cannot be made: "
                            + directory
                            + " is no directory that may be written; check "
                            + key
                            + " and the rights of its directory",
                    null);
        }
    }

    /**
     * @param tables that find no memory
     * @param cause of it
     * @return refusal of the start
     */
    public static ApplianceException noRoom(final TableSettings tables, final Throwable cause) {
        return new ApplianceException(
                ApplianceException.MISSING,
                "no room for tables of "
                        + tables.maxGroups()
                        + " groups and "
                        + tables.maxPaths()
                        + " paths; lower limits.maxGroups and maxPaths, or raise -Xmx and"
                        + " -XX:MaxDirectMemorySize in POLYCAST_JAVA_OPTS",
                cause);
    }
}
