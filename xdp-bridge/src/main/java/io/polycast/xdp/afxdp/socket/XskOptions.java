package io.polycast.xdp.afxdp.socket;

/**
 * Settings of an AF_XDP port's sockets. Settings that are left to the port are those that measured
 * best.
 *
 * @param zeroCopy whether the device reads and writes frames where they lie: if its driver can, or
 *     the port is refused, or never
 * @param gather whether copies leave as header and shared payload (XDP_USE_SG): with zero-copy
 *     only, or the port is refused without it, or never
 * @param busyPollUs microseconds for which a receive call may look for frames itself
 *     (SO_BUSY_POLL); 0 leaves that to interrupts
 * @param busyPollBudget frames that such a call takes at most (SO_BUSY_POLL_BUDGET)
 */
public record XskOptions(Wish zeroCopy, Wish gather, int busyPollUs, int busyPollBudget) {
    /** Settings without demands. */
    public static final XskOptions DEFAULT = new XskOptions(Wish.AUTO, Wish.AUTO, 0, 64);

    /** Demand for a feature that a port may have. */
    public enum Wish {
        /** When it helps and is there. */
        AUTO,
        /** Or the port is refused. */
        ON,
        /** Never. */
        OFF
    }
}
