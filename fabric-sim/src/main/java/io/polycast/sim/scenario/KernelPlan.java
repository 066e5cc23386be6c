package io.polycast.sim.scenario;

import io.polycast.core.offload.OffloadSettings;
import io.polycast.sim.time.Rng;

/**
 * Which switches have the kernel datapath, and how it behaves.
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

    /** So that the seeds recorded for planted bugs keep to the engine, as when they were found. */
    private static final long OWN_NUMBERS = 0x6B65_726E_656C_12D3L;

    /**
     * Drawn from numbers of its own, so that the rest of a seed's scenario is what it would be
     * without.
     */
    static KernelPlan of(final long seed, final long faultsEndNs) {
        final Rng rng = new Rng(Rng.mix(seed) ^ OWN_NUMBERS);
        if (rng.percent(50)) {
            return NONE;
        }
        final long userDelayNs = rng.nextInt(3_000);
        final long holdOffNs = 1_000 + rng.nextInt(50_000);
        final long workNs = rng.nextInt(30_000);
        final int slowPercent = rng.percent(50) ? 0 : rng.between(1, 20);
        final long idleNs = 5_000 + rng.nextInt(200_000);
        return new KernelPlan(
                rng.percent(60) ? -1 : rng.nextLong(),
                userDelayNs,
                rng.percent(80) ? 8 : 1,
                workNs,
                slowPercent,
                1 + rng.nextInt(20_000),
                rng.percent(20) ? rng.nextLong(faultsEndNs) : Long.MAX_VALUE,
                new OffloadSettings(
                        rng.percent(50) ? 0 : rng.nextInt(20_000),
                        1_000 + rng.nextInt(500_000),
                        rng.nextInt(10_000),
                        holdOffNs,
                        16 * holdOffNs,
                        1_000 + rng.nextInt(50_000),
                        idleNs));
    }

    /**
     * @param node of a switch
     * @return whether it has the kernel datapath
     */
    public boolean has(final int node) {
        return (switches >>> (node & 63) & 1) != 0;
    }
}
