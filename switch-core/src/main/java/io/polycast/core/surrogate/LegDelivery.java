package io.polycast.core.surrogate;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.voq.lane.Lanes;
import org.agrona.DirectBuffer;

/** Hands hosts' frames that came by legs to the router, in the order in which the other node sent them. */
final class LegDelivery {
    private final Exits exits;
    private final Lanes lanes;
    private final Legs legs;
    private final Arrivals arrivals;
    private final Router router;
    private final FrameStore store;
    private final FrameInfo inner = new FrameInfo();

    LegDelivery(
            final Exits exits,
            final Lanes lanes,
            final Legs legs,
            final Arrivals arrivals,
            final Router router,
            final FrameStore store) {
        this.exits = exits;
        this.lanes = lanes;
        this.legs = legs;
        this.arrivals = arrivals;
        this.router = router;
        this.store = store;
    }

    /** Takes a frame between nodes; returns the id of its ending. */
    int onFrame(final long nowNs, final int leg, final DirectBuffer frame, final FrameInfo info) {
        final int answer = legs.onFrame(nowNs, leg, frame, info);
        if (answer != Legs.FRAME) {
            return answer;
        }
        final int ending =
                route(
                        nowNs,
                        leg * lanes.count() + legs.frameLane(),
                        frame,
                        info.frameOffset + LegOutput.PREFIX,
                        info.frameLength - LegOutput.PREFIX,
                        FrameStore.NONE);
        deliverKept(nowNs);
        return ending;
    }

    /** Delivers kept frames that are next in order and have room. */
    void deliverKept(final long nowNs) {
        for (int flow = arrivals.ready(); flow != Arrivals.NONE; flow = arrivals.ready()) {
            final long handle = arrivals.take(nowNs, flow);
            final int offset = store.offset(handle);
            final int length = store.length(handle);
            final int ending = route(nowNs, flow, store.memory(), offset, length, handle);
            if (ending != Ending.HELD.id()) {
                store.release(handle, ending);
            }
        }
    }

    private int route(
            final long nowNs,
            final int flow,
            final DirectBuffer frame,
            final int offset,
            final int length,
            final long handle) {
        Classifier.classify(frame, offset, length, inner);
        if (inner.kind == FrameKind.MALFORMED) {
            return inner.reason;
        }
        final int ending =
                router.onFrame(
                        nowNs,
                        exits.exitOf(flow / SchedulerSettings.LANES),
                        flow % SchedulerSettings.LANES,
                        legs.reachable(),
                        frame,
                        inner,
                        handle);
        // A frame between nodes is never forwarded through a wire.
        return ending < 0 ? -ending : ending;
    }
}
