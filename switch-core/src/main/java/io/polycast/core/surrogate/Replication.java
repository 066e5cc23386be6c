package io.polycast.core.surrogate;

import io.polycast.core.surrogate.congestion.InputPoints;
import io.polycast.core.surrogate.pause.Pauses;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.leg.LegHeader;
import io.polycast.voq.Control;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.ingress.IngressView;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.share.TwoShares;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Frames that wait, and their copies on the way out. All ports and legs of a node share one ingress
 * side: one VOQ for each exit and lane. A copy to a host is granted when its port has room; a copy to
 * a leg when the other node grants it.
 *
 * <p>Every held frame is given back: each copy releases one reference, sent or dropped.
 */
final class Replication implements PayloadOwner {
    private static final int UNIT = FabricDefaults.UNIT_BYTES;
    private static final int MOST_AT_ONCE = 256;
    private static final int NO_VOQ = IngressPort.NONE;

    private final Exits exits;
    private final Lanes lanes;
    private final FrameStore store;
    private final CounterBlock counters;
    private final LegOutput output;
    private final InputPoints points;
    private final Mcbc mcbc = new Mcbc(1);
    private final IngressPort ingress;
    private final IngressView view;
    private final TwoShares shares;
    private final FrameCrc crc = new FrameCrc();
    private final int[] legs = new int[FabricDefaults.COPIES];

    /** By payload: CRC of its frame, and the handle that it was computed for. */
    private final int[] crcs;

    private final long[] crcHandles;

    private final Stops stops;
    private final LegAnswers answers;
    private final int losslessUnits;

    /** Most batches of copies of a frame. */
    private final int batches;

    private final boolean[] used;
    private final SurrogateTrace trace;
    private boolean isRefused;

    Replication(
            final Exits exits,
            final Lanes lanes,
            final SurrogateSettings settings,
            final FrameStore store,
            final CounterBlock counters,
            final LegOutput output,
            final InputPoints points,
            final SurrogateTrace trace) {
        this.exits = exits;
        this.lanes = lanes;
        this.store = store;
        this.counters = counters;
        this.output = output;
        this.points = points;
        this.trace = trace;
        ingress =
                new IngressPort(
                        lanes,
                        exits.count(),
                        mcbc,
                        SchedulerSettings.ingress(lanes, settings),
                        this);
        view = ingress.view();
        shares = new TwoShares(settings.multicastWeight());
        stops = new Stops(exits, ingress, lanes, settings.timers().watchdogNs(), counters);
        answers = new LegAnswers(exits, lanes, ingress, stops, counters);
        used = new boolean[exits.count() * lanes.count()];
        losslessUnits = settings.memory().lossless();
        batches = (Long.bitCount(exits.all()) + FabricDefaults.COPIES - 1) / FabricDefaults.COPIES;
        crcs = new int[ingress.units()];
        crcHandles = new long[ingress.units()];
        Arrays.fill(crcHandles, FrameStore.NONE);
    }

    /** Units that a frame takes. */
    static int units(final int length) {
        return Math.max(1, (length + UNIT - 1) / UNIT);
    }

    /**
     * Whether a lossless lane has room for a frame; a lossy one drops what has none. A frame takes its units
     * once for each eight exits. An empty lane has room for what fits.
     */
    boolean hasRoom(final int lane, final int units) {
        return !lanes.isLossless(lane)
                || view.heldUnits(lane) + Math.min(units * batches, losslessUnits) <= losslessUnits
                        && store.held() < store.capacity();
    }

    /** Holds a frame, or adds references to one that is held already. */
    private long hold(
            final long held,
            final DirectBuffer frame,
            final int offset,
            final int length,
            final int references) {
        if (held == FrameStore.NONE) {
            return store.hold(frame, offset, length, references);
        }
        if (references > 1) {
            store.retain(held, references - 1);
        }
        return held;
    }

