package io.polycast.sim.rack.port;

import io.polycast.sim.rack.event.CopyTable;
import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.event.FrameTable;
import io.polycast.sim.rack.event.MessageTable;
import io.polycast.sim.rack.event.PacketTable;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.net.Interconnect;
import io.polycast.sim.time.EventQueue;
import io.polycast.voq.qcn.CongestionPoint;

/** Common parts of all ports of a run: events, descriptors, legs and the interconnect. */
public final class RackCore {
    private static final int FIRST = 4_096;

    private final EventQueue queue = new EventQueue();
    private final FrameTable frames = new FrameTable(FIRST);
    private final CopyTable copies = new CopyTable(FIRST);
    private final PacketTable packets = new PacketTable(FIRST);
    private final MessageTable messages = new MessageTable(FIRST);
    private final Legs legs = new Legs();
    private final Interconnect interconnect;

    /** Messages of each of the two delays come in the order of their times. */
    private final EventQueue.Lane near = queue.lane();

    private final EventQueue.Lane far = queue.lane();

    private long notifications;

    /**
     * @param shape of the fabric
     * @param seed of link errors
     */
    public RackCore(final FabricShape shape, final long seed) {
        interconnect = new Interconnect(shape, packets, queue, seed);
    }

    /**
     * Sends a control message along a leg, or back.
     *
     * @param now in ps
     * @param type {@link MessageTable#REQUEST}, {@link MessageTable#GRANT} or {@link
     *     MessageTable#ACK}
     * @param leg that it belongs to
     * @param message packed
     */
    public void send(final long now, final int type, final int leg, final long message) {
        final boolean forward = type == MessageTable.REQUEST;
        final int from = forward ? legs.from(leg) : legs.to(leg);
        final int to = forward ? legs.to(leg) : legs.from(leg);
        final long delay = interconnect.control(now, from, to);
        final boolean local = FabricShape.edgeOf(from) == FabricShape.edgeOf(to);
        (local ? near : far)
                .add(now + delay, Event.pack(Event.MESSAGE, messages.take(type, leg, message), 0));
    }

    /**
     * Sends a congestion notification.
     *
     * @param now in ps
     * @param notification that a congestion point answered; {@link CongestionPoint#QUIET} is not sent
     * @param from port of the congestion point
     * @param to port of the flow's source
     */
    public void notify(final long now, final long notification, final int from, final int to) {
        if (notification == CongestionPoint.QUIET) {
            return;
        }
        notifications++;
        final int flow = CongestionPoint.flow(notification);
        queue.add(
                now + interconnect.control(now, from, to),
                Event.pack(Event.NOTIFY, flow, CongestionPoint.feedback(notification)));
    }

    /** Congestion notifications sent. */
    public long notifications() {
        return notifications;
    }

    /** Events. */
    public EventQueue queue() {
        return queue;
    }

    /** Frames under way. */
    public FrameTable frames() {
        return frames;
    }

    /** Copies under way. */
    public CopyTable copies() {
        return copies;
    }

    /** Packets under way. */
    public PacketTable packets() {
        return packets;
    }

    /** Messages under way. */
    public MessageTable messages() {
        return messages;
    }

    /** Legs of the run. */
    public Legs legs() {
        return legs;
    }

    /** The interconnect. */
    public Interconnect interconnect() {
        return interconnect;
    }
}
