package io.polycast.parser.kernel;

import java.util.List;

/**
 * A group with its source, as the kernel's program needs it.
 *
 * @param mcstId the group's address, an int in network order
 * @param sourcePort index of the port that the source's frames come in on
 * @param sourceIp source address of its frames, an int in network order
 * @param vlanId of its frames, or -1 when they are untagged
 * @param memoryBase group-virtual address that maps to every member's va
 * @param vaLow first group-virtual address that every receiver has; with {@code vaHigh} unsigned
 * @param vaHigh first address behind those; 0 to 0: no WRITE is for the kernel, 0 to -1: no bound
 * @param rows one per path except the source's, on distinct ports
 */
public record KernelGroup(
        int mcstId,
        int sourcePort,
        int sourceIp,
        int vlanId,
        long memoryBase,
        long vaLow,
        long vaHigh,
        List<KernelRow> rows) {
    /** Takes a copy. */
    public KernelGroup {
        rows = List.copyOf(rows);
    }
}
