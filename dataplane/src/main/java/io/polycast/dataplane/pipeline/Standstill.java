package io.polycast.dataplane.pipeline;

import java.util.Arrays;

/**
 * Detects that a thread stood still (SIGSTOP, a hang) for half of {@code idleAnew} or longer. Frames that
 * waited in the ports' rings meanwhile are dropped, because some may belong to an exchange that has ended
 * (docs/protocol.md, Exchanges). The senders retransmit.
 */
final class Standstill {
    private final long longestNs;
    private final boolean[] stale;
    private long lastNs;
    private boolean known;

    /**
     * @param longestNs between two duty cycles that is no standstill, in ns
     * @param ports whose frames are judged
     */
    Standstill(final long longestNs, final int ports) {
        this.longestNs = longestNs;
        this.stale = new boolean[ports];
    }

    /**
     * A duty cycle begins.
     *
     * @return whether the thread stood still before it
     */
    boolean onCycle(final long nowNs) {
        final boolean stood = known && nowNs - lastNs >= longestNs;
        lastNs = nowNs;
        known = true;
        if (stood) {
            Arrays.fill(stale, true);
        }
        return stood;
    }

    /** Whether frames that a port hands over now waited meanwhile. */
    boolean isStale(final int port) {
        return stale[port];
    }

    /** A port handed over frames; fewer than asked for: its ring was empty. */
    void onReceived(final int port, final int frames, final int limit) {
        if (frames < limit) {
            stale[port] = false;
        }
    }
}
