package io.polycast.node.log;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.polycast.controller.log.Entry;
import io.polycast.controller.machine.Controller;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the log to the state machine. A node that begins to lead opens a session, whose first entry names
 * the node.
 */
final class ControllerService implements ClusteredService {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerService.class);
    private static final long TIMER = 1;

    private final StateMachine machine;
    private final Consumer<Boolean> leads;
    private final AtomicLong entries;
    private Cluster cluster;
    private long scheduled = Long.MAX_VALUE;
    private volatile int leader = -1;

    ControllerService(
            final StateMachine machine, final Consumer<Boolean> leads, final AtomicLong entries) {
        this.machine = machine;
        this.leads = leads;
        this.entries = entries;
    }

    @Override
    public void onStart(final Cluster started, final Image snapshot) {
        cluster = started;
        if (snapshot != null) {
            SnapshotFile.read(snapshot, machine, started.idleStrategy());
        }
    }

    @Override
    public void onSessionOpen(final ClientSession session, final long timestamp) {
        // The session's first entry says which node opened it.
    }

    @Override
    public void onSessionClose(
            final ClientSession session, final long timestamp, final CloseReason reason) {
        // The next session says who leads.
    }

    @Override
    public void onSessionMessage(
            final ClientSession session,
            final long timestamp,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final Header header) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        try {
            if (EntryCodec.isLeads(bytes)) {
                leader = EntryCodec.leads(bytes);
                apply(timestamp, new Entry.Leadership());
            } else {
                apply(timestamp, EntryCodec.read(bytes));
            }
        } catch (final IOException wrong) {
            // Every node skips it alike: the log may hold entries of a later version.
            LOG.error("log: entry of {} bytes skipped: {}", length, wrong.getMessage());
        }
        entries.incrementAndGet();
    }

    @Override
    public void onTimerEvent(final long correlationId, final long timestamp) {
        scheduled = Long.MAX_VALUE;
        apply(timestamp, new Entry.Tick());
    }

    private void apply(final long timestamp, final Entry entry) {
        final long next =
                machine.with(
                        controller -> {
                            controller.apply(timestamp, entry);
                            return controller.nextDeadline();
                        });
        if (next != scheduled && next != Long.MAX_VALUE) {
            while (!cluster.scheduleTimer(TIMER, next)) {
                cluster.idleStrategy().idle();
            }
            scheduled = next;
        }
    }

    @Override
    public void onTakeSnapshot(final ExclusivePublication publication) {
        SnapshotFile.write(publication, machine, cluster.idleStrategy());
        entries.set(0);
        LOG.info("log: snapshot version {} taken", Controller.SNAPSHOT_VERSION);
    }

    @Override
    public void onRoleChange(final Cluster.Role role) {
        LOG.info("log: this node is {} now", role == Cluster.Role.LEADER ? "leader" : "follower");
        leads.accept(role == Cluster.Role.LEADER);
    }

    /** Node that leads as far as the log says, or -1. */
    int leader() {
        return leader;
    }

    @Override
    public void onTerminate(final Cluster ended) {
        leads.accept(false);
    }
}
