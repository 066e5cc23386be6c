package io.polycast.dataplane.appliance;

import io.polycast.core.event.GroupEvents;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.FramePlan;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.counters.CountersException;
import io.polycast.dataplane.counters.CountersFile;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.disk.NoRoomException;
import io.polycast.dataplane.kernel.Heartbeat;
import io.polycast.dataplane.kernel.KernelDatapath;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.DeviceLocks;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.opening.PortPlace;
import io.polycast.dataplane.opening.PreparedGroups;
import io.polycast.dataplane.opening.StartChecks;
import io.polycast.dataplane.opening.StatePlace;
import io.polycast.dataplane.opening.TakeOver;
import io.polycast.dataplane.state.GroupJournal;
import io.polycast.dataplane.state.StateException;
import io.polycast.dataplane.state.StateFile;
import io.polycast.dataplane.state.StateGeometry;
import io.polycast.xdp.afxdp.Wiring;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.DeviceLock;
import io.polycast.xdp.sys.SysException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files, memory and ports of one switch: opened in order, closed in the opposite one. */
final class Resources implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Resources.class);

    private static final long JOURNAL_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<StateFile> states = new ArrayList<>();
    private final List<FrameMemory> memories = new ArrayList<>();

    /** By shard that has queues of its own, then by port. */
    private final Port[][] ports;

    private DeviceLocks devices;
    private GroupJournal journal;
    private PreparedGroups prepared;
    private Heartbeat heartbeat;
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
        StartChecks.requireRole(configuration);
        final Resources resources = allocate(configuration);
        try {
            resources.lockDevices(configuration, options.takeOver());
            if (options.takeOver() != null) {
                resources.prepare(configuration, threads, options);
                options.takeOver().demand();
            }
            // State first: its lock is what tells that no other process has this switch's files.
            resources.openStates(configuration, options.takeOver());
            resources.devices.takeRest(TakeOver.RELEASE_NS);
            resources.openJournal(configuration, options.forgetGroups());
            resources.openCounters(configuration, threads);
            resources.openPrograms(configuration, options.opener());
            resources.openPorts(configuration, options.opener());
            resources.kernel.onPortsOpen(configuration.pipeline().datapath());
            return resources;
        } catch (final ApplianceException e) {
            resources.discard();
            throw e;
        } catch (final StateException | CountersException e) {
            resources.discard();
            throw fileRefusal(e);
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
                                        configuration.pipeline().buffers().chunkSize(),
                                        plan.rxChunks(),
                                        plan.txChunks())));
            }
            return resources;
        } catch (final OutOfMemoryError e) {
            resources.close();
            throw new ApplianceException(
                    ApplianceException.MISSING,
                    "no room for "
                            + configuration.pipeline().buffers().chunks()
                            + " chunks of "
                            + configuration.pipeline().buffers().chunkSize()
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

    /**
     * While the predecessor serves: finds out what would be refused, and does what takes time and
     * nothing that the predecessor holds.
     */
    private void prepare(
            final Configuration configuration,
            final List<String> threads,
            final StartOptions options)
            throws ApplianceException, StateException, CountersException, PortException {
        StartChecks.require(configuration, threads);
        openPrograms(configuration, options.opener());
        options.opener().rehearse(places(configuration));
        if (!options.forgetGroups()) {
            final GroupJournal found =
                    PreparedGroups.read(
                            () -> readJournal(configuration, false),
                            () -> LockSupport.parkNanos(JOURNAL_PAUSE_NS));
            prepared = PreparedGroups.of(found, configuration, null);
            options.takeOver().requireGroups(configuration, prepared, found.damage());
        }
    }

    private static GroupJournal readJournal(final Configuration configuration, final boolean forget)
            throws StateException {
        return GroupJournal.open(
                journalFile(configuration),
                configuration.identity().name(),
                configuration.role().name(),
                forget);
    }

    static Path journalFile(final Configuration configuration) {
        final Path state = configuration.control().state();
        return state.resolveSibling(state.getFileName() + ".groups");
    }

    private void openJournal(final Configuration configuration, final boolean forget)
            throws StateException {
        journal =
                prepared == null
                        ? readJournal(configuration, forget)
                        : GroupJournal.reopen(prepared.journal());
        opened.push(journal);
        prepared = PreparedGroups.of(journal, configuration, prepared);
    }

    /** Groups that an earlier process was given at run time; handed out once. */
    Collection<PreparedGroups.Kept> keptGroups() {
        final Collection<PreparedGroups.Kept> kept = prepared.groups();
        prepared = null;
        return kept;
    }

    private void openStates(final Configuration configuration, final TakeOver takeOver)
            throws StateException, ApplianceException {
        for (int shard = 0; shard < configuration.pipeline().shards(); shard++) {
            final Path file = StatePlace.file(configuration, shard);
            final StateGeometry geometry = StatePlace.geometry(configuration, shard);
            final StateFile state =
                    takeOver == null
                            ? StateFile.open(file, geometry)
                            : takeOver.await(() -> StateFile.open(file, geometry));
            opened.push(state);
            states.add(state);
        }
    }

    /** The start is certain. */
    void commit() throws StateException {
        for (final StateFile state : states) {
            state.commit();
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

    /** The kernel's maps and programs; nothing is on a device yet. A second call does nothing. */
    private void openPrograms(final Configuration configuration, final PortOpener opener)
            throws ApplianceException {
        if (kernel == null) {
            openGuard(configuration);
            openKernel(configuration, opener);
        }
    }

    /** Only where a wire has a device of driver af_xdp at both ends. */
    private void openGuard(final Configuration configuration) throws ApplianceException {
        final Path state = configuration.control().state();
        heartbeat =
                Heartbeat.open(configuration, state.resolveSibling(state.getFileName() + ".xdp"));
        opened.push(heartbeat);
    }

    private void openKernel(final Configuration configuration, final PortOpener opener)
            throws ApplianceException {
        kernel = KernelDatapath.open(configuration, opener);
        opened.push(kernel);
        heartbeat.beatFor(kernel.replication());
    }

    private void openPorts(final Configuration configuration, final PortOpener opener)
            throws PortException {
        final List<PortPlace> places = places(configuration);
        for (int i = 0; i < places.size(); i++) {
            final PortConfig config = places.get(i).port();
            final List<? extends Port> opening = opener.openAll(places.get(i));
            for (int shard = 0; shard < memories.size(); shard++) {
                ports[shard][i] = opening.get(shard);
                opened.push(opening.get(shard));
            }
            final Port first = opening.get(0);
            counters.portMode(i, first.mode());
            StartChecks.requireMtu(config, first.maxFrameLength());
        }
    }

    private List<PortPlace> places(final Configuration configuration) {
        final List<PortPlace> places = new ArrayList<>();
        for (int i = 0; i < configuration.ports().size(); i++) {
            final String peer = Heartbeat.peerDevice(configuration, i);
            places.add(
                    new PortPlace(
                            i,
                            configuration.ports().get(i),
                            memories,
                            new Wiring(
                                    peer == null ? null : heartbeat.guard(),
                                    peer,
                                    kernel.replication())));
        }
        return places;
    }

    /** Refusal of a file: a full disk is no mistake of the configuration. */
    static ApplianceException fileRefusal(final Exception e) {
        return new ApplianceException(
                e.getCause() instanceof NoRoomException
                        ? ApplianceException.MISSING
                        : ApplianceException.USAGE,
                e.getMessage(),
                e);
    }

    /** Exit code of the process for a port's refusal. */
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

    Heartbeat heartbeat() {
        return heartbeat;
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
