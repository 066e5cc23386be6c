package io.polycast.perf.rig;

import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A running appliance of a given shape, its files in a directory that goes with it. */
public final class SwitchRig implements AutoCloseable {
    private static final int LEAST_CHUNK = 2048;

    /** Frames that a port holds each way; memory for all of them, and a ring's worth under way. */
    static final int QUEUE = 1024;

    private final Path directory;
    private final Appliance appliance;

    private SwitchRig(final Path directory, final Appliance appliance) {
        this.directory = directory;
        this.appliance = appliance;
    }

    /**
     * Starts a switch of memory ports.
     *
     * @param shape of it
     * @return the running switch
     */
    public static SwitchRig start(final RigShape shape) {
        return start(shape, PortOpener.STANDARD);
    }

    /**
     * Starts a switch.
     *
     * @param shape of it
     * @param opener of its ports
     * @return the running switch
     */
    public static SwitchRig start(final RigShape shape, final PortOpener opener) {
        try {
            final Path directory = Files.createTempDirectory("polycast-bench");
            Appliance appliance = null;
            try {
                appliance = Appliance.start(configuration(shape, directory), opener);
            } catch (final ConfigurationException | ApplianceException e) {
                throw new IllegalStateException("the rig's switch did not start: " + e, e);
            } finally {
                if (appliance == null) {
                    delete(directory);
                }
            }
            return new SwitchRig(directory, appliance);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Configuration configuration(final RigShape shape, final Path directory)
            throws ConfigurationException {
        final int ports = RigAddresses.ports(shape.fanout());
        final int chunkSize =
                Math.max(
                        LEAST_CHUNK,
                        Integer.highestOneBit(
                                        FrameMemory.HEADROOM
                                                + DataFrame.OVERHEAD
                                                + shape.payload()
                                                - 1)
                                << 1);
        final StringBuilder yaml = new StringBuilder();
        yaml.append("switch: {mac: \"02:00:00:00:00:fe\"}\n")
                .append("pipeline: {threading: ")
                .append(shape.staged() ? "staged" : "fused")
                .append(", wait: ")
                .append(shape.waiting())
                .append(", ringSize: ")
                .append(QUEUE)
                .append(", chunkSize: ")
                .append(chunkSize)
                .append("}\nlimits: {maxGroups: ")
                .append(Math.max(64, shape.groups()))
                .append(", maxPaths: ")
                .append(Math.max(1024L, (long) shape.groups() * (1 + shape.fanout())))
                .append("}\ncontrol: {socket: ")
                .append(directory.resolve("s"))
                .append(", counters: ")
                .append(directory.resolve("c"))
                .append(", state: ")
                .append(directory.resolve("t"))
                .append("}\nports:\n");
        for (int port = 0; port < ports; port++) {
            yaml.append("  - {name: p").append(port).append(", driver: memory}\n");
        }
        final Configuration bare = ConfigurationReader.parse("bench.yaml", yaml.toString());
        final List<GroupEntry> groups = new ArrayList<>();
        for (int n = 0; n < shape.groups(); n++) {
            groups.add(RigAddresses.group(n, shape.fanout()));
        }
        return new Configuration(
                bare.file(),
                bare.identity(),
                bare.engine(),
                bare.ports(),
                bare.wires(),
                bare.control(),
                groups,
                bare.warnings());
    }

    /**
     * @param index of a port
     * @return the port
     */
    public Port port(final int index) {
        return appliance.port("p" + index);
    }

    /**
     * @return the switch's counters, live
     */
    public CountersReader counters() {
        return appliance.counters();
    }

    @Override
    public void close() {
        try {
            appliance.close();
        } finally {
            delete(directory);
        }
    }

    private static void delete(final Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
