package io.polycast.sim.rack.net;

import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.event.PacketTable;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.time.EventQueue;
import io.polycast.sim.time.Rng;

/**
 * The way of packets from the input of one edge crossbar to the output of another, or of the same. A
 * local packet takes two events, a remote one seven.
 */
public final class Interconnect {
    /** Answer of {@link #pickLink} when no link takes a packet now. */
    public static final int NONE = Uplinks.NONE;

    private final int spineCount;
    private final PacketTable packets;
    private final EventQueue queue;
    private final Uplinks uplinks;
    private final Spines spines;

    /** By port: when the crossbar's output to it is free. */
    private final long[] outputFreeAt;

    private int controlSpine;

    /**
     * @param shape of the fabric
     * @param packets under way
     * @param queue of events
     * @param seed of link errors
     */
    public Interconnect(
            final FabricShape shape,
            final PacketTable packets,
            final EventQueue queue,
            final long seed) {
        this.packets = packets;
        this.queue = queue;
        final Rng rng = new Rng(seed);
        spineCount = shape.spines();
        uplinks = new Uplinks(shape, rng);
        spines = new Spines(shape, packets, queue, rng);
        outputFreeAt = new long[shape.ports()];
    }

    /**
     * @param now in ps
     * @param edge switch that sends
     * @return link for a packet that enters the crossbar now, or {@link #NONE}
     */
    public int pickLink(final long now, final int edge) {
        return uplinks.pick(now, edge);
    }

    /**
     * @param now in ps
     * @param edge switch whose links took no packet
     * @return time at which to ask again
     */
    public long retryAt(final long now, final int edge) {
        return uplinks.retryAt(now, edge);
    }

    /**
     * Sends a packet to another edge switch.
     *
     * @param start time at which it enters the crossbar, in ps
     * @param copy that it belongs to
     * @param bytes of it
     * @param link that {@link #pickLink} named
     */
    public void sendRemote(final long start, final int copy, final int bytes, final int link) {
        final int packet = packets.take(copy, bytes, link);
        queue.add(uplinks.send(start, link, bytes), Event.pack(Event.SPINE_IN, packet, 0));
    }

    /**
     * Sends a packet over a one-to-one link to a port of the same edge switch.
     *
     * @param start time at which it enters the crossbar, in ps
     * @param copy that it belongs to
     * @param bytes of it
     * @param port that it goes to
     * @return time at which the output has taken it
     */
    public long sendLocal(final long start, final int copy, final int bytes, final int port) {
        final int packet = packets.take(copy, bytes, NONE);
        return output(start, packet, port);
    }

    /**
     * A spine has received a packet.
     *
     * @param now in ps
     * @param packet received
     * @param port that it goes to
     */
    public void onSpine(final long now, final int packet, final int port) {
        spines.onPacket(now, packet, FabricShape.edgeOf(port));
    }

    /**
     * A spine has sent a packet.
     *
     * @param now in ps
     * @param down link
     */
    public void onSpineSent(final long now, final int down) {
        spines.onSent(now, down);
    }

    /**
     * An edge switch has received a packet from a spine.
     *
     * @param now in ps
     * @param packet received
     * @param down link that it came by
     * @param port that it goes to
     */
    public void onEdge(final long now, final int packet, final int down, final int port) {
        final long end = output(now, packet, port);
        queue.add(end + RackTimes.FIBRE, Event.pack(Event.DOWN_CREDIT, down, 0));
    }

    /**
     * A credit of a spine is back.
     *
     * @param link from edge to spine
     */
    public void onUpCredit(final int link) {
        uplinks.onCredit(link);
    }

    /**
     * A credit of an edge switch is back.
     *
     * @param now in ps
     * @param down link from spine to edge
     */
    public void onDownCredit(final long now, final int down) {
        spines.onCredit(now, down);
    }

    /**
     * Accounts for a control message between two ports.
     *
     * @param now in ps
     * @param from port
     * @param to port
     * @return ps that it takes
     */
    public long control(final long now, final int from, final int to) {
        final int edge = FabricShape.edgeOf(from);
        final int other = FabricShape.edgeOf(to);
        if (edge == other) {
            return RackTimes.LOCAL;
        }
        uplinks.control(now, edge);
        spines.control(other, controlSpine);
        controlSpine = controlSpine + 1 == spineCount ? 0 : controlSpine + 1;
        return RackTimes.REMOTE;
    }

    /**
     * @return packets that were sent again on a link towards a spine
     */
    public long retries() {
        return uplinks.retries();
    }

    /**
     * @return most packets that an output buffer of a spine has held
     */
    public int mostInSpine() {
        return spines.mostQueued();
    }

    private long output(final long ready, final int packet, final int port) {
        final long start = Math.max(ready, outputFreeAt[port]);
        final long end = start + RackTimes.crossbar(packets.bytes(packet));
        outputFreeAt[port] = end;
        queue.add(end + RackTimes.EDGE, Event.pack(Event.PORT_IN, packet, port));
        return end;
    }
}
