package io.polycast.sim.draw;

import io.polycast.core.offload.OffloadSettings;
import io.polycast.sim.scenario.KernelPlan;
import io.polycast.sim.time.Rng;

/** Draws the switches with a kernel datapath. */
final class KernelDraw {
    /** So that the seeds recorded for planted bugs keep to the engine, as when they were found. */
    private static final long OWN_NUMBERS = 0x6B65_726E_656C_12D3L;

    private KernelDraw() {}

    /**
     * Drawn from numbers of its own, so that the rest of a seed's scenario is what it would be
     * without.
     */
    static KernelPlan of(final long seed, final long faultsEndNs) {
        final Rng rng = new Rng(Rng.mix(seed) ^ OWN_NUMBERS);
        if (rng.percent(50)) {
            return KernelPlan.NONE;
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
}
