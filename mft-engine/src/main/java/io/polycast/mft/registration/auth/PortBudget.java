package io.polycast.mft.registration.auth;

/** Packets that each port may spend before any HMAC is computed: a token bucket per port. */
public final class PortBudget {
    private static final int PORTS = 64;
    private static final long SECOND_NS = 1_000_000_000L;

    private final long costNs;
    private final long mostNs;

    /** Time that a port has saved, in ns, as of {@link #sinceNs}. */
    private final long[] savedNs = new long[PORTS];

    private final long[] sinceNs = new long[PORTS];
    private final boolean[] started = new boolean[PORTS];

    /**
     * @param packetsPerSecond of each port, at least 1
     * @param burst of each port, in packets
     */
    public PortBudget(final int packetsPerSecond, final int burst) {
        costNs = SECOND_NS / packetsPerSecond;
        mostNs = costNs * burst;
    }

    /**
     * @param port in [0, 64)
     * @param nowNs monotonic time, in ns
     * @return whether the port can pay for one more packet; it has paid then
     */
    public boolean spend(final int port, final long nowNs) {
        if (!started[port]) {
            started[port] = true;
            savedNs[port] = mostNs;
            sinceNs[port] = nowNs;
        }
        final long passed = nowNs - sinceNs[port];
        savedNs[port] = Math.min(mostNs, savedNs[port] + Math.min(passed, mostNs));
        sinceNs[port] = nowNs;
        if (savedNs[port] < costNs) {
            return false;
        }
        savedNs[port] -= costNs;
        return true;
    }
}
