package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ControlConfig;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.SwitchConfig;
import io.polycast.xdp.afxdp.AfXdpPort;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.XskOptions;
import io.polycast.xdp.sys.NetDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What can be found out and made ready before a running switch is told to end: a start with the same
 * configuration over ports in memory, with files of its own. It refuses groups that the real start
 * would refuse, and the machine has loaded its code when it counts.
 */
public final class Rehearsal {
    /** Rings of the ports, and chunks to fill them: what waits to come in, inside, and to leave. */
    private static final int RING = 64;

    private static final int CHUNKS_A_PORT = 4 * RING;

    /** A port that is left without chunks takes no frames, which is no reason to wait. */
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);

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
        requireFit(configuration);
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

    /** A switch that serves is not told to end for devices that would refuse the next one. */
    private static void requireFit(final Configuration configuration) throws ApplianceException {
        try {
            for (int i = 0; i < configuration.ports().size(); i++) {
                final PortConfig port = configuration.ports().get(i);
                if (port.driver() == PortConfig.Driver.AF_XDP) {
                    Resources.requireMtu(
                            port,
                            AfXdpPort.requireFit(
                                    port.spec(i),
                                    configuration.pipeline().chunkSize(),
                                    configuration.pipeline().separateShards()));
                }
            }
        } catch (final PortException e) {
            throw Resources.refusal(e);
        }
    }

    static Configuration inMemory(final Configuration real, final Path directory) {
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
                            0,
                            RING,
                            XskOptions.DEFAULT,
                            null));
        }
        // Never more than the switch itself is to have, which the configuration limits.
        final int chunks =
                Math.min(
                        real.pipeline().chunks(),
                        real.pipeline().separateShards() * ports.size() * CHUNKS_A_PORT);
        return new Configuration(
                real.file(),
                new SwitchConfig(
                        real.identity().name() + " (rehearsal)",
                        real.identity().role(),
                        real.identity().mac(),
                        real.identity().mcstPrefix6(),
                        real.identity().sourceWindow()),
                real.pipeline().inUserSpace().withChunks(chunks),
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
        final long startNs = System.nanoTime();
        for (final PortConfig each : configuration.ports()) {
            final MemoryPort port = (MemoryPort) appliance.port(each.name());
            int passed = 0;
            while (passed < FRAMES && System.nanoTime() - startNs < LONGEST_NS) {
                if (port.injectable() > 0) {
                    port.inject(frame, 0, FRAME_LENGTH);
                    passed++;
                } else {
                    Thread.yield();
                }
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
