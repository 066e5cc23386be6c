package io.polycast.xdp.fastpath;

import java.util.List;

/**
 * A group as the kernel needs it while one member is its source.
 *
 * @param mcstId the group's address, 10.0.0.1 is 0x0a000001
 * @param sourcePort port on which the source's data arrives
 * @param sourceIp address of the source
 * @param vlanTci tag of the source's frames, of which the VID counts; -1 when they have none
 * @param memoryBase group-virtual address that is every member's {@link FastPathRow#va}
 * @param vaLow first group-virtual address that a WRITE may touch
 * @param vaHigh first one behind; unsigned. 0 and 0: no WRITE is taken; 0 and -1: no bound
 * @param rows paths that get copies, each on a port of its own, none on the source's
 */
public record FastGroup(
        int mcstId,
        int sourcePort,
        int sourceIp,
        int vlanTci,
        long memoryBase,
        long vaLow,
        long vaHigh,
        List<FastPathRow> rows) {
    /** Copies the list. */
    public FastGroup {
        rows = List.copyOf(rows);
    }
}
