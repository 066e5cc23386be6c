package io.polycast.core.surrogate;

import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.leg.LegHeader;

/**
 * Tells senders of full lossless lanes to stop, and to go on: nodes by STOP and GO of a lane, hosts by
 * PFC of a class. A stop is repeated while it lasts.
 */
final class Upstream {
    private final Exits exits;
    private final LegOutput legs;
    private final HostOutput hosts;
    private final SurrogateTrace trace;
    private final long repeatNs;
    private long told;
    private long againNs = Long.MAX_VALUE;

    Upstream(
            final Exits exits,
            final LegOutput legs,
            final HostOutput hosts,
            final SurrogateTrace trace,
            final long repeatNs) {
        this.exits = exits;
        this.legs = legs;
        this.hosts = hosts;
        this.trace = trace;
        this.repeatNs = repeatNs;
    }

    void tell(final long nowNs, final long stopped, final long upLegs, final EgressSink egress) {
        final long again = nowNs >= againNs ? stopped : 0;
        for (long left = (stopped ^ told) | again; left != 0; left &= left - 1) {
            final int lane = Long.numberOfTrailingZeros(left);
            tellLane(lane, (stopped >>> lane & 1) != 0, upLegs, egress);
        }
        if (stopped == 0) {
            againNs = Long.MAX_VALUE;
        } else if (stopped != told || again != 0) {
            againNs = nowNs + repeatNs;
        }
        told = stopped;
    }

    private void tellLane(
            final int lane, final boolean stop, final long upLegs, final EgressSink egress) {
        if (lane % SchedulerSettings.STEPS == 0) {
            hosts.to(egress).pause(1 << lane / SchedulerSettings.STEPS, stop);
            return;
        }
        for (long left = upLegs; left != 0; left &= left - 1) {
            final int leg = Long.numberOfTrailingZeros(left);
            legs.send(leg, stop ? LegHeader.STOP : LegHeader.GO, lane, 0, 0, egress);
            trace.at(
                    SurrogateEvent.STOP_OUT,
                    exits.leg(leg).port(),
                    exits.exitOf(leg),
                    -1,
                    stop ? 1 : 0);
        }
    }

    long nextDeadline() {
        return againNs;
    }
}