    /**
     * Holds a frame and queues its copies.
     *
     * @param lane that the frame is held on
     * @param to exits that get a copy, at least one
     * @param held handle of the frame when it is held already, with one reference; or NONE
     * @return {@link Ending#HELD}, or the ending of a frame that is not held
     */
    int admit(
            final long nowNs,
            final int lane,
            final long to,
            final DirectBuffer frame,
            final int offset,
            final int length,
            final long held) {
        final int units = units(length);
        final long handle = hold(held, frame, offset, length, Long.bitCount(to));
        if (handle == FrameStore.NONE) {
            return Ending.HOLD_REFUSED.id();
        }
        long left = to;
        while (left != 0) {
            int count = 0;
            for (; left != 0 && count < legs.length; left &= left - 1) {
                final int exit = Long.numberOfTrailingZeros(left);
                legs[count++] = Mcbc.leg(exit, !exits.isLeg(exit));
            }
            mcbc.set(0, legs, count);
            final int answer = ingress.arrive(lane, 0, units, handle);
            if (Refusal.is(answer)) {
                counters.count(Tally.SURROGATE_COPIES_DROPPED, count);
                for (int i = 0; i < count; i++) {
                    store.release(handle, SurrogateEndings.of(answer));
                }
            } else {
                watch(handle, lane, units);
            }
        }
        expand(nowNs);
        return Ending.HELD.id();
    }

    /** As {@link #admit}, of a unicast frame to one exit. */
    int admitUnicast(
            final long nowNs,
            final int lane,
            final long to,
            final DirectBuffer frame,
            final int offset,
            final int length,
            final long held) {
        final long handle = hold(held, frame, offset, length, 1);
        if (handle == FrameStore.NONE) {
            return Ending.HOLD_REFUSED.id();
        }
        final int exit = Long.numberOfTrailingZeros(to);
        final int leg = Mcbc.leg(exit, !exits.isLeg(exit));
        final int answer = ingress.arriveUnicast(nowNs, lane, leg, units(length), handle);
        if (Refusal.is(answer)) {
            counters.count(Tally.SURROGATE_COPIES_DROPPED);
            store.release(handle, SurrogateEndings.of(answer));
        } else {
            watch(handle, lane, units(length));
        }
        return Ending.HELD.id();
    }

    /** The congestion point of the lane sees a frame once. */
    private void watch(final long handle, final int lane, final int units) {
        final int feedback = points.onHeld(handle, lane, units);
        if (feedback != InputPoints.QUIET) {
            final int port = points.notifiedPort();
            counters.count(Tally.SURROGATE_NOTIFICATIONS);
            trace.at(SurrogateEvent.CNM_OUT, port, port, -1, feedback);
        }
    }

    private void expand(final long nowNs) {
        while (ingress.expand(nowNs) != Refusal.NONE) {
            // Each call queues or drops one copy.
        }
    }

    /**
     * Requests, and sends what is granted.
     *
     * @return whether copies are left that could be sent at once
     */
    boolean depart(final long nowNs, final Pauses pauses, final EgressSink egress) {
        stops.refresh(nowNs, pauses, egress);
        expand(nowNs);
        request(nowNs, egress);
        for (int sent = 0; sent < MOST_AT_ONCE; ) {
            final int copy = ingress.pick(IngressPort.HITS | IngressPort.MISSES);
            final int frame =
                    view.heldUnicastHeaders() == 0 ? NO_VOQ : ingress.pick(IngressPort.UNICAST);
            final int kind = shares.next(copy != NO_VOQ, frame != NO_VOQ);
            if (kind == TwoShares.NONE) {
                return false;
            }
            final int voq = kind == TwoShares.MULTICAST ? copy : frame;
            final int port = exits.portOf(view.egress(voq));
            if (egress.room(port) == 0) {
                stops.block(nowNs, port);
                continue;
            }
            shares.onSent(kind, send(nowNs, voq, port, egress));
            expand(nowNs);
            request(nowNs, egress);
            sent++;
        }
        return true;
    }

