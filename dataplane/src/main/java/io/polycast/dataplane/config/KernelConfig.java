package io.polycast.dataplane.config;

/**
 * Settings of the programs in the kernel.
 *
 * @param groups groups that the kernel's table has room for
 * @param whenSilent treatment of frames on wires while the switch gives no heartbeat
 * @param heartbeatNs without a sign of life after which the switch counts as silent, in ns
 */
public record KernelConfig(int groups, WhenSilent whenSilent, long heartbeatNs) {
    /** Treatment of frames on wires by the kernel while the switch is silent. */
    public enum WhenSilent {
        /** Nothing crosses. */
        CLOSED,
        /** Frames of no group cross. */
        OPEN
    }
}
