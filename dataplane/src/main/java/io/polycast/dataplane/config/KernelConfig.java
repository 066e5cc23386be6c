package io.polycast.dataplane.config;

/**
 * Settings of the programs in the kernel.
 *
 * @param groups groups that the kernel's table has room for; 0 for a role without kernel datapath
 * @param whenSilent treatment of frames on wires while the switch gives no heartbeat
 * @param heartbeatNs without a sign of life after which the switch counts as silent, in ns
 * @param pauseNs without a sign of life after which the kernel datapath takes nothing, in ns
 */
public record KernelConfig(int groups, WhenSilent whenSilent, long heartbeatNs, long pauseNs) {
    /** Of a role without kernel datapath: nothing crosses wires after 100 ms without a sign of life. */
    public static final KernelConfig NONE = new KernelConfig(0, WhenSilent.CLOSED, 100_000_000L, 0);

    /** Treatment of frames on wires by the kernel while the switch is silent. */
    public enum WhenSilent {
        /** Nothing crosses. */
        CLOSED,
        /** Frames of no group cross. */
        OPEN
    }
}
