package io.polycast.sim.witness;

import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import java.util.Arrays;

/**
 * Witness of one group on one switch: in a window no more CNPs leave than its most congested path
 * has sent signals. Signals are CNPs, and ACKs with congestion bits. A window opens with the first
 * signal after the last one closed, as the filter's does.
 */
final class CnpBudget {
    private final int node;
    private final long windowNs;
    private final int[] received;
    private int passed;
    private long sinceNs = -1;

    CnpBudget(final int node, final int ports, final long windowNs) {
        this.node = node;
        this.windowNs = windowNs;
        received = new int[ports];
    }

    /** Members or source changed: counting begins anew. */
    void restart() {
        sinceNs = -1;
    }

    /** A signal came in; {@code left}: a CNP left because of it. */
    void onSignal(final long nowNs, final int port, final boolean left) {
        if (sinceNs < 0 || nowNs - sinceNs >= windowNs) {
            sinceNs = nowNs;
            passed = 0;
            Arrays.fill(received, 0);
        }
        received[port]++;
        passed += left ? 1 : 0;
        int most = 0;
        for (final int count : received) {
            most = Math.max(most, count);
        }
        if (passed > most) {
            throw new InvariantViolation(
                    Invariant.CNP_BUDGET,
                    "switch "
                            + node
                            + " passed "
                            + passed
                            + " CNPs in a window in which no path"
                            + " sent more than "
                            + most);
        }
    }
}
