package io.polycast.sim.rack.port;

import io.polycast.cache.PacketCache;
import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.event.MessageTable;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.net.Interconnect;
import io.polycast.voq.Control;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.Refusal;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.qcn.CongestionPoint;
import io.polycast.voq.replicate.Mcbc;
import java.util.Arrays;

/**
 * Ingress of a terminal or surrogate: issues at most one header a cycle, those that hit in the cache
 * first. A packet that misses takes the payload interface, eight cycles for 256 bytes, and is written
 * into the cache while it passes if copies of it follow. Remote copies take a read mirror; local copies take
 * the one-to-one link to their port.
 */
public final class RackIngress {
    private static final long NEVER = IngressPort.NEVER;
    private static final int UNKNOWN = -2;

    private final RackCore core;
    private final EdgeCache edge;
    private final IngressPort port;
    private final HeldFrames held;
    private final Streams streams = new Streams();
    private final CongestionPoint point;
    private final int number;
    private final int place;
    private final int edgeNumber;
    private int[] legOfVoq;
    private long headerAt;
    private long payloadFreeAt;
    private long wakeAt = NEVER;
    private long timerAt = NEVER;
    private long misses;
    private long hits;

    /** What a port is made of. */
    record Parts(
            int number,
            EdgeCache edge,
            Lanes lanes,
            Mcbc mcbc,
            IngressSettings settings,
            CongestionPoint point) {}

    RackIngress(final RackCore core, final Parts parts, final int egresses) {
        this.core = core;
        edge = parts.edge();
        number = parts.number();
        place = number % FabricShape.PORTS;
        edgeNumber = FabricShape.edgeOf(number);
        held = new HeldFrames(core.frames(), edge, place, parts.point());
        point = parts.point();
        port =
                new IngressPort(
                        parts.lanes(),
                        egresses,
                        parts.mcbc(),
                        parts.settings(),
                        held,
                        edge.cache(),
                        place);
        held.attach(port);
        legOfVoq = new int[egresses * parts.lanes().count()];
        Arrays.fill(legOfVoq, -1);
    }

    void setLeg(final int voq, final int leg) {
        legOfVoq[voq] = leg;
    }

    /**
     * A multicast frame is received. The caller keeps its reference.
     *
     * @return whether the frame is held
     */
    boolean arrive(
            final long now, final int lane, final int id, final int copies, final int frame) {
        final int units = unitsOf(core.frames().bytes(frame));
        final int handle = held.offer(frame);
        final int payload = port.arrive(lane, id, units, handle);
        if (Refusal.is(payload)) {
            held.refused(handle);
            return false;
        }
        held.taken(handle, payload, copies);
        watch(now, frame, units);
        advance(now);
        return true;
    }

    /**
     * A unicast frame is received. The caller keeps its reference.
     *
     * @return whether the frame is held
     */
    boolean arriveUnicast(final long now, final int lane, final int leg, final int frame) {
        final int units = unitsOf(core.frames().bytes(frame));
        final int handle = held.offer(frame);
        final int payload = port.arriveUnicast(now, lane, leg, units, handle);
        if (Refusal.is(payload)) {
            held.refused(handle);
            return false;
        }
        held.taken(handle, payload, 1);
        watch(now, frame, units);
        advance(now);
        return true;
    }

    private void watch(final long now, final int frame, final int units) {
        if (point != null) {
            final long notification =
                    point.onFrame(core.frames().flow(frame), core.frames().bytes(frame), units);
            core.notify(now, notification, number, number);
        }
    }

    void onGrant(final long now, final int voq, final int sequence) {
        port.onGrant(now, voq, sequence);
        advance(now);
    }

    void onAck(final long now, final int voq, final int sequence) {
        port.onAck(now, voq, sequence);
        advance(now);
    }

    /** An ISSUE event: one that was overtaken by an earlier one is of no use. */
    void onIssue(final long now) {
        if (now >= wakeAt) {
            wakeAt = NEVER;
            issue(now);
        }
    }

    void onTimer(final long now) {
        if (now >= timerAt) {
            timerAt = NEVER;
            port.onTick(now);
            advance(now);
        }
    }

    /** What may have become possible: headers, requests, packets, timers. */
    private void advance(final long now) {
        while (port.expand(now) != Refusal.NONE) {
            // Eight cycles at most for a frame: taken as one.
            continue;
        }
        issue(now);
        for (long message = port.pollRequest(now);
                message != Control.NONE;
                message = port.pollRequest(now)) {
            core.send(now, MessageTable.REQUEST, legOfVoq[Control.voq(message)], message);
        }
    }

    private void issue(final long now) {
        edge.settle(now);
        begin(now);
        long next = headerAt;
        if (headerAt <= now) {
            next = issueOne(now);
        }
        if (streams.count() > 0 && next < wakeAt) {
            wakeAt = next;
            core.queue().add(next, Event.pack(Event.ISSUE, number, 0));
        }
        final long due = port.nextDeadline();
        if (due < timerAt) {
            timerAt = due;
            core.queue().add(due, Event.pack(Event.TIMER, number, 0));
        }
    }

