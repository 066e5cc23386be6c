package io.polycast.sim.scenario;

import io.polycast.core.offload.OffloadSettings;

/**
 * Switches with a kernel datapath, and its behaviour.
 *
 * @param switches bits of those that have it, by node modulo 64
 * @param userDelayNs that a frame for the engine is under way to it
 * @param slots of each table
 * @param workNs that the kernel takes for a new set of ports and until a withdrawn slot has settled
 * @param slowPercent of the frames during which the program is interrupted
 * @param slowNs for which it is, at the most
 * @param refusalNs when a port refuses to serve for a while, or {@link Long#MAX_VALUE}
 * @param moves times of moving groups
 */
public record KernelPlan(
        long switches,
        long userDelayNs,
        int slots,
        long workNs,
        int slowPercent,
        long slowNs,
        long refusalNs,
        OffloadSettings moves) {
    /** No switch has it. */
    public static final KernelPlan NONE =
            new KernelPlan(0, 0, 0, 0, 0, 0, Long.MAX_VALUE, OffloadSettings.DEFAULT);

    /**
     * @param node of a switch
     * @return whether it has the kernel datapath
     */
    public boolean has(final int node) {
        return (switches >>> (node & 63) & 1) != 0;
    }
}
