package io.polycast.dataplane.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.core.limits.TableSettings;
import io.polycast.core.role.GroupKeeper;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.Role;
import io.polycast.core.role.RoleParts;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.control.ControlProtocol;
import io.polycast.dataplane.control.QueueText;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.memory.DirectMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Feeds captures to a switch in virtual time and writes its output. The clock is the frames' time
 * stamps; between frames, and for a second after the last, one-shot timers fire when due. Port
 * drivers of the configuration are ignored.
 */
public final class Replay implements AutoCloseable {
    /** That of every replay: the same input gives the same bytes. */
    private static final int INCARNATION = 1;

    /** How long after the last frame timers still fire. */
    private static final long AFTERMATH_NS = 1_000_000_000L;

    private final Configuration configuration;
    private final List<String> portNames;
    private final CounterBlock counters;
    private final DirectMemory feedback;
    private final Role role;
    private final HeldPool heldMemory;
    private final SwitchCore core;
    private final CaptureSink sink;
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[1 << 16]);
    private long deadlineNs = Long.MAX_VALUE;

    /**
     * One capture to feed.
     *
     * @param port name of the port that it comes in on
     * @param capture pcap or pcapng of Ethernet
     */
    public record Input(String port, Path capture) {}

    /**
     * Inputs and outputs.
     *
     * @param inputs captures; a port may have several
     * @param directory for PORT.pcap of each port
     * @param trace for one JSON line an event, or null
     * @param tables for the tables after the last event, or null
     */
    public record Job(List<Input> inputs, Path directory, Path trace, Path tables) {}

    /**
     * Result of a replay.
     *
     * @param framesIn frames fed
     * @param framesOut frames written, by port
     * @param endings frames by how they ended; those that are 0 left out
     */
    public record Outcome(long framesIn, Map<String, Long> framesOut, Map<Ending, Long> endings) {}

    private Replay(
            final Configuration configuration, final CaptureSink sink, final TraceLog trace) {
        this.configuration = configuration;
        this.portNames = configuration.ports().stream().map(PortConfig::name).toList();
        this.sink = sink;
        this.counters =
                new CounterBlock(
                        new UnsafeBuffer(ByteBuffer.allocateDirect(CounterBlock.LENGTH)), 0);
        final TableSettings room = configuration.role().feedbackRoom(configuration.limits());
        this.feedback =
                new DirectMemory(FeedbackLayout.length(room.maxGroups(), room.maxPaths()), 64);
        final int heldChunks = configuration.limits().heldChunks();
        this.heldMemory = new HeldPool(heldChunks, configuration.pipeline().buffers().chunkSize());
        final HeldFrames held = new HeldFrames(heldChunks, heldMemory, counters);
        this.role =
                configuration
                        .role()
                        .maker(configuration)
                        .make(
                                new RoleParts(
                                        0,
                                        counters,
                                        held,
                                        feedback.buffer(),
                                        null,
                                        INCARNATION,
                                        GroupKeeper.NONE,
                                        0));
        this.core = new SwitchCore(configuration.wirePeers(), role, counters);
        core.trace(trace);
    }

    /**
     * Runs a job; its files appear when all of them are whole, or not at all.
     *
     * @param configuration of the switch
     * @param job to do
     * @return result of the replay
     * @throws ReplayException when an input is not usable or an output cannot be written
     */
    public static Outcome run(final Configuration configuration, final Job job)
            throws ReplayException {
        final List<String> faults = configuration.role().startFaults(configuration);
        if (!faults.isEmpty()) {
            throw new ReplayException(String.join("\n", faults));
        }
        try (CaptureIndex index = new CaptureIndex();
                OutputFiles files = new OutputFiles()) {
            for (final Input input : job.inputs()) {
                final int port = configuration.portIndex(input.port());
                if (port < 0) {
                    throw new ReplayException(
                            "--in "
                                    + input.port()
                                    + ": no such port in "
                                    + configuration.file()
                                    + "; its ports are "
                                    + configuration.ports().stream()
                                            .map(PortConfig::name)
                                            .collect(Collectors.joining(", ")));
                }
                index.add(port, input.capture());
            }
            index.sort();
            checkOutputs(configuration, job);
            final OutputStream[] outputs = new OutputStream[configuration.ports().size()];
            for (int i = 0; i < outputs.length; i++) {
                outputs[i] =
                        files.create(
                                job.directory()
                                        .resolve(configuration.ports().get(i).name() + ".pcap"));
            }
            final List<String> names =
                    configuration.ports().stream().map(PortConfig::name).toList();
            final TraceLog trace =
                    job.trace() == null ? null : new TraceLog(files.create(job.trace()), names);
            try (Replay replay = new Replay(configuration, new CaptureSink(outputs), trace)) {
                replay.feed(index.frames());
                if (trace != null) {
                    trace.finish();
                }
                if (job.tables() != null) {
                    files.create(job.tables()).write(replay.tables());
                }
                files.commit();
                return replay.outcome(index.frames().size());
            }
        } catch (final GroupRefusedException e) {
            throw new ReplayException(configuration.file() + ": " + e.getMessage(), e);
        } catch (final IOException e) {
            throw cannotWrite(e);
        } catch (final UncheckedIOException e) {
            throw cannotWrite(e.getCause());
        }
    }

    /** Gives the switch's memory back. */
    @Override
    public void close() {
        core.close();
        heldMemory.close();
        feedback.close();
    }

    /** Before anything is made: nothing is written twice, and no input is written over. */
    private static void checkOutputs(final Configuration configuration, final Job job)
            throws ReplayException {
        final Set<Path> outputs = new HashSet<>();
        for (final PortConfig port : configuration.ports()) {
            checkOutput(outputs, job, job.directory().resolve(port.name() + ".pcap"));
        }
        if (job.trace() != null) {
            checkOutput(outputs, job, job.trace());
        }
        if (job.tables() != null) {
            checkOutput(outputs, job, job.tables());
        }
    }

    private static void checkOutput(final Set<Path> outputs, final Job job, final Path file)
            throws ReplayException {
        if (!outputs.add(file.toAbsolutePath().normalize())) {
            throw new ReplayException(file + " would be written twice; name another file");
        }
        for (final Input input : job.inputs()) {
            try {
                if (Files.exists(file) && Files.isSameFile(file, input.capture())) {
                    throw new ReplayException(
                            file + " is an input and would be written over; name another --out");
                }
            } catch (final IOException e) {
                throw cannotWrite(e);
            }
        }
    }

    private static ReplayException cannotWrite(final IOException e) {
        return new ReplayException(
                "output cannot be written (" + IoReason.of(e) + "); check --out and the disk", e);
    }

    private void feed(final List<CaptureIndex.Frame> frames) throws GroupRefusedException {
        final long startNs = frames.isEmpty() ? 0 : frames.get(0).timestampNs();
        sink.now(startNs);
        for (final GroupEntry group : configuration.groups()) {
            try {
                role.startGroup(startNs, group);
            } catch (final GroupRefusedException e) {
                throw new GroupRefusedException(
                        "group " + Addresses.formatQuad(group.mcstId()) + ": " + e.getMessage());
            }
        }
        long nowNs = startNs;
        tick(startNs);
        for (final CaptureIndex.Frame each : frames) {
            nowNs = each.timestampNs();
            runTimers(nowNs);
            sink.now(nowNs);
            if (each.length() > frame.capacity()) {
                frame.wrap(new byte[each.length()]);
            }
            frame.putBytes(0, each.capture(), each.offset(), each.length());
            core.onFrame(nowNs, each.port(), frame, 0, each.length(), sink);
            tick(nowNs);
        }
        runTimers(nowNs + AFTERMATH_NS);
    }

    /** Fires every timer that is due at {@code untilNs} or before, each at its own time. */
    private void runTimers(final long untilNs) {
        while (deadlineNs <= untilNs) {
            final long dueNs = deadlineNs;
            tick(dueNs);
            if (deadlineNs <= dueNs) {
                throw new IllegalStateException("timer at " + dueNs + " does not go away");
            }
        }
    }

    private void tick(final long nowNs) {
        sink.now(nowNs);
        deadlineNs = core.onTick(nowNs, sink);
    }

    private byte[] tables() {
        final ObjectMapper json = new ObjectMapper();
        final ObjectNode root = json.createObjectNode();
        root.put(ControlProtocol.SCHEMA_KEY, ControlProtocol.SCHEMA);
        root.put("switch", configuration.identity().name());
        final ArrayNode groups = root.putArray("groups");
        final RoleSchema schema = configuration.role();
        for (final GroupPicture group : role.groups()) {
            final ObjectNode summary = schema.summary(group, portNames);
            groups.add(GroupOrigin.FILE.addTo(schema.detailed(summary, group, portNames)));
        }
        for (final GroupPicture group : role.learned(sink.nowNs())) {
            final ObjectNode summary = schema.summary(group, portNames);
            groups.add(GroupOrigin.IGMP.addTo(schema.detailed(summary, group, portNames)));
        }
        if (!role.queues().isEmpty()) {
            root.set("voqs", QueueText.of(role.queues(), portNames));
        }
        final ObjectNode endings = root.putObject("endings");
        for (final Ending ending : Ending.values()) {
            if (counters.get(ending) != 0) {
                endings.put(ControlProtocol.key(ending.label()), counters.get(ending));
            }
        }
        final ObjectNode tallies = root.putObject("tallies");
        for (final Tally tally : Tally.values()) {
            tallies.put(ControlProtocol.key(tally.label()), counters.get(tally));
        }
        return (root.toPrettyString() + '\n').getBytes(StandardCharsets.UTF_8);
    }

    private Outcome outcome(final long framesIn) {
        final Map<String, Long> framesOut = new LinkedHashMap<>();
        for (int i = 0; i < portNames.size(); i++) {
            framesOut.put(portNames.get(i), sink.count(i));
        }
        final Map<Ending, Long> endings = new LinkedHashMap<>();
        for (final Ending ending : Ending.values()) {
            if (counters.get(ending) != 0) {
                endings.put(ending, counters.get(ending));
            }
        }
        return new Outcome(framesIn, framesOut, endings);
    }
}
