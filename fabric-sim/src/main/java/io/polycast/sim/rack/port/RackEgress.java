package io.polycast.sim.rack.port;

import io.polycast.sim.rack.event.CopyTable;
import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.event.MessageTable;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.voq.Control;
import io.polycast.voq.Refusal;
import io.polycast.voq.egress.EgressPort;
import io.polycast.voq.egress.EgressSettings;
import io.polycast.voq.qcn.CongestionPoint;
import java.util.Arrays;

/**
 * Egress of a terminal or surrogate. The egress puts the packets of frames together and brings frames into
 * the order of their legs. {@link EgressPort} grants and acknowledges. Frames leave one by one on a line of 100 Gb/s. A surrogate's line leads to its own ingress, and a lane of it may be stopped.
 */
public final class RackEgress {
    private static final int NONE = -1;
    private static final long NEVER = EgressPort.NEVER;

    private final RackCore core;
    private final EgressPort port;
    private final int number;
    private final int lanes;

    /** Watches the frames held; null without one. */
    private final CongestionPoint point;

    /** By flow: its leg, the next frame in order, and complete frames that wait for their turn. */
    private final int[] legOfFlow;

    private final int[] expected;
    private final int[] early;

    /** By lane: frames in order. */
    private final int[] head;

    private final int[] tail;
    private long stopped;
    private int turn;
    private boolean busy;
    private long timerAt = NEVER;

    RackEgress(
            final RackCore core,
            final int number,
            final int sources,
            final int lanes,
            final EgressSettings settings,
            final CongestionPoint point) {
        this.point = point;
        this.core = core;
        this.number = number;
        this.lanes = lanes;
        port = new EgressPort(sources, lanes, settings);
        legOfFlow = filled(sources * lanes, NONE);
        expected = filled(sources * lanes, 1);
        early = filled(sources * lanes, NONE);
        head = filled(lanes, NONE);
        tail = filled(lanes, NONE);
    }

    void setLeg(final int flow, final int leg) {
        legOfFlow[flow] = leg;
    }

    void onRequest(final long now, final int flow, final long message) {
        port.onRequest(flow, Control.sequence(message), Control.units(message));
        grant(now);
    }

    /** The last packet of a copy is received. */
    void onFrame(final long now, final int copy) {
        final CopyTable copies = core.copies();
        final int flow = core.legs().flow(copies.leg(copy));
        if (copies.sequence(copy) - expected[flow] > 0) {
            copies.link(copy, early[flow]);
            early[flow] = copy;
            return;
        }
        accept(now, flow, copy);
        int next = takeEarly(flow);
        while (next != NONE) {
            accept(now, flow, next);
            next = takeEarly(flow);
        }
        acknowledge(now);
        grant(now);
    }

    private void accept(final long now, final int flow, final int copy) {
        final int frame = core.copies().frame(copy);
        final int units = RackIngress.unitsOf(core.frames().bytes(frame));
        if (port.onData(now, flow, core.copies().sequence(copy), units) != Refusal.OK) {
            // A repetition: the frame has been here before.
            core.frames().release(frame);
            core.copies().free(copy);
            return;
        }
        expected[flow]++;
        if (point != null) {
            final int of = core.frames().flow(frame);
            final long notification = point.onFrame(of, core.frames().bytes(frame), units);
            // The congestion point knows the flow; its source is where this copy came from.
            core.notify(now, notification, number, core.legs().from(core.copies().leg(copy)));
        }
        final int lane = flow % lanes;
        core.copies().link(copy, NONE);
        if (head[lane] == NONE) {
            head[lane] = copy;
        } else {
            core.copies().link(tail[lane], copy);
        }
        tail[lane] = copy;
        forward(now);
    }

    private int takeEarly(final int flow) {
        final CopyTable copies = core.copies();
        int before = NONE;
        for (int copy = early[flow]; copy != NONE; copy = copies.next(copy)) {
            if (copies.sequence(copy) == expected[flow]) {
                if (before == NONE) {
                    early[flow] = copies.next(copy);
                } else {
                    copies.link(before, copies.next(copy));
                }
                return copy;
            }
            before = copy;
        }
        return NONE;
    }

    /** A frame has left: its units are free. The caller takes the copy over. */
    void onForwarded(final long now, final int copy) {
        final int frame = core.copies().frame(copy);
        final int lane = core.legs().lane(core.copies().leg(copy));
        final int units = RackIngress.unitsOf(core.frames().bytes(frame));
        port.release(lane, units);
        if (point != null) {
            point.onReleased(core.frames().flow(frame), units);
        }
        busy = false;
        forward(now);
        grant(now);
    }

    /** Lanes whose frames must not be forwarded, as bits. */
    void setStopped(final long now, final long set) {
        stopped = set;
        forward(now);
    }

    void onTimer(final long now) {
        if (now >= timerAt) {
            timerAt = NEVER;
            acknowledge(now);
        }
    }

    private void forward(final long now) {
        for (int i = 0; i < lanes && !busy; i++) {
            final int lane = turn;
            turn = turn + 1 == lanes ? 0 : turn + 1;
            final int copy = head[lane];
            if (copy == NONE || (stopped >> lane & 1) != 0) {
                continue;
            }
            head[lane] = core.copies().next(copy);
            busy = true;
            final int bytes = core.frames().bytes(core.copies().frame(copy));
            core.queue()
                    .add(
                            now + bytes * RackTimes.LINE_BYTE,
                            Event.pack(Event.LINE_OUT, number, copy));
        }
    }

    private void grant(final long now) {
        for (long grant = port.pollGrant(); grant != Control.NONE; grant = port.pollGrant()) {
            core.send(now, MessageTable.GRANT, legOfFlow[Control.voq(grant)], grant);
        }
    }

    private void acknowledge(final long now) {
        for (long ack = port.pollAck(now); ack != Control.NONE; ack = port.pollAck(now)) {
            core.send(now, MessageTable.ACK, legOfFlow[Control.voq(ack)], ack);
        }
        final long due = port.nextDeadline();
        if (due < timerAt) {
            timerAt = due;
            core.queue().add(due, Event.pack(Event.TIMER, number, 1));
        }
    }

    /** The arbiter of this port. */
    public EgressPort port() {
        return port;
    }

    private static int[] filled(final int count, final int value) {
        final int[] all = new int[count];
        Arrays.fill(all, value);
        return all;
    }
}