    /** A host's port grants at once, and its VOQ waits for room; a node is asked. */
    private void request(final long nowNs, final EgressSink egress) {
        long request = ingress.pollRequest(nowNs);
        while (request != Control.NONE) {
            final int voq = Control.voq(request);
            final int exit = view.egress(voq);
            final int units = Control.units(request);
            if (exits.isLeg(exit)) {
                final int lane = view.lane(voq);
                final int number = Control.sequence(request);
                output.send(exits.legOf(exit), LegHeader.REQUEST, lane, number, units, egress);
                trace.at(SurrogateEvent.REQUEST_OUT, exits.portOf(exit), exit, number, units);
            } else {
                ingress.onGrant(nowNs, voq, Control.sequence(request));
            }
            request = ingress.pollRequest(nowNs);
        }
    }

    /** Sends the next copy of a VOQ; returns its bytes. */
    private int send(final long nowNs, final int voq, final int port, final EgressSink egress) {
        final long departure = ingress.begin(nowNs, voq);
        final int payload = IngressPort.payload(departure);
        final int sequence = IngressPort.sequence(departure);
        final long handle = ingress.handle(payload);
        final int length = store.length(handle);
        final int exit = view.egress(voq);
        final int lane = view.lane(voq);
        trace.at(SurrogateEvent.COPY_SENT, port, exit, sequence, lanes.priority(lane));
        if (exits.isLeg(exit)) {
            final UnsafeBuffer prefix =
                    output.prefix(
                            exits.legOf(exit),
                            lane,
                            sequence,
                            ingress.units(payload),
                            length,
                            crc(payload, handle, length));
            if (!store.send(handle, 0, prefix, 0, LegOutput.PREFIX, port, egress)) {
                counters.count(Tally.COPIES_REFUSED);
            }
            ingress.finish(voq);
        } else {
            isRefused = !store.send(handle, 0, output.empty(), 0, 0, port, egress);
            ingress.finish(voq);
            ingress.onAck(nowNs, voq, sequence);
            isRefused = false;
        }
        return length;
    }

    private int crc(final int payload, final long handle, final int length) {
        if (crcHandles[payload] != handle) {
            crcHandles[payload] = handle;
            crcs[payload] = crc.of(store.memory(), store.offset(handle), length);
        }
        return crcs[payload];
    }

    @Override
    public void onCopyEnded(final long handle, final int voq, final int how) {
        final int exit = view.egress(voq);
        used[voq] = true;
        if (how == Refusal.OK) {
            counters.count(isRefused ? Tally.COPIES_REFUSED : Tally.COPIES_OUT);
            store.release(
                    handle,
                    isRefused ? SurrogateEndings.EGRESS_REFUSED : SurrogateEndings.REPLICATED);
            return;
        }
        final int ending =
                how == Refusal.FLUSHED.code() && !exits.isLeg(exit)
                        ? SurrogateEndings.EGRESS_REFUSED
                        : SurrogateEndings.of(how);
        counters.count(Tally.SURROGATE_COPIES_DROPPED);
        if (how == Refusal.LANE_EXHAUSTED.code()) {
            counters.count(Tally.SURROGATE_LANE_EXHAUSTED);
        }
        trace.at(SurrogateEvent.COPY_DROPPED, exits.portOf(exit), exit, -1, ending);
        store.release(handle, ending);
    }

    @Override
    public void onReleased(final long handle, final int units) {
        // The store gives the memory back with the last reference.
        points.onReleased(handle, units);
    }

    /** What other nodes answer for their copies. */
    LegAnswers answers() {
        return answers;
    }

    boolean waitsForRoom() {
        return stops.areAnyBlocked();
    }

    /** Lossless lanes whose senders must wait, as bits. */
    long stoppedLanes() {
        return ingress.stoppedLanes();
    }

    /** Whether a VOQ may not send now, whatever is granted. */
    boolean isHeldBack(final int voq) {
        return stops.isHeldBack(voq) || view.isSuspended(voq);
    }

    /** Whether a VOQ has or had copies. */
    boolean isUsed(final int voq) {
        return used[voq] || view.backlog(voq) > 0 || view.outstanding(voq) > 0;
    }

    /** Gauges of all VOQs: exit * lanes + lane. */
    IngressView view() {
        return view;
    }
}
