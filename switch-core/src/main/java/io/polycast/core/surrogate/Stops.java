package io.polycast.core.surrogate;

import io.polycast.core.surrogate.pause.Pauses;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.lane.Lanes;
import java.util.Arrays;

/**
 * Why VOQs may not send now: the other node said STOP, the port has no room, its class is paused. No reason
 * holds longer than the watchdog: a STOP that goes on is broken until its GO, and a host's port that takes
 * nothing loses the copies of its lossless lanes. Otherwise one neighbour could stop all senders of a lane.
 */
final class Stops {
    private static final int SAID = 1;
    private static final int ROOM = 2;
    private static final int PAUSED = 4;

    private final Exits exits;
    private final IngressPort ingress;
    private final Lanes lanes;
    private final long watchdogNs;
    private final CounterBlock counters;
    private final byte[] reasons;

    /** By VOQ: when a STOP runs out, since when STOPs go on, and whether the watchdog broke them. */
    private final long[] saidUntilNs;

    private final long[] saidSinceNs;
    private final boolean[] broken;

    /** By port without room: since when. */
    private final long[] blockedSinceNs;

    private final int[] pausedClasses;
    private long blockedPorts;
    private long nextSaidNs = Long.MAX_VALUE;

    Stops(
            final Exits exits,
            final IngressPort ingress,
            final Lanes lanes,
            final long watchdogNs,
            final CounterBlock counters) {
        this.exits = exits;
        this.ingress = ingress;
        this.lanes = lanes;
        this.watchdogNs = watchdogNs;
        this.counters = counters;
        final int voqs = exits.count() * lanes.count();
        reasons = new byte[voqs];
        saidUntilNs = new long[voqs];
        saidSinceNs = new long[voqs];
        broken = new boolean[voqs];
        blockedSinceNs = new long[exits.ports()];
        pausedClasses = new int[exits.ports()];
        Arrays.fill(saidUntilNs, Long.MAX_VALUE);
    }

    private void set(final int voq, final int reason, final boolean on) {
        final int before = reasons[voq];
        reasons[voq] = (byte) (on ? before | reason : before & ~reason);
        if ((before == 0) != (reasons[voq] == 0)) {
            ingress.setStopped(voq, reasons[voq] != 0);
        }
    }

    /** The other node stopped a VOQ, until a time or its GO: a STOP is repeated, a GO may be lost. */
    void stop(final long nowNs, final int voq, final long untilNs) {
        saidUntilNs[voq] = untilNs;
        nextSaidNs = Math.min(nextSaidNs, untilNs);
        if (!broken[voq]) {
            if ((reasons[voq] & SAID) == 0) {
                saidSinceNs[voq] = nowNs;
            }
            set(voq, SAID, true);
            nextSaidNs = Math.min(nextSaidNs, saidSinceNs[voq] + watchdogNs);
        }
    }

    /** The other node lets a VOQ go on, or begins anew. */
    void go(final int voq) {
        broken[voq] = false;
        saidUntilNs[voq] = Long.MAX_VALUE;
        set(voq, SAID, false);
    }

    /** A port has no room: its VOQs wait. */
    void block(final long nowNs, final int port) {
        if ((blockedPorts >>> port & 1) == 0) {
            blockedSinceNs[port] = nowNs;
        }
        blockedPorts |= 1L << port;
        setPort(port, ROOM, true);
    }

    /** Lets VOQs go on whose reason has ended. */
    void refresh(final long nowNs, final Pauses pauses, final EgressSink egress) {
        for (long left = blockedPorts; left != 0; left &= left - 1) {
            final int port = Long.numberOfTrailingZeros(left);
            if (egress.room(port) > 0) {
                blockedPorts &= ~(1L << port);
                setPort(port, ROOM, false);
            } else if (nowNs - blockedSinceNs[port] >= watchdogNs && !exits.carriesLegs(port)) {
                dropLossless(nowNs, port);
            }
        }
        for (int port = 0; port < pausedClasses.length; port++) {
            final int paused = pauses.paused(nowNs, port);
            if (paused != pausedClasses[port]) {
                pausedClasses[port] = paused;
                setPaused(port, paused);
            }
        }
        if (nowNs >= nextSaidNs) {
            endSaid(nowNs);
        }
    }

    /** Copies to nodes end otherwise: their port sends no HELLO either, and the other node begins anew. */
    private void dropLossless(final long nowNs, final int port) {
        for (int lane = 0; lane < lanes.count(); lane++) {
            final int voq = port * lanes.count() + lane;
            if (lanes.isLossless(lane) && ingress.view().backlog(voq) > 0) {
                ingress.flush(nowNs, voq);
            }
        }
    }

    private void endSaid(final long nowNs) {
        nextSaidNs = Long.MAX_VALUE;
        for (int voq = 0; voq < reasons.length; voq++) {
            if (saidUntilNs[voq] <= nowNs) {
                go(voq);
            } else if ((reasons[voq] & SAID) != 0) {
                final long endNs = saidSinceNs[voq] + watchdogNs;
                if (endNs <= nowNs) {
                    broken[voq] = true;
                    set(voq, SAID, false);
                    counters.count(Tally.SURROGATE_PAUSES_BROKEN);
                } else {
                    nextSaidNs = Math.min(nextSaidNs, endNs);
                }
            }
            nextSaidNs = Math.min(nextSaidNs, saidUntilNs[voq]);
        }
    }

    private void setPort(final int port, final int reason, final boolean on) {
        for (int exit = 0; exit < exits.count(); exit++) {
            if (exits.portOf(exit) == port) {
                for (int lane = 0; lane < lanes.count(); lane++) {
                    set(exit * lanes.count() + lane, reason, on);
                }
            }
        }
    }

    private void setPaused(final int port, final int paused) {
        for (int exit = 0; exit < exits.count(); exit++) {
            if (exits.portOf(exit) == port) {
                for (int lane = 0; lane < lanes.count(); lane++) {
                    set(
                            exit * lanes.count() + lane,
                            PAUSED,
                            (paused >>> lanes.priority(lane) & 1) != 0);
                }
            }
        }
    }

    boolean isHeldBack(final int voq) {
        return reasons[voq] != 0;
    }

    /** Whether a port has no room. */
    boolean areAnyBlocked() {
        return blockedPorts != 0;
    }

    /** When the next STOP runs out or is broken, in ns, or {@link Long#MAX_VALUE}. */
    long nextSaidNs() {
        return nextSaidNs;
    }
}
