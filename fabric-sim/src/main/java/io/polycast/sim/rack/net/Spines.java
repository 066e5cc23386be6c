package io.polycast.sim.rack.net;

import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.event.PacketTable;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.time.EventQueue;
import io.polycast.sim.time.Rng;
import java.util.Arrays;

/**
 * Spines: input and output buffers of a few packets a port. A packet moves to the buffer of its output
 * as soon as that has room, and gives its place in the input buffer back. It leaves with a credit of
 * the edge switch. Link number edge * spines + spine, in both directions.
 */
final class Spines {
    private static final int NONE = -1;

    private final int spines;
    private final int buffers;
    private final PacketTable packets;
    private final EventQueue queue;
    private final EventQueue.Lane creditLane;
    private final int retryPpm;
    private final Rng rng;

    /** By link to an edge switch: packets in the output buffer, and those in input buffers behind. */
    private final int[] head;

    private final int[] tail;
    private final int[] queued;
    private final int[] waitHead;
    private final int[] waitTail;
    private final int[] credits;
    private final boolean[] busy;
    private final long[] debt;
    private int mostQueued;

    Spines(
            final FabricShape shape,
            final PacketTable packets,
            final EventQueue queue,
            final Rng rng) {
        this.packets = packets;
        this.queue = queue;
        this.rng = rng;
        creditLane = queue.lane();
        spines = shape.spines();
        buffers = shape.buffers();
        retryPpm = shape.retryPpm();
        final int links = shape.edges() * spines;
        head = filled(links, NONE);
        tail = filled(links, NONE);
        queued = new int[links];
        waitHead = filled(links, NONE);
        waitTail = filled(links, NONE);
        credits = filled(links, buffers);
        busy = new boolean[links];
        debt = new long[links];
    }

    /** A packet is received; its output leads to an edge switch. */
    void onPacket(final long now, final int packet, final int edge) {
        final int down = edge * spines + packets.uplink(packet) % spines;
        if (queued[down] < buffers) {
            admit(now, packet, down);
        } else if (waitHead[down] == NONE) {
            waitHead[down] = packet;
            waitTail[down] = packet;
        } else {
            packets.link(waitTail[down], packet);
            waitTail[down] = packet;
        }
    }

    /** The packet at the head of a link has left. */
    void onSent(final long now, final int down) {
        busy[down] = false;
        final int packet = head[down];
        head[down] = packets.next(packet);
        packets.link(packet, NONE);
        queued[down]--;
        queue.add(now + RackTimes.SPINE + RackTimes.FIBRE, Event.pack(Event.EDGE_IN, packet, down));
        final int next = waitHead[down];
        if (next != NONE) {
            waitHead[down] = packets.next(next);
            packets.link(next, NONE);
            admit(now, next, down);
        }
        start(now, down);
    }

    void onCredit(final long now, final int down) {
        credits[down]++;
        start(now, down);
    }

    /** A control message takes its time from a link to an edge switch. */
    void control(final int edge, final int spine) {
        debt[edge * spines + spine] += RackTimes.CONTROL_BYTES * RackTimes.LINK_BYTE;
    }

    /** Most packets that an output buffer has held. */
    int mostQueued() {
        return mostQueued;
    }

    private void admit(final long now, final int packet, final int down) {
        creditLane.add(
                now + RackTimes.FIBRE, Event.pack(Event.UP_CREDIT, packets.uplink(packet), 0));
        if (queued[down] == 0) {
            head[down] = packet;
        } else {
            packets.link(tail[down], packet);
        }
        tail[down] = packet;
        queued[down]++;
        mostQueued = Math.max(mostQueued, queued[down]);
        start(now, down);
    }

    private void start(final long now, final int down) {
        if (busy[down] || queued[down] == 0 || credits[down] == 0) {
            return;
        }
        busy[down] = true;
        credits[down]--;
        final long length = packets.bytes(head[down]) * RackTimes.LINK_BYTE;
        long end = now + debt[down] + length;
        debt[down] = 0;
        while (retryPpm > 0 && rng.perMillion(retryPpm)) {
            end += 2 * RackTimes.FIBRE + length;
        }
        queue.add(end, Event.pack(Event.SPINE_OUT, down, 0));
    }

    private static int[] filled(final int count, final int value) {
        final int[] all = new int[count];
        Arrays.fill(all, value);
        return all;
    }
}