    private void begin(final long now) {
        while (streams.count() < Streams.MOST) {
            final int voq = port.pick(IngressPort.HITS | IngressPort.MISSES | IngressPort.UNICAST);
            if (voq == IngressPort.NONE) {
                return;
            }
            final long departure = port.begin(now, voq);
            final int payload = IngressPort.payload(departure);
            final int frame = held.frame(payload);
            final int leg = legOfVoq[voq];
            final int i = streams.add();
            core.frames().retain(frame);
            streams.voq[i] = voq;
            streams.copy[i] =
                    core.copies()
                            .take(frame, leg, IngressPort.sequence(departure), port.units(payload));
            streams.to[i] = core.legs().to(leg);
            streams.unit[i] = payload;
            streams.bytes[i] = core.frames().bytes(frame);
            streams.freeAt[i] = now;
            streams.local[i] = FabricShape.edgeOf(streams.to[i]) == edgeNumber;
        }
    }

    /** Issues one header if there is one, and answers when to look again. */
    private long issueOne(final long now) {
        long next = NEVER;
        int hit = -1;
        int miss = -1;
        int link = UNKNOWN;
        for (int i = 0; i < streams.count(); i++) {
            long at = streams.freeAt[i];
            final boolean cached = edge.find(place, streams.unit[i]) != PacketCache.MISS;
            if (at <= now && !cached) {
                at = interfaceFreeAt(now, streams.unit[i]);
            }
            if (at <= now && !streams.local[i]) {
                if (link == UNKNOWN) {
                    link = pickLink(now);
                }
                at = link == Interconnect.NONE ? retryAt(now) : at;
            }
            if (at > now) {
                next = Math.min(next, at);
            } else if (cached && hit < 0) {
                hit = i;
            } else if (!cached && miss < 0) {
                miss = i;
            } else {
                next = now + RackTimes.CYCLE;
            }
        }
        if (hit < 0 && miss < 0) {
            return next;
        }
        if (hit >= 0 && miss >= 0) {
            next = now + RackTimes.CYCLE;
        }
        headerAt = now + RackTimes.CYCLE;
        final long freeAt = issue(now, hit >= 0 ? hit : miss, hit >= 0, link);
        return Math.max(headerAt, Math.min(next, freeAt));
    }

    private int pickLink(final long now) {
        return edge.mirrors().freeFrom() > now
                ? Interconnect.NONE
                : core.interconnect().pickLink(now, edgeNumber);
    }

    private long retryAt(final long now) {
        final long mirror = edge.mirrors().freeFrom();
        return mirror > now ? mirror : core.interconnect().retryAt(now, edgeNumber);
    }

    private long interfaceFreeAt(final long now, final int unit) {
        return held.left(unit) > 1 && edge.isWriting(now)
                ? Math.max(payloadFreeAt, edge.writableFrom())
                : payloadFreeAt;
    }

    /** Sends the next packet of a copy, and answers when one of the port's copies may go on. */
    private long issue(final long now, final int i, final boolean hit, final int link) {
        final int unit = streams.unit[i];
        final int bytes = Math.min(FabricDefaults.UNIT_BYTES, streams.bytes[i]);
        final long ticks = RackTimes.crossbar(bytes);
        final long start = hit ? now : now + RackTimes.HEADER_DELAY;
        int line = hit ? edge.find(place, unit) : PacketCache.MISS;
        long free = now + ticks;
        if (hit) {
            hits++;
        } else {
            misses++;
            payloadFreeAt = free;
            if (held.left(unit) > 1) {
                line = edge.write(now, ticks, place, unit);
            }
        }
        if (line >= 0) {
            edge.pin(line, start + ticks);
        }
        if (streams.local[i]) {
            final long end =
                    core.interconnect().sendLocal(start, streams.copy[i], bytes, streams.to[i]);
            free = Math.max(free, end - (start - now));
        } else {
            edge.mirrors().claim(now, start - now + ticks);
            core.interconnect().sendRemote(start, streams.copy[i], bytes, link);
        }
        held.onIssued(unit);
        step(now, i, bytes, free);
        return free;
    }

    private void step(final long now, final int i, final int bytes, final long free) {
        streams.freeAt[i] = free;
        streams.bytes[i] -= bytes;
        if (streams.bytes[i] > 0) {
            streams.unit[i] = port.nextUnit(streams.unit[i]);
            streams.moveToEnd(i);
            return;
        }
        final int voq = streams.voq[i];
        streams.remove(i);
        port.finish(voq);
        begin(now);
    }

    static int unitsOf(final int bytes) {
        return (bytes + FabricDefaults.UNIT_BYTES - 1) / FabricDefaults.UNIT_BYTES;
    }

    /** The scheduler of this port. */
    public IngressPort port() {
        return port;
    }

    /** Packets that found their payload cached. */
    public long hits() {
        return hits;
    }

    /** Packets that took the payload interface. */
    public long misses() {
        return misses;
    }

    /** Copies dropped. */
    public int drops() {
        return held.drops();
    }

    /** Frames refused as a whole. */
    public long refused() {
        return held.dropped();
    }
}
