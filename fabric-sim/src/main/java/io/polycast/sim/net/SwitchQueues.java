package io.polycast.sim.net;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.QueuePlan;
import io.polycast.voq.Refusal;
import io.polycast.voq.plain.EgressQueues;
import io.polycast.voq.plain.QueueSettings;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Plain egress queues between a switch and its links, with ECN and PFC (Cepheus, section III-D). A
 * paused egress halts the groups that use it: their data waits in front of the switch, in order, and
 * counts for its ingress. An ingress with too many bytes stops the sender behind it.
 *
 * <p>The priority of a frame is the PCP of its tag, else DSCP >> 3.
 */
final class SwitchQueues {
    /** Answer of {@link #next} when no frame may go on. */
    static final long NONE = -1;

    private static final int PRIORITIES = 8;

    private record Waiting(int port, int chunk, int priority) {}

    private final Network network;
    private final Frames frames;
    private final int node;
    private final FabricLink[] links;
    private final Alterations alterations;
    private final QueuePlan plan;
    private final EgressQueues queues;
    private final FrameInfo info = new FrameInfo();
    private final int l3;

    /** By group and port, whether members are behind it; null where the group does not pass. */
    private final long[][] behind;

    /** By group: data that waits for a paused egress. */
    private final List<ArrayDeque<Waiting>> waiting = new ArrayList<>();

    private int from = EgressQueues.OWN;

    SwitchQueues(
            final Network network,
            final int node,
            final FabricLink[] links,
            final Alterations alterations,
            final long[][] behind) {
        this.network = network;
        this.frames = network.frames();
        this.node = node;
        this.links = links;
        this.alterations = alterations;
        this.behind = behind;
        plan = network.scenario().switches().queues();
        l3 = Ethernet.LENGTH + (network.scenario().transport().addressing().vlanTci() >= 0 ? 4 : 0);
        queues =
                new EgressQueues(
                        new QueueSettings(
                                links.length,
                                PRIORITIES,
                                frames.count(),
                                plan.bytes(),
                                plan.ecn(),
                                plan.pfc(),
                                network.scenario().seed() + node));
        for (int group = 0; group < behind.length; group++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    /** Copies from now on are of a frame that came in by this port. */
    void from(final int port) {
        from = port;
    }

    /** Takes a frame that comes in, if an egress of its group is paused. */
    boolean hold(final int port, final int chunk) {
        Classifier.classify(frames.buffer(), frames.offset(chunk), frames.length(chunk), info);
        final int group = Addresses.group(info.dstIp);
        if (info.kind != FrameKind.ROCE_DATA
                || group < 0
                || group >= behind.length
                || behind[group] == null) {
            return false;
        }
        final Waiting frame = new Waiting(port, chunk, priority(chunk));
        if (waiting.get(group).isEmpty() && !isHalted(group, frame)) {
            return false;
        }
        waiting.get(group).add(frame);
        network.queueCounts().onHalted();
        queues.hold(port, frame.priority, frames.length(chunk), true);
        tell();
        return true;
    }

    /** The other end of a port says stop, or go on. */
    void pause(final int port, final int priority, final boolean stop) {
        queues.pause(port, priority, stop ? Long.MAX_VALUE : network.nowNs());
        drain(port);
    }

    /** The next frame that has waited and may go on: see {@link #port} and {@link #chunk}. */
    long next() {
        for (int group = 0; group < behind.length; group++) {
            final Waiting frame = waiting.get(group).peek();
            if (frame != null && !isHalted(group, frame)) {
                waiting.get(group).remove();
                queues.hold(frame.port, frame.priority, frames.length(frame.chunk), false);
                tell();
                return (long) frame.port << 32 | frame.chunk;
            }
        }
        return NONE;
    }

    static int port(final long frame) {
        return (int) (frame >>> 32);
    }

    static int chunk(final long frame) {
        return (int) frame;
    }

    /** Queues a frame, and takes its reference unless it answers false: the queue is full. */
    boolean offer(final int port, final int chunk, final boolean own) {
        final int priority = priority(chunk);
        final int ingress = own ? EgressQueues.OWN : from;
        final int answer = queues.offer(ingress, port, priority, frames.length(chunk), chunk);
        if (Refusal.is(answer)) {
            network.queueCounts().onDropped();
            network.tally().count(FaultKind.QUEUE_FULL);
            return false;
        }
        if (answer == EgressQueues.MARKED && alterations.mark(chunk)) {
            network.queueCounts().onMarked();
            network.tally().count(FaultKind.CONGESTION);
        }
        network.queueCounts().onBytes(queues.bytes(port, priority));
        drain(port);
        return true;
    }

    /** Frames that the queues of a port take, at least. */
    int room(final int port, final int longest) {
        int most = 0;
        for (int priority = 0; priority < PRIORITIES; priority++) {
            most = Math.max(most, queues.bytes(port, priority));
        }
        return (plan.bytes() - most) / longest;
    }

    /** Sends on a link that is free. */
    void drain(final int port) {
        final long nowNs = network.nowNs();
        boolean sent = false;
        while (links[port].backlogNs(nowNs) == 0) {
            final long chunk = queues.take(nowNs, port);
            if (chunk == EgressQueues.NONE) {
                break;
            }
            links[port].send(nowNs, (int) chunk, false);
            sent = true;
        }
        if (sent) {
            network.drain(nowNs + links[port].backlogNs(nowNs), node, port);
        }
        tell();
    }

    private boolean isHalted(final int group, final Waiting frame) {
        for (int port = 0; port < links.length; port++) {
            if (port != frame.port
                    && behind[group][port] != 0
                    && queues.isPaused(network.nowNs(), port, frame.priority)) {
                return true;
            }
        }
        return false;
    }

    private void tell() {
        for (long change = queues.pollPause();
                change != EgressQueues.NONE;
                change = queues.pollPause()) {
            final boolean stop = EgressQueues.isStop(change);
            if (stop) {
                network.queueCounts().onStop();
            }
            links[EgressQueues.pausePort(change)].pause(
                    network.nowNs(), EgressQueues.pausePriority(change), stop);
        }
    }

    private int priority(final int chunk) {
        final int at = frames.offset(chunk);
        if (l3 > Ethernet.LENGTH) {
            return (frames.buffer().getShort(at + Ethernet.LENGTH, ByteOrder.BIG_ENDIAN) & 0xFFFF)
                    >> 13;
        }
        final int dscpAndEcn =
                network.scenario().transport().addressing().ipv6()
                        ? Ipv6.trafficClass(frames.buffer(), at + l3)
                        : Ipv4.tos(frames.buffer(), at + l3);
        return dscpAndEcn >> 5;
    }
}
