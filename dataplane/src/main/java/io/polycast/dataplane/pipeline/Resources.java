package io.polycast.dataplane.pipeline;

import io.polycast.core.event.GroupEvents;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.FramePlan;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.counters.CountersException;
import io.polycast.dataplane.counters.CountersFile;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.disk.NoRoomException;
import io.polycast.dataplane.state.GroupJournal;
import io.polycast.dataplane.state.StateException;
import io.polycast.dataplane.state.StateFile;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.DeviceLock;
import io.polycast.xdp.sys.SysException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files, memory and ports of one switch: opened in order, closed in the opposite one. */
final class Resources implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Resources.class);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<StateFile> states = new ArrayList<>();
    private final List<FrameMemory> memories = new ArrayList<>();

    /** By shard that has queues of its own, then by port. */
    private final Port[][] ports;

    private DeviceLocks devices;
    private GroupJournal journal;
    private Silence silence;
    private KernelDatapath kernel;
    private CountersFile counters;
    private CountersReader countersReader;

    private Resources(final int memories, final int ports) {
        this.ports = new Port[memories][ports];
    }

    static Resources open(
            final Configuration configuration,
            final List<String> threads,
            final StartOptions options)
            throws ApplianceException {
        final Resources resources = allocate(configuration);
        try {
            resources.lockDevices(configuration, options.takeOver());
            if (options.takeOver() != null) {
                options.takeOver().demand();
            }
            // State first: its lock is what tells that no other process has this switch's files.
            resources.openStates(configuration, options.takeOver());
            resources.devices.takeRest(TakeOver.RELEASE_NS);
            resources.openJournal(configuration, options.forgetGroups());
            resources.openCounters(configuration, threads);
            resources.openGuard(configuration);
            resources.openKernel(configuration, options.opener());
            resources.openPorts(configuration, options.opener());
            resources.kernel.onPortsOpen(configuration.pipeline().datapath());
            return resources;
        } catch (final ApplianceException e) {
            resources.discard();
            throw e;
        } catch (final StateException | CountersException e) {
            resources.discard();
            throw new ApplianceException(
                    e.getCause() instanceof NoRoomException
                            ? ApplianceException.MISSING
                            : ApplianceException.USAGE,
                    e.getMessage(),
                    e);
        } catch (final PortException e) {
            resources.discard();
            if (e.getCause() instanceof SysException refused && !refused.log().isEmpty()) {
                LOG.debug("{}; the verifier's log:\n{}", e.getMessage(), refused.log());
            }
            throw refusal(e);
        } catch (final RuntimeException | Error e) {
            resources.discard();
            throw e;
        }
    }

    private static Resources allocate(final Configuration configuration) throws ApplianceException {
        final FramePlan plan = FramePlan.of(configuration);
        final Resources resources = new Resources(plan.memories(), configuration.ports().size());
        try {
            for (int i = 0; i < plan.memories(); i++) {
                resources.memories.add(
                        resources.keep(
                                new FrameMemory(
                                        configuration.pipeline().chunkSize(),
                                        plan.rxChunks(),
                                        plan.txChunks())));
            }
            return resources;
        } catch (final OutOfMemoryError e) {
            resources.close();
            throw new ApplianceException(
                    ApplianceException.MISSING,
                    "no room for "
                            + configuration.pipeline().chunks()
                            + " chunks of "
                            + configuration.pipeline().chunkSize()
                            + " bytes; lower pipeline.chunks, or raise -XX:MaxDirectMemorySize",
                    e);
        }
    }

    /** Before anything else: what is somebody else's is not touched, and nobody is told to end for it. */
    private void lockDevices(final Configuration configuration, final TakeOver takeOver)
            throws ApplianceException {
        devices = new DeviceLocks(configuration);
        opened.push(devices);
        devices.takeAllBut(takeOver == null ? DeviceLock.NOBODY : takeOver.pid());
    }

    private void openJournal(final Configuration configuration, final boolean forget)
            throws StateException {
        final Path state = configuration.control().state();
        journal =
                GroupJournal.open(
                        state.resolveSibling(state.getFileName() + ".groups"),
                        configuration.identity().name(),
                        forget);
        opened.push(journal);
    }

    private void openStates(final Configuration configuration, final TakeOver takeOver)
            throws StateException, ApplianceException {
        final PipelineConfig pipeline = configuration.pipeline();
        final Path first = configuration.control().state();
        for (int shard = 0; shard < pipeline.shards(); shard++) {
            final Path file =
                    shard == 0 ? first : first.resolveSibling(first.getFileName() + "." + shard);
            final StateFile.Geometry geometry =
                    new StateFile.Geometry(
                            shard,
                            pipeline.shards(),
                            pipeline.maxGroups(),
                            pipeline.maxPaths(),
                            FeedbackLayout.length(pipeline.maxGroups(), pipeline.maxPaths()));
            final StateFile state =
                    takeOver == null
                            ? StateFile.open(file, geometry)
                            : takeOver.await(() -> StateFile.open(file, geometry));
            opened.push(state);
            states.add(state);
        }
    }

    private void openCounters(final Configuration configuration, final List<String> threads)
            throws CountersException {
        final Path file = configuration.control().counters();
        counters =
                CountersFile.create(
                        file,
                        configuration.identity().name(),
                        configuration.pipeline().shards(),
                        configuration.ports().stream().map(PortConfig::name).toList(),
                        threads);
        opened.push(counters);
        countersReader = CountersReader.open(file);
        opened.push(countersReader);
    }

    /** Only where a wire has a device of driver af_xdp at both ends. */
    private void openGuard(final Configuration configuration) throws ApplianceException {
        final Path state = configuration.control().state();
        silence = Silence.open(configuration, state.resolveSibling(state.getFileName() + ".xdp"));
        opened.push(silence);
    }

    private void openKernel(final Configuration configuration, final PortOpener opener)
            throws ApplianceException {
        kernel = KernelDatapath.open(configuration, opener);
        opened.push(kernel);
        silence.beatFor(kernel.fastPath());
    }

    private void openPorts(final Configuration configuration, final PortOpener opener)
            throws PortException {
        for (int i = 0; i < configuration.ports().size(); i++) {
            final PortConfig config = configuration.ports().get(i);
            final String peer = Silence.peerDevice(configuration, i);
            final List<? extends Port> opening =
                    opener.openAll(
                            new PortPlace(
                                    i,
                                    config,
                                    memories,
                                    peer == null ? null : silence.guard(),
                                    peer,
                                    kernel.fastPath()));
            for (int shard = 0; shard < memories.size(); shard++) {
                ports[shard][i] = opening.get(shard);
                opened.push(opening.get(shard));
            }
            final Port first = opening.get(0);
            counters.portWay(i, first.way());
            requireMtu(config, first.maxFrameLength());
        }
    }

    static void requireMtu(final PortConfig config, final int maxFrameLength) throws PortException {
        final Optional<String> unmet = config.unmetMtu(maxFrameLength);
        if (unmet.isPresent()) {
            throw new PortException(
                    PortException.Kind.USAGE, "port " + config.name() + ": " + unmet.get());
        }
    }

    /** What a port refused, as the exit code that the process ends with. */
    static ApplianceException refusal(final PortException e) {
        return new ApplianceException(
                e.kind() == PortException.Kind.USAGE
                        ? ApplianceException.USAGE
                        : ApplianceException.MISSING,
                e.getMessage(),
                e);
    }

    /** Memory is given back last of all, when nobody is left who could use it. */
    <T extends AutoCloseable> T keep(final T memory) {
        opened.addLast(memory);
        return memory;
    }

    KernelDatapath kernel() {
        return kernel;
    }

    /** A shard's own memory where several fused ones have queues of their own, else memory 0. */
    FrameMemory memory(final int shard) {
        return memories.get(shard);
    }

    /** All ports, as a shard that has queues of its own has them; else as shard 0. */
    Port[] ports(final int shard) {
        return ports[shard];
    }

    /** What all shards' parts of a port have counted. */
    List<PortStats> portStats(final int port) {
        final List<PortStats> all = new ArrayList<>();
        for (final Port[] ofShard : ports) {
            all.add(ofShard[port].stats());
        }
        return all;
    }

    /** Not by a packet's thread: is every device still ours? */
    void tendDevices(final GroupEvents events) {
        devices.hear();
        for (final Port[] ofShard : ports) {
            for (final Port port : ofShard) {
                final String news = port.tend();
                if (news != null) {
                    events.portTended(port.index(), news);
                }
            }
        }
    }

    CountersFile counters() {
        return counters;
    }

    CountersReader countersReader() {
        return countersReader;
    }

    GroupJournal journal() {
        return journal;
    }

    Silence silence() {
        return silence;
    }

    StateFile state(final int shard) {
        return states.get(shard);
    }

    /** The others have to be closed all the same; but what was lost is not passed over. */
    private static void onNotClosed(final Throwable e) {
        LOG.error("not closed in order: {}", e.getMessage(), e);
    }

    /** Instead of {@link #close}, when the switch does not start: leaves no file that was not there before. */
    void discard() {
        removeNewFiles();
        close();
    }

    /** While their locks are still ours. */
    void removeNewFiles() {
        states.forEach(StateFile::removeIfMade);
        if (counters != null) {
            counters.remove();
        }
    }

    /** Closes what is open, last opened first, and then memory; a second call does nothing. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            CloseHelper.close(Resources::onNotClosed, opened.pop());
        }
    }
}
