package io.polycast.node.log;

import io.aeron.cluster.client.AeronCluster;
import io.polycast.controller.log.Entry;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings entries into the log while this node leads: one thread, one session of the cluster. */
final class LogClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogClient.class);
    private static final int ROOM = 65_536;

    /** Less than Aeron sends at once with a term of 1 MiB, an eighth of it. */
    private static final int MOST_BYTES = 120 << 10;

    private static final long POLL_MS = 20;
    private static final long KEEP_ALIVE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CONNECT_NS = TimeUnit.SECONDS.toNanos(5);

    private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>(ROOM);
    private final LogSettings settings;
    private final String driver;
    private final Runnable onReady;
    private final Thread thread;
    private volatile boolean running = true;

    LogClient(final LogSettings settings, final String driver, final Runnable onReady) {
        this.settings = settings;
        this.driver = driver;
        this.onReady = onReady;
        thread = new Thread(this::run, "log-client");
        thread.setDaemon(true);
        thread.start();
    }

    /** Puts an entry into the log; false when too many wait. */
    boolean offer(final Entry entry) {
        return running && queue.offer(entry);
    }

    private void run() {
        AeronCluster cluster = null;
        try {
            while (running) {
                if (cluster == null || cluster.isClosed()) {
                    cluster = connect();
                }
                if (cluster != null && !serve(cluster)) {
                    CloseHelper.quietClose(cluster);
                    cluster = null;
                }
            }
        } catch (final InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            CloseHelper.quietClose(cluster);
        }
    }

    private AeronCluster connect() throws InterruptedException {
        try {
            final AeronCluster cluster =
                    AeronCluster.connect(
                            new AeronCluster.Context()
                                    .aeronDirectoryName(driver)
                                    .ingressChannel("aeron:udp?term-length=1m")
                                    .ingressEndpoints(settings.ingress())
                                    .egressChannel(
                                            "aeron:udp?term-length=128k|endpoint="
                                                    + settings.nodes().get(settings.self()).host()
                                                    + ":0")
                                    .messageTimeoutNs(CONNECT_NS)
                                    .idleStrategy(new SleepingMillisIdleStrategy(1)));
            offer(cluster, EntryCodec.leads(settings.self()));
            onReady.run();
            return cluster;
        } catch (final RuntimeException failed) {
            if (running) {
                LOG.warn("log: no session yet: {}", failed.getMessage());
            }
            TimeUnit.MILLISECONDS.sleep(running ? POLL_MS : 0);
            return null;
        }
    }

    /** Brings entries until the session ends; false when it is to be made anew. */
    private boolean serve(final AeronCluster cluster) throws InterruptedException {
        try {
            bring(cluster);
            return true;
        } catch (final RuntimeException failed) {
            LOG.warn("log: the session ends, and another one follows: {}", failed.toString());
            return false;
        }
    }

    private void bring(final AeronCluster cluster) throws InterruptedException {
        long alive = System.nanoTime();
        while (running && !cluster.isClosed()) {
            final Entry entry = queue.poll(POLL_MS, TimeUnit.MILLISECONDS);
            if (entry != null) {
                bring(cluster, entry);
            }
            cluster.pollEgress();
            if (System.nanoTime() - alive >= KEEP_ALIVE_NS) {
                cluster.sendKeepAlive();
                alive = System.nanoTime();
            }
        }
    }

    /** One entry that does not fit must not stop all others. */
    private void bring(final AeronCluster cluster, final Entry entry) {
        final byte[] bytes;
        try {
            bytes = EntryCodec.write(entry);
        } catch (final UncheckedIOException wrong) {
            LOG.error("log: an entry is dropped, because it has no bytes: {}", wrong.getMessage());
            return;
        }
        if (bytes.length > MOST_BYTES) {
            LOG.error("log: an entry of {} bytes is dropped; {} fit", bytes.length, MOST_BYTES);
            return;
        }
        offer(cluster, bytes);
    }

    private void offer(final AeronCluster cluster, final byte[] entry) {
        final UnsafeBuffer bytes = new UnsafeBuffer(entry);
        final SleepingMillisIdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (running && !cluster.isClosed() && cluster.offer(bytes, 0, entry.length) < 0) {
            cluster.pollEgress();
            idle.idle();
        }
    }

    @Override
    public void close() {
        running = false;
    }

    /** Waits until the session has ended, so that the driver may go. */
    void awaitEnd() {
        try {
            thread.join(TimeUnit.NANOSECONDS.toMillis(2 * CONNECT_NS));
        } catch (final InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
