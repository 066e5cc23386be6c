package io.polycast.sim.net;

import io.polycast.endhost.drive.Exit;
import io.polycast.endhost.drive.SendLoop;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.sim.scenario.FaultKind;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;

/** A host: its queue pairs (one per group) behind one NIC, which may stand still, be slow, or die. */
public final class HostNode implements Exit<HostMember> {
    /** Frames that wait in front of a host that is slow or stands still. */
    private static final int QUEUE = 64;

    /** With flow control: frames at which the host stops its switch, and down to which it waits. */
    private static final int STOP = 32;

    private static final int GO = 16;

    /** Shortest frame on the wire. */
    private static final int SHORTEST = 84;

    /** The NIC asks for the next frame when its link's backlog is below this. */
    private static final long UPLINK_BACKLOG_NS = 2_000;

    private final Network network;
    private final Frames frames;
    private final int node;
    private final int host;
    private final FabricLink uplink;
    private final HostWatch watch;
    private final List<HostMember> members = new ArrayList<>();
    private final SendLoop<HostMember> loop = new SendLoop<>(this);
    private final FrameInfo info = new FrameInfo();
    private final int[] queue;

    /** Priorities that this host may stop. */
    private final int lossless;

    /** Priorities that the switch has stopped. */
    private int stopped;

    private boolean stopping;
    private int head;
    private int tail;
    private int pauses;
    private int slowness;
    private long serviceNs;
    private boolean serving;
    private boolean dead;
    private long wakeNs = Long.MAX_VALUE;

    HostNode(
            final Network network,
            final int node,
            final int host,
            final FabricLink uplink,
            final HostWatch watch) {
        this.network = network;
        this.frames = network.frames();
        this.node = node;
        this.host = host;
        this.uplink = uplink;
        this.watch = watch;
        lossless = network.scenario().switches().queues().pfc().priorities();
        queue = new int[lossless == 0 ? QUEUE : QUEUE + headroom()];
    }

    /** Frames that a switch may still send once it is told to stop. */
    private int headroom() {
        final long bytes =
                2_000
                        * network.scenario().links().delayNs()
                        / network.scenario().links().picosPerByte();
        return (int) (bytes / SHORTEST);
    }

    /**
     * @param member that is behind this host's NIC from now on
     */
    public void add(final HostMember member) {
        members.add(member);
        loop.add(member);
    }

    /** Whether no queue pair was ever here. */
    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** Takes and sends nothing any more; what waits is gone. */
    public void crash() {
        dead = true;
        while (head != tail) {
            frames.release(queue[head++ % queue.length]);
        }
        regulate();
    }

    /** The switch says stop, or go on. */
    void onPause(final int priority, final boolean stop) {
        stopped = stop ? stopped | 1 << priority : stopped & ~(1 << priority);
        if (stopped == 0) {
            pump(network.nowNs());
        }
    }

    /** Stops the switch when many frames wait, and lets it go on when few do. */
    private void regulate() {
        final int count = tail - head;
        if (lossless == 0 || (stopping ? count > GO : count < STOP)) {
            return;
        }
        stopping = !stopping;
        for (int priority = 0; lossless >> priority != 0; priority++) {
            if ((lossless >> priority & 1) != 0) {
                uplink.pause(network.nowNs(), priority, stopping);
            }
        }
    }

    /** The host is back. */
    public void revive() {
        dead = false;
    }

    /** Whether it has crashed. */
    public boolean isDead() {
        return dead;
    }

    /**
     * Stands still or goes on; pauses may overlap.
     *
     * @param on whether it stands still
     */
    public void pause(final boolean on) {
        pauses += on ? 1 : -1;
        if (!on && !dead) {
            serve(network.nowNs());
            pump(network.nowNs());
        }
    }

    /**
     * Takes time for each frame, or no longer; may overlap.
     *
     * @param on whether it does
     * @param nsPerFrame time for each
     */
    public void slow(final boolean on, final long nsPerFrame) {
        slowness += on ? 1 : -1;
        serviceNs = slowness == 0 ? 0 : Math.max(nsPerFrame, serviceNs);
    }

