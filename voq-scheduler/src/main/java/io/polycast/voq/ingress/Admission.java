package io.polycast.voq.ingress;

import io.polycast.voq.FabricDefaults;
import io.polycast.voq.Refusal;
import io.polycast.voq.pool.PayloadPool;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.replicate.Mcbc;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Frames come in: payload first, then one header a cycle (section 4.1). */
final class Admission {
    private static final int NONE = PayloadPool.NONE;

    private final PortState port;
    private final Mcbc mcbc;
    private final SplittableRandom random;
    private final int[] voqOfCopy = new int[FabricDefaults.COPIES];

    /** Payloads of each lane whose headers are still to be emitted, linked by {@link Fanouts}. */
    private final int[] first;

    private final int[] last;
    private long lanesPending;
    private int turn;

    Admission(final PortState port, final Mcbc mcbc) {
        this.port = port;
        this.mcbc = mcbc;
        random = new SplittableRandom(port.settings.seed() ^ 0x5DEECE66DL);
        first = new int[port.lanes.count()];
        last = new int[port.lanes.count()];
        Arrays.fill(first, NONE);
    }

    int arrive(final int lane, final int multicastId, final int units, final long handle) {
        final int copies = mcbc.count(multicastId);
        if (copies == 0) {
            return Refusal.NO_COPIES.code();
        }
        if (units < 1 || units > port.settings.leg().batch()) {
            return Refusal.BAD_LENGTH.code();
        }
        if (lane < 0 || lane >= port.lanes.count()) {
            return Refusal.UNKNOWN_LANE.code();
        }
        for (int i = 0; i < copies; i++) {
            final int leg = mcbc.leg(multicastId, i);
            final int next = port.lanes.next(lane, Mcbc.isLastHop(leg));
            final int voq =
                    Mcbc.egress(leg) * port.lanes.count() + (Refusal.is(next) ? lane : next);
            if (!port.isVoq(voq)) {
                return Refusal.UNKNOWN_VOQ.code();
            }
            voqOfCopy[i] = Refusal.is(next) ? ~voq : voq;
        }
        final int payload = port.payloads.take(lane, units, handle);
        if (Refusal.is(payload)) {
            return payload;
        }
        port.payloads.retain(payload, copies - 1);
        port.fanouts.begin(payload, copies);
        for (int i = 0; i < copies; i++) {
            port.fanouts.set(payload, i, voqOfCopy[i]);
        }
        if (port.settings.order() == HeaderOrder.RANDOM) {
            for (int i = copies - 1; i > 0; i--) {
                port.fanouts.swap(payload, i, random.nextInt(i + 1));
            }
        }
        append(lane, payload);
        return payload;
    }

    int arriveUnicast(
            final long now, final int lane, final int leg, final int units, final long handle) {
        if (units < 1 || units > port.settings.leg().batch()) {
            return Refusal.BAD_LENGTH.code();
        }
        final int next = port.lanes.next(lane, Mcbc.isLastHop(leg));
        if (Refusal.is(next)) {
            return next;
        }
        final int voq = Mcbc.egress(leg) * port.lanes.count() + next;
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        final int refusal = refusal(voq);
        if (refusal != Refusal.OK) {
            port.voqs.dropped[voq]++;
            return refusal;
        }
        final int payload = port.payloads.take(lane, units, handle);
        if (Refusal.is(payload)) {
            return payload;
        }
        port.fanouts.begin(payload, 1);
        port.fanouts.set(payload, 0, voq);
        makeRoom(now, voq);
        port.enqueue(voq, payload, true);
        return payload;
    }

    /** One cycle: the next header of some lane, in turn. */
    int expand(final long now) {
        long tries = lanesPending;
        while (tries != 0) {
            final long later = tries & -1L << turn;
            final int lane = Long.numberOfTrailingZeros(later != 0 ? later : tries);
            tries &= ~(1L << lane);
            final int payload = first[lane];
            final int voq = port.fanouts.nextVoq(payload);
            final int answer = answer(payload, voq);
            if (answer == Refusal.HEADERS_FULL.code() && port.lanes.isLossless(lane)) {
                continue;
            }
            turn = lane + 1 & 63;
            if (port.fanouts.onEmitted(payload)) {
                removeFirst(lane);
            }
            emit(now, payload, voq, answer);
            return answer;
        }
        return Refusal.NONE;
    }

    boolean isPending() {
        return lanesPending != 0;
    }

    /** Ends the copies to a VOQ whose headers are still to be emitted: each takes one cycle. */
    void flush(final int voq) {
        for (long left = lanesPending; left != 0; left &= left - 1) {
            int payload = first[Long.numberOfTrailingZeros(left)];
            for (; payload != NONE; payload = port.fanouts.next(payload)) {
                port.fanouts.flush(payload, voq);
            }
        }
    }

    private int answer(final int payload, final int voq) {
        if (voq < 0) {
            return Refusal.LANE_EXHAUSTED.code();
        }
        return port.fanouts.isNextFlushed(payload) ? Refusal.FLUSHED.code() : admit(voq);
    }

    private int admit(final int voq) {
        final int answer = port.headers.admit(port.laneOf(voq));
        return answer == Refusal.OK ? refusal(voq) : answer;
    }

    /** Why the VOQ takes no copy now. */
    private int refusal(final int voq) {
        if (refusesTail(voq)) {
            return Refusal.VOQ_TAIL.code();
        }
        return port.isShareFull(voq) ? Refusal.SHARE_FULL.code() : Refusal.OK;
    }

    private void emit(final long now, final int payload, final int voq, final int answer) {
        if (Refusal.is(answer)) {
            final int named = voq < 0 ? ~voq : voq;
            port.voqs.dropped[named]++;
            port.neverQueued(payload);
            port.endCopy(payload, named, answer);
        } else {
            makeRoom(now, voq);
            port.enqueue(voq, payload, false);
        }
    }

    private boolean refusesTail(final int voq) {
        return port.settings.drop() == VoqDrop.TAIL && isOver(voq);
    }

    private boolean isOver(final int voq) {
        return port.voqs.backlog[voq] >= port.settings.dropUnits()
                && !port.lanes.isLossless(port.laneOf(voq));
    }

    /** Drop-from-head: the backlog goes below the threshold before the new copy joins it. */
    private void makeRoom(final long now, final int voq) {
        while (port.settings.drop() == VoqDrop.HEAD && isOver(voq)) {
            port.dropHead(now, voq, Refusal.VOQ_HEAD);
        }
    }

    private void append(final int lane, final int payload) {
        if (first[lane] == NONE) {
            first[lane] = payload;
        } else {
            port.fanouts.link(last[lane], payload);
        }
        last[lane] = payload;
        lanesPending |= 1L << lane;
    }

    private void removeFirst(final int lane) {
        first[lane] = port.fanouts.next(first[lane]);
        if (first[lane] == NONE) {
            lanesPending &= ~(1L << lane);
        }
    }
}
