package io.polycast.core.surrogate;

import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.voq.Refusal;
import io.polycast.voq.egress.EgressPort;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.list.IndexList;
import org.agrona.DirectBuffer;

/**
 * Frames that come in by legs: grants, order, ACKs. A frame leaves the egress buffer at once. A frame that
 * comes before a missing one is kept in the store until it is next in order, and so is a frame of a
 * lossless lane until there is room. Bounds are the units that were granted and a quarter of the store; one
 * leg keeps at most twice what the quarter has free, so that others find room beside it. A missing frame
 * has its time: a node that lives repeats it, or gives the leg up, long before.
 */
final class Arrivals {
    /** Answer of {@link #onData}: the frame is next in order, and the caller's. */
    static final int IN_ORDER = -1;

    /** Answer of {@link #ready}: no kept frame may be taken. */
    static final int NONE = IndexList.NONE;

    /** A missing frame is waited for this many times as long as its sender waits for progress. */
    private static final int LONGEST_GAP = 2;

    private final Lanes lanes;
    private final Replication replication;
    private final FrameStore store;
    private final EgressPort egress;
    private final int mostKept;
    private int kept;
    private final int[] keptOf;

    /** Flows whose next frame in order is kept. */
    private final IndexList ready;

    /** Flows whose kept frames wait for a missing one, the longest wait first; and since when. */
    private final IndexList gaps;

    private final long[] gapNs;
    private final long longestGapNs;

    Arrivals(
            final Lanes lanes,
            final int legs,
            final Replication replication,
            final FrameStore store,
            final TimerSettings timers) {
        this.lanes = lanes;
        this.replication = replication;
        this.store = store;
        final int sources = Math.max(1, legs);
        egress =
                new EgressPort(
                        sources,
                        lanes.count(),
                        SchedulerSettings.egress(sources, timers.repeatNs()));
        keptOf = new int[sources];
        ready = new IndexList(sources * lanes.count());
        mostKept = store.capacity() / 4;
        gaps = new IndexList(sources * lanes.count());
        gapNs = new long[sources * lanes.count()];
        longestGapNs = LONGEST_GAP * SchedulerSettings.stallNs(timers);
    }

    /** The scheduler's end of the legs, for requests and answers. */
    EgressPort egress() {
        return egress;
    }

    /** Takes a frame of a host; returns {@link #IN_ORDER}, or the id of its ending. */
    int onData(
            final long nowNs,
            final int flow,
            final int sequence,
            final DirectBuffer frame,
            final int offset,
            final int length) {
        final int units = Replication.units(length);
        final int lane = flow % SchedulerSettings.LANES;
        final int answer =
                replication.hasRoom(lane, units)
                        ? egress.onData(nowNs, flow, sequence, units)
                        : egress.onDataWithoutRoom(flow, sequence, units);
        if (answer == Refusal.EARLY.code()) {
            return keep(nowNs, flow, sequence, frame, offset, length);
        }
        if (answer != Refusal.OK) {
            return SurrogateEndings.of(answer);
        }
        egress.release(lane, units);
        refresh(nowNs, flow, true);
        return IN_ORDER;
    }

    private int keep(
            final long nowNs,
            final int flow,
            final int sequence,
            final DirectBuffer frame,
            final int offset,
            final int length) {
        final long handle =
                hasPlace(flow / SchedulerSettings.LANES)
                        ? store.hold(frame, offset, length, 1)
                        : FrameStore.NONE;
        if (handle == FrameStore.NONE) {
            // Not acknowledged: the other node repeats it.
            return Ending.HOLD_REFUSED.id();
        }
        kept++;
        keptOf[flow / SchedulerSettings.LANES]++;
        egress.keep(nowNs, flow, sequence, Replication.units(length), handle);
        refresh(nowNs, flow, false);
        return Ending.HELD.id();
    }

    private boolean hasPlace(final int leg) {
        return keptOf[leg] < 2 * (mostKept - kept);
    }

    /** A flow whose next frame is kept and has room, or {@link #NONE}. */
    int ready() {
        for (int flow = ready.first(); flow != NONE; flow = ready.after(flow)) {
            final int units = Replication.units(store.length(egress.nextKept(flow)));
            if (replication.hasRoom(flow % SchedulerSettings.LANES, units)) {
                return flow;
            }
        }
        return NONE;
    }

    /** Whether a kept frame that is next in order waits for room. */
    boolean waitsForRoom() {
        return !ready.isEmpty();
    }

    /** Takes the kept frame of a flow that {@link #ready} named; its one reference is the caller's. */
    long take(final long nowNs, final int flow) {
        final long handle = egress.nextKept(flow);
        egress.takeKept(nowNs, flow);
        egress.release(flow % SchedulerSettings.LANES, Replication.units(store.length(handle)));
        kept--;
        keptOf[flow / SchedulerSettings.LANES]--;
        refresh(nowNs, flow, true);
        return handle;
    }

    private void refresh(final long nowNs, final int flow, final boolean advanced) {
        ready.set(flow, egress.nextKept(flow) != EgressPort.NO_FRAME);
        if (advanced) {
            gaps.remove(flow);
        }
        if (egress.waitsForMissing(flow) && !gaps.contains(flow)) {
            gapNs[flow] = nowNs;
            gaps.add(flow);
        }
    }

    /** Legs of which a missing frame did not come in its time, as bits; they are to be forgotten. */
    long brokenLegs(final long nowNs) {
        long broken = 0;
        for (int flow = gaps.first();
                flow != NONE && nowNs - gapNs[flow] >= longestGapNs;
                flow = gaps.after(flow)) {
            broken |= 1L << flow / SchedulerSettings.LANES;
        }
        return broken;
    }

    /** Time at which {@link #brokenLegs} may name a leg, in ns. */
    long nextDeadline() {
        return gaps.isEmpty() ? Long.MAX_VALUE : gapNs[gaps.first()] + longestGapNs;
    }

    /** Begins a leg anew: kept frames end, and what was granted is free. */
    void forget(final int leg) {
        for (int lane = 0; lane < lanes.count(); lane++) {
            final int flow = leg * lanes.count() + lane;
            for (long handle = egress.dropKept(flow);
                    handle != EgressPort.NO_FRAME;
                    handle = egress.dropKept(flow)) {
                kept--;
                keptOf[leg]--;
                store.release(handle, SurrogateEndings.LEG_DOWN);
            }
            ready.remove(flow);
            gaps.remove(flow);
            egress.reset(flow);
        }
    }
}
