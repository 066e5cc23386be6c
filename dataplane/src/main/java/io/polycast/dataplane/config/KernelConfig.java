package io.polycast.dataplane.config;

/**
 * What the programs in the kernel do.
 *
 * @param groups groups that the kernel's table has room for
 * @param whenSilent what the kernel does on wires while the switch gives no sign of life
 * @param heartbeatNs without a sign of life after which the switch counts as silent, in ns
 */
public record KernelConfig(int groups, WhenSilent whenSilent, long heartbeatNs) {
    /** Treatment of frames on wires by the kernel while the switch is silent. */
    public enum WhenSilent {
        /** Nothing crosses. */
        CLOSED,
        /** What is not for a group crosses. */
        OPEN
    }
}
