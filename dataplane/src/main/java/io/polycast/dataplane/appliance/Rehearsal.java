package io.polycast.dataplane.appliance;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ControlConfig;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.disk.NoRoomException;
import io.polycast.dataplane.disk.TrialRoom;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.StartChecks;
import io.polycast.dataplane.opening.StatePlace;
import io.polycast.dataplane.state.GroupJournal;
import io.polycast.dataplane.state.StateException;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.memory.MemorySpec;
import io.polycast.xdp.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A start with the same configuration and groups over ports in memory, with files of its own,
 * before a running switch is told to end. The rehearsal refuses groups that the real start would
 * refuse, and loads and compiles the code before the take-over.
 */
public final class Rehearsal {
    /**
     * Rings of the ports, and chunks to fill them: frames that wait to be received, inside, and to
     * be sent.
     */
    private static final int RING = 64;

    private static final int CHUNKS_A_PORT = 4 * RING;

    /** A port that is left without chunks takes no frames, which is no reason to wait. */
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final int FRAMES = 512;
    private static final int FRAME_LENGTH = 128;

    /** A file system in memory, where there is one. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private Rehearsal() {}

    /**
     * Starts, passes some frames, and stops. Its files lie in the temporary directory, or in memory where
     * that is full: the disk of the state may be, and the start itself goes on with the files there.
     *
     * @param configuration of the switch that is to start for good
     * @param forgetGroups whether that one does without groups that were set at run time
     * @return why nothing was played, as a line without its end; empty when it was
     * @throws ApplianceException when that one could not start
     */
    public static Optional<String> play(
            final Configuration configuration, final boolean forgetGroups)
            throws ApplianceException {
        return play(
                configuration,
                forgetGroups,
                List.of(Path.of(System.getProperty("java.io.tmpdir")), MEMORY));
    }

    /** As above, with the directories that have room or not. */
    static Optional<String> play(
            final Configuration configuration, final boolean forgetGroups, final List<Path> places)
            throws ApplianceException {
        try (TrialRoom room = new TrialRoom()) {
            StartChecks.requirePorts(configuration);
            StatePlace.requireFit(configuration, room);
        } catch (final PortException e) {
            throw Resources.refusal(e);
        } catch (final StateException e) {
            throw Resources.fileRefusal(e);
        }
        final List<String> full = new ArrayList<>();
        for (final Path place : places) {
            try {
                playIn(place, configuration, forgetGroups);
                return Optional.empty();
            } catch (final IOException e) {
                full.add(place + " (" + e.getMessage() + ")");
            }
        }
        return Optional.of(
                "the take-over is not rehearsed, for there is no room in "
                        + String.join(" nor ", full)
                        + "; make room there to have groups tried before the other switch ends");
    }

    /**
     * @throws IOException when there is no room for the files of a rehearsal
     */
    private static void playIn(
            final Path place, final Configuration configuration, final boolean forgetGroups)
            throws ApplianceException, IOException {
        Path directory = null;
        try {
            directory = Files.createTempDirectory(place, "polycast-rehearsal");
            final Configuration played = inMemory(configuration, directory);
            if (!forgetGroups) {
                copyJournal(configuration, played);
            }
            try (Appliance appliance = Appliance.start(played, StartOptions.REHEARSAL)) {
                passFrames(appliance, configuration);
            }
        } catch (final StateException e) {
            throw Resources.fileRefusal(e);
        } catch (final ApplianceException e) {
            // Its files are not those of the start, and neither is what would mend it.
            if (e.getCause() != null && e.getCause().getCause() instanceof NoRoomException full) {
                throw full;
            }
            throw e;
        } finally {
            remove(directory);
        }
    }

    /** Its groups are parsed and installed as they will be; one that is damaged is the start's to judge. */
    private static void copyJournal(final Configuration real, final Configuration played)
            throws IOException, StateException {
        final Path file = Resources.journalFile(real);
        final GroupJournal journal =
                GroupJournal.open(file, real.identity().name(), real.role().name(), false);
        if (Files.exists(file) && journal.damage().isEmpty()) {
            Files.copy(file, Resources.journalFile(played));
        }
    }

    static Configuration inMemory(final Configuration real, final Path directory) {
        final List<PortConfig> ports = new ArrayList<>();
        for (final PortConfig port : real.ports()) {
            ports.add(new PortConfig(port.name(), 0, new MemorySpec(RING)));
        }
        // Never more than the switch itself is to have, which the configuration limits.
        final int chunks =
                Math.min(
                        real.pipeline().buffers().chunks(),
                        real.pipeline().separateShards() * ports.size() * CHUNKS_A_PORT);
        return new Configuration(
                real.file(),
                real.identity(),
                real.engine().inUserSpace(chunks),
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
