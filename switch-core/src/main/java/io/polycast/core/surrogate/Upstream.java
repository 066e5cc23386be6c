package io.polycast.core.surrogate;

import io.polycast.core.surrogate.pause.Pauses;
import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.leg.LegHeader;

/**
 * Tells senders of full lossless lanes to stop, and to go on: nodes by STOP and GO of a lane, hosts by
 * PFC of a class. A stop is repeated while it lasts. PFC has a deadline of its own, because its quanta are
 * shorter the faster the link is (IEEE 802.1Q, clause 36).
 */
final class Upstream {
    private final Exits exits;
    private final LegOutput legs;
    private final HostOutput hosts;
    private final SurrogateTrace trace;
    private final long repeatNs;
    private final long pfcNs;

    /** Lanes whose frames come from hosts. */
    private final long hostLanes;

    private long told;
    private long legsAgainNs = Long.MAX_VALUE;
    private long hostsAgainNs = Long.MAX_VALUE;

    Upstream(
            final Exits exits,
            final LegOutput legs,
            final HostOutput hosts,
            final SurrogateTrace trace,
            final TimerSettings timers) {
        this.exits = exits;
        this.legs = legs;
        this.hosts = hosts;
        this.trace = trace;
        repeatNs = timers.repeatNs();
        // A PFC frame may wait behind a long frame: half of its time is left for that.
        final long lastsNs = Pauses.ns(HostOutput.LONGEST_PAUSE, timers.linkMbps());
        pfcNs = Math.max(1, Math.min(repeatNs, lastsNs / 2));
        long first = 0;
        for (int priority = 0; priority < SchedulerSettings.PRIORITIES; priority++) {
            first |= 1L << priority * SchedulerSettings.STEPS;
        }
        hostLanes = first;
    }

    void tell(final long nowNs, final long stopped, final long upLegs, final EgressSink egress) {
        final long again =
                (nowNs >= hostsAgainNs ? hostLanes : 0) | (nowNs >= legsAgainNs ? ~hostLanes : 0);
        for (long left = (stopped ^ told) | again & stopped; left != 0; left &= left - 1) {
            final int lane = Long.numberOfTrailingZeros(left);
            tellLane(lane, (stopped >>> lane & 1) != 0, upLegs, egress);
        }
        hostsAgainNs = again(hostsAgainNs, nowNs, stopped & hostLanes, pfcNs);
        legsAgainNs = again(legsAgainNs, nowNs, stopped & ~hostLanes, repeatNs);
        told = stopped;
    }

    /** A further stop does not put off the repetition of earlier ones. */
    private static long again(
            final long againNs, final long nowNs, final long stopped, final long afterNs) {
        if (stopped == 0) {
            return Long.MAX_VALUE;
        }
        return againNs == Long.MAX_VALUE || nowNs >= againNs ? nowNs + afterNs : againNs;
    }

    private void tellLane(
            final int lane, final boolean stop, final long upLegs, final EgressSink egress) {
        if ((hostLanes >>> lane & 1) != 0) {
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
        return Math.min(hostsAgainNs, legsAgainNs);
    }
}
