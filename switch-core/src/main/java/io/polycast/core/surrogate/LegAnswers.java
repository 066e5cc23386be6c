package io.polycast.core.surrogate;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.voq.Control;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.lane.Lanes;

/**
 * What other nodes answer for the copies that they are sent: grants, ACKs, STOP and GO; and what becomes of
 * copies without an answer.
 */
final class LegAnswers {
    private static final int NO_VOQ = IngressPort.NONE;

    private final Exits exits;
    private final Lanes lanes;
    private final IngressPort ingress;
    private final Stops stops;
    private final CounterBlock counters;
    private long silentLegs;
    private long stalledLegs;

    LegAnswers(
            final Exits exits,
            final Lanes lanes,
            final IngressPort ingress,
            final Stops stops,
            final CounterBlock counters) {
        this.exits = exits;
        this.lanes = lanes;
        this.ingress = ingress;
        this.stops = stops;
        this.counters = counters;
    }

    /** Serves timeouts; legs that stopped answering are named by {@link #takeSilentLegs}. */
    long onTick(final long nowNs) {
        final long next = ingress.onTick(nowNs);
        for (int voq = ingress.pollGivenUp(); voq != NO_VOQ; voq = ingress.pollGivenUp()) {
            final long leg = 1L << exits.legOf(voq / SchedulerSettings.LANES);
            silentLegs |= leg;
            stalledLegs |= ingress.hasStalled(voq) ? leg : 0;
        }
        return Math.min(next, stops.nextSaidNs());
    }

    long nextDeadline() {
        return Math.min(ingress.nextDeadline(), stops.nextSaidNs());
    }

    long takeSilentLegs() {
        final long legs = silentLegs;
        silentLegs = 0;
        return legs;
    }

    /** Of the legs that {@link #takeSilentLegs} named, those that answered. */
    long takeStalledLegs() {
        final long legs = stalledLegs;
        stalledLegs = 0;
        return legs;
    }

    /** Ends all copies to a leg, and begins its numbers anew. */
    void flush(final long nowNs, final int leg) {
        final int first = voq(leg, 0);
        for (int lane = 0; lane < lanes.count(); lane++) {
            ingress.flush(nowNs, first + lane);
            stops.go(first + lane);
        }
    }

    /** The VOQ of a leg and lane. */
    private int voq(final int leg, final int lane) {
        return exits.exitOf(leg) * lanes.count() + lane;
    }

    int onGrant(
            final long nowNs, final int leg, final int lane, final int number, final int units) {
        return (units & Control.MISSING) == 0
                ? ingress.onGrant(nowNs, voq(leg, lane), number)
                : ingress.onRequestMissing(nowNs, voq(leg, lane), number);
    }

    int onAck(final long nowNs, final int leg, final int lane, final int sequence) {
        return ingress.onAck(nowNs, voq(leg, lane), sequence);
    }

    /** The other node misses frames: these are repeated. */
    int onMissing(
            final long nowNs, final int leg, final int lane, final int sequence, final int units) {
        final long before = ingress.view().refusedRepeats();
        final int answer = ingress.onMissing(nowNs, voq(leg, lane), sequence, units);
        counters.count(Tally.SURROGATE_REPEATS_REFUSED, ingress.view().refusedRepeats() - before);
        return answer;
    }

    void onStop(final long nowNs, final int leg, final int lane, final long untilNs) {
        stops.stop(nowNs, voq(leg, lane), untilNs);
    }

    void onGo(final int leg, final int lane) {
        stops.go(voq(leg, lane));
    }
}
