package io.polycast.core.surrogate;

import io.polycast.parser.contract.EgressSink;
import io.polycast.voq.ingress.IngressPort;
import java.util.Arrays;

/** Why VOQs may not send now: the other node said STOP, the port has no room, its class is paused. */
final class Stops {
    private static final int SAID = 1;
    private static final int ROOM = 2;
    private static final int PAUSED = 4;

    private final Exits exits;
    private final IngressPort ingress;
    private final int lanes;
    private final int steps;
    private final byte[] reasons;
    private final long[] saidUntilNs;
    private final int[] pausedClasses;
    private long blockedPorts;
    private long nextSaidNs = Long.MAX_VALUE;

    Stops(final Exits exits, final IngressPort ingress, final int lanes, final int steps) {
        this.exits = exits;
        this.ingress = ingress;
        this.lanes = lanes;
        this.steps = steps;
        reasons = new byte[exits.count() * lanes];
        saidUntilNs = new long[exits.count() * lanes];
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
    void said(final int voq, final boolean stop, final long untilNs) {
        set(voq, SAID, stop);
        saidUntilNs[voq] = stop ? untilNs : Long.MAX_VALUE;
        nextSaidNs = stop ? Math.min(nextSaidNs, untilNs) : nextSaidNs;
    }

    /** A port has no room: its VOQs wait. */
    void block(final int port) {
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

    private void endSaid(final long nowNs) {
        nextSaidNs = Long.MAX_VALUE;
        for (int voq = 0; voq < reasons.length; voq++) {
            if (saidUntilNs[voq] <= nowNs) {
                said(voq, false, 0);
            }
            nextSaidNs = Math.min(nextSaidNs, saidUntilNs[voq]);
        }
    }

    private void setPort(final int port, final int reason, final boolean on) {
        for (int exit = 0; exit < exits.count(); exit++) {
            if (exits.portOf(exit) == port) {
                for (int lane = 0; lane < lanes; lane++) {
                    set(exit * lanes + lane, reason, on);
                }
            }
        }
    }

    private void setPaused(final int port, final int paused) {
        for (int exit = 0; exit < exits.count(); exit++) {
            if (exits.portOf(exit) == port) {
                for (int lane = 0; lane < lanes; lane++) {
                    set(exit * lanes + lane, PAUSED, (paused >>> lane / steps & 1) != 0);
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

    /** When the next STOP runs out, in ns, or {@link Long#MAX_VALUE}. */
    long nextSaidNs() {
        return nextSaidNs;
    }
}
