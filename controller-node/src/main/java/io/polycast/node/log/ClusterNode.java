package io.polycast.node.log;

import io.aeron.Counter;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.polycast.controller.log.Entry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node of the log: media driver, archive, consensus and the state machine's container. */
public final class ClusterNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterNode.class);
    private static final long LEADER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int SEGMENT = 16 << 20;
    private static final int TERM = 1 << 20;

    private final LogSettings settings;
    private final Consumer<Boolean> leads;
    private final AtomicLong entries = new AtomicLong();
    private final FileChannel lock;
    private final ClusteredMediaDriver driver;
    private final ClusteredServiceContainer container;
    private final ControllerService service;
    private volatile LogClient client;
    private volatile boolean ready;

    /**
     * Starts the node, and replays its log.
     *
     * @param settings of the log
     * @param machine that the log feeds
     * @param leads told when the node begins to take entries, and when it no longer leads
     * @throws IOException when the directory cannot be used
     */
    public ClusterNode(
            final LogSettings settings, final StateMachine machine, final Consumer<Boolean> leads)
            throws IOException {
        this.settings = settings;
        this.leads = leads;
        Files.createDirectories(settings.directory());
        lock = lock(settings.directory());
        requirePorts();
        forgetMarks(settings.directory());
        service = new ControllerService(machine, this::onRole, entries);
        final ErrorHandler errors =
                error -> LOG.warn("log: {}", String.valueOf(error.getMessage()).strip());
        final String media = path("driver");
        driver =
                ClusteredMediaDriver.launch(
                        mediaDriver(media, errors),
                        archive(media, errors),
                        consensus(media, errors));
        container =
                ClusteredServiceContainer.launch(
                        new ClusteredServiceContainer.Context()
                                .aeronDirectoryName(media)
                                .archiveContext(localArchive(media))
                                .clusterDir(settings.directory().resolve("cluster").toFile())
                                .clusteredService(service)
                                .idleStrategySupplier(ClusterNode::idle)
                                .errorHandler(errors));
    }

    private void requirePorts() throws IOException {
        try {
            LogPorts.requireFree(settings);
        } catch (final IOException taken) {
            lock.close();
            throw taken;
        }
    }

    /** Keeps other processes out of a directory until the channel is closed. */
    static FileChannel lock(final Path directory) throws IOException {
        final Path file = directory.resolve("lock");
        final FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (final OverlappingFileLockException ofThisProcess) {
            LOG.debug("log: {} is locked by this process", file);
        }
        channel.close();
        throw new IOException(
                directory + " is in use by another controller: stop it, or use another one");
    }

    /** The lock says that no process uses the directory: marks of one that was killed are old. */
    private static void forgetMarks(final Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve("archive/archive-mark.dat"));
        Files.deleteIfExists(directory.resolve("cluster/cluster-mark.dat"));
        Files.deleteIfExists(directory.resolve("cluster/cluster-mark-service-0.dat"));
    }

    private String path(final String name) {
        return settings.directory().resolve(name).toAbsolutePath().toString();
    }

    private static IdleStrategy idle() {
        return new SleepingMillisIdleStrategy(1);
    }

    private static MediaDriver.Context mediaDriver(final String media, final ErrorHandler errors) {
        return new MediaDriver.Context()
                .aeronDirectoryName(media)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idle())
                .publicationTermBufferLength(TERM)
                .ipcTermBufferLength(TERM)
                .errorHandler(errors);
    }

    private AeronArchive.Context localArchive(final String media) {
        return new AeronArchive.Context()
                .aeronDirectoryName(media)
                .controlRequestChannel("aeron:ipc?term-length=64k")
                .controlResponseChannel("aeron:ipc?term-length=64k");
    }

    private Archive.Context archive(final String media, final ErrorHandler errors) {
        return new Archive.Context()
                .aeronDirectoryName(media)
                .archiveDir(settings.directory().resolve("archive").toFile())
                .controlChannel("aeron:udp?term-length=64k|endpoint=" + own(4))
                .localControlChannel("aeron:ipc?term-length=64k")
                .replicationChannel("aeron:udp?endpoint=" + ownHost() + ":0")
                .recordingEventsEnabled(false)
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(ClusterNode::idle)
                .segmentFileLength(SEGMENT)
                .fileSyncLevel(1)
                .catalogFileSyncLevel(1)
                .errorHandler(errors);
    }

    private ConsensusModule.Context consensus(final String media, final ErrorHandler errors) {
        return new ConsensusModule.Context()
                .aeronDirectoryName(media)
                .archiveContext(localArchive(media))
                .clusterDir(settings.directory().resolve("cluster").toFile())
                .clusterMemberId(settings.self())
                .clusterMembers(settings.members())
                .ingressChannel("aeron:udp?term-length=1m")
                .logChannel("aeron:udp?term-length=1m")
                .replicationChannel("aeron:udp?endpoint=" + ownHost() + ":0")
                .leaderHeartbeatTimeoutNs(LEADER_TIMEOUT_NS)
                .leaderHeartbeatIntervalNs(LEADER_TIMEOUT_NS / 10)
                .electionTimeoutNs(LEADER_TIMEOUT_NS / 2)
                .startupCanvassTimeoutNs(LEADER_TIMEOUT_NS * 2)
                .fileSyncLevel(1)
                .idleStrategySupplier(ClusterNode::idle)
                .errorHandler(errors);
    }

    private String own(final int port) {
        return settings.endpoint(settings.self(), port);
    }

    private String ownHost() {
        return settings.nodes().get(settings.self()).host();
    }

    private synchronized void onRole(final boolean leader) {
        if (client != null) {
            client.close();
            client = null;
        }
        ready = false;
        leads.accept(false);
        if (leader) {
            client = new LogClient(settings, path("driver"), this::onReady);
        }
    }

    private void onReady() {
        ready = true;
        leads.accept(true);
    }

    /** Whether this node leads and takes entries. */
    public boolean isReady() {
        return ready;
    }

    /**
     * Puts an entry into the log.
     *
     * @param entry of an agent or operator
     * @return false when this node does not lead, or too many entries wait
     */
    public boolean offer(final Entry entry) {
        final LogClient current = client;
        if (entries.get() >= settings.snapshotEvery()) {
            snapshot();
        }
        return current != null && current.offer(entry);
    }

    /**
     * Lets all nodes take a snapshot.
     *
     * @return whether the order was given: this node leads, and no other order runs
     */
    public boolean snapshot() {
        final Counter toggle = driver.consensusModule().context().controlToggleCounter();
        return ClusterControl.ToggleState.SNAPSHOT.toggle(toggle);
    }

    /** Node that leads as far as this one knows, or -1. */
    public int leader() {
        return service.leader();
    }

    @Override
    public void close() {
        final LogClient last = client;
        onRole(false);
        if (last != null) {
            last.awaitEnd();
        }
        CloseHelper.quietCloseAll(container, driver);
        CloseHelper.quietClose(lock);
    }
}
