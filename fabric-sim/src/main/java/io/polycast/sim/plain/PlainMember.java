package io.polycast.sim.plain;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.PayloadSink;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.sim.net.Frames;
import io.polycast.sim.net.HostMember;
import org.agrona.DirectBuffer;

/** A member that counts what it receives, and reads none of it. */
final class PlainMember implements HostMember, PayloadSink {
    /** Key that the source puts into its WRITEs. */
    private static final int GROUP_RKEY = 0x1234;

    private final PlainGroup group;
    private final Frames frames;
    private final QueuePair qp;
    private final int localQpn;
    private final Completion completion = new Completion();
    private long delivered;

    PlainMember(final PlainGroup group, final Frames frames, final QueuePair qp) {
        this.group = group;
        this.frames = frames;
        this.qp = qp;
        localQpn = qp.settings().address().localQpn();
        qp.receiveEndlessly(this, Integer.MAX_VALUE);
    }

    /** Posts a message whose bytes stand nowhere. */
    boolean post(final int operation, final int length, final int id) {
        return switch (operation) {
            case WorkOpcode.SEND -> qp.postSend(id, null, 0, length);
            case WorkOpcode.SEND_WITH_IMMEDIATE ->
                    qp.postSendWithImmediate(id, null, 0, length, id);
            case WorkOpcode.WRITE -> qp.postWrite(id, null, 0, length, 0, GROUP_RKEY);
            default -> qp.postWriteWithImmediate(id, null, 0, length, 0, GROUP_RKEY, id);
        };
    }

    long delivered() {
        return delivered;
    }

    @Override
    public int localQpn() {
        return localQpn;
    }

    @Override
    public QueuePair active() {
        return qp;
    }

    @Override
    public void onFrame(final long nowNs, final int chunk, final FrameInfo info) {
        qp.onFrame(nowNs, frames.buffer(), info);
        collect();
    }

    private void collect() {
        while (qp.receiveCompletions().poll(completion)) {
            // Counted where payload arrives.
        }
        int completed = 0;
        while (qp.sendCompletions().poll(completion)) {
            completed++;
        }
        if (completed > 0) {
            group.onCompleted(completed);
        }
    }

    @Override
    public boolean onMade(final int chunk) {
        return true;
    }

    @Override
    public void onTimer() {
        collect();
    }

    @Override
    public void onPayload(
            final long position, final DirectBuffer source, final int from, final int length) {
        delivered += length;
    }
}