    /**
     * Puts a frame on the link that no queue pair made.
     *
     * @param bytes of the frame, without FCS
     * @param tainted whether it may be refused
     */
    public void inject(final byte[] bytes, final boolean tainted) {
        final int chunk = frames.spare();
        frames.buffer().putBytes(frames.offset(chunk), bytes);
        frames.takeSpare(bytes.length, tainted);
        uplink.send(network.nowNs(), chunk, false);
    }

    void onFrame(final long nowNs, final int chunk) {
        if (dead) {
            frames.release(chunk);
        } else if (pauses == 0 && serviceNs == 0 && head == tail) {
            deliver(nowNs, chunk);
            pump(nowNs);
        } else if (tail - head == queue.length) {
            network.tally().count(FaultKind.QUEUE_FULL);
            frames.release(chunk);
        } else {
            queue[tail++ % queue.length] = chunk;
            regulate();
            serveLater(nowNs);
        }
    }

    private void serveLater(final long nowNs) {
        if (!serving && pauses == 0) {
            serving = true;
            network.serveHost(nowNs + serviceNs, node);
        }
    }

    /** Takes the next frame that waits. */
    void serve(final long nowNs) {
        serving = false;
        if (dead || pauses > 0 || head == tail) {
            return;
        }
        deliver(nowNs, queue[head++ % queue.length]);
        regulate();
        pump(nowNs);
        if (head != tail) {
            serveLater(nowNs);
        }
    }

    private void deliver(final long nowNs, final int chunk) {
        Classifier.classify(frames.buffer(), frames.offset(chunk), frames.length(chunk), info);
        if (info.kind == FrameKind.ROCE_CNP) {
            network.queueCounts().onNotification();
        }
        final HostMember member = memberOf();
        if (member == null) {
            watch.onStray(host, chunk, info);
        } else if (member.active() != null) {
            member.onFrame(nowNs, chunk, info);
        }
        frames.release(chunk);
    }

    private HostMember memberOf() {
        if (info.kind != FrameKind.ROCE_DATA
                && info.kind != FrameKind.ROCE_ACK
                && info.kind != FrameKind.ROCE_CNP) {
            return null;
        }
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).localQpn() == info.destQpn) {
                return members.get(i);
            }
        }
        return null;
    }

    /**
     * Lets the queue pairs send what they may.
     *
     * @param nowNs virtual time
     */
    public void pump(final long nowNs) {
        if (dead || pauses > 0) {
            return;
        }
        loop.run(nowNs, Integer.MAX_VALUE);
        if (loop.isDrained()) {
            final long nextNs = loop.nextDeadlineNs();
            if (nextNs != Long.MAX_VALUE) {
                wakeAt(Math.max(nowNs, nextNs));
            }
        }
    }

    @Override
    public boolean isOpen(final long nowNs) {
        if (stopped != 0) {
            return false;
        }
        final long backlogNs = uplink.backlogNs(nowNs);
        if (backlogNs <= UPLINK_BACKLOG_NS) {
            return true;
        }
        wakeAt(nowNs + backlogNs - UPLINK_BACKLOG_NS / 2);
        return false;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return frames.buffer();
    }

    @Override
    public int offset() {
        return frames.offset(frames.spare());
    }

    @Override
    public void send(final HostMember from, final int length) {
        final int chunk = frames.spare();
        frames.takeSpare(length, false);
        if (from.onMade(chunk)) {
            uplink.send(network.nowNs(), chunk, false);
        }
    }

    private void wakeAt(final long atNs) {
        if (atNs < wakeNs) {
            wakeNs = atNs;
            network.wakeHost(atNs, node);
        }
    }

    void onWake(final long nowNs) {
        if (nowNs == wakeNs) {
            wakeNs = Long.MAX_VALUE;
            pump(nowNs);
            for (int i = 0; i < members.size() && !dead; i++) {
                if (members.get(i).active() != null) {
                    members.get(i).onTimer();
                }
            }
        }
    }
}
