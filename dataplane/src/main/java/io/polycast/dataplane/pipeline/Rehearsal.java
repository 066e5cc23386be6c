package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ControlConfig;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.sys.NetDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What can be found out and made ready before a running switch is told to end: a start with the same
 * configuration over ports in memory, with files of its own. It refuses groups that the real start
 * would refuse, and the machine has loaded its code when it counts.
 */
public final class Rehearsal {
    private static final int CHUNKS_A_PORT = 2304;
    private static final int FRAMES = 512;
    private static final int FRAME_LENGTH = 128;

    private Rehearsal() {}

    /**
     * Starts, passes some frames, and stops.
     *
     * @param configuration of the switch that is to start for good
     * @throws ApplianceException when that one could not start
     */
    public static void play(final Configuration configuration) throws ApplianceException {
        for (final PortConfig port : configuration.ports()) {
            if (port.device() != null && new NetDevice(port.device()).index() == 0) {
                throw new ApplianceException(
                        ApplianceException.MISSING,
                        "port "
                                + port.name()
                                + ": there is no device "
                                + port.device()
                                + " here; ip link shows those there are",
                        null);
            }
        }
        Path directory = null;
        try {
            directory = Files.createTempDirectory("polycast-rehearsal");
            try (Appliance appliance = Appliance.start(inMemory(configuration, directory))) {
                passFrames(appliance, configuration);
            }
        } catch (final IOException e) {
            throw new ApplianceException(
                    ApplianceException.MISSING,
                    "no directory for a rehearsal of the take-over (" + e.getMessage() + ")",
                    e);
        } finally {
            remove(directory);
        }
    }

    private static Configuration inMemory(final Configuration real, final Path directory) {
        final List<PortConfig> ports = new ArrayList<>();
        for (final PortConfig port : real.ports()) {
            ports.add(
                    new PortConfig(
                            port.name(),
                            PortConfig.Driver.MEMORY,
                            null,
                            PortConfig.ALL_QUEUES,
                            null,
                            null,
                            null,
                            null,
                            PortConfig.Mode.AUTO,
                            0));
        }
        return new Configuration(
                real.file(),
                real.identity(),
                real.pipeline()
                        .inUserSpace()
                        .withChunks(
                                real.pipeline().separateShards() * ports.size() * CHUNKS_A_PORT),
                ports,
                real.wires(),
                new ControlConfig(
                        directory.resolve("sock"),
                        directory.resolve("counters"),
                        directory.resolve("state")),
                real.groups(),
                List.of());
    }

    /** Frames of no meaning: the other ends of the ports are nobody's. */
    private static void passFrames(final Appliance appliance, final Configuration configuration) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[FRAME_LENGTH]);
        for (final PortConfig each : configuration.ports()) {
            final MemoryPort port = (MemoryPort) appliance.port(each.name());
            for (int i = 0; i < FRAMES && port.injectable() > 0; i++) {
                port.inject(frame, 0, FRAME_LENGTH);
            }
        }
    }

    private static void remove(final Path directory) {
        if (directory == null) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (final Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (final IOException ignored) {
            // A few kilobytes under the temporary directory are no reason not to serve.
        }
    }
}
