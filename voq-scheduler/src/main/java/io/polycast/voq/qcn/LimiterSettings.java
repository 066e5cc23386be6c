package io.polycast.voq.qcn;

/**
 * Constants of a rate limiter. Rates are in bytes a tick.
 *
 * @param lineRate above which the limiter is off, more than 0
 * @param minRate below which no notification slows a flow, in (0, lineRate]
 * @param increase of the target rate in a cycle of active increase, more than 0
 * @param hyperIncrease of it once bytes and time both are in active increase, more than 0
 * @param cycleBytes bytes of a cycle of fast recovery; half of it in active increase; at least 2
 * @param cycleTicks ticks of such a cycle, likewise; at least 2
 * @param recoveryCycles cycles of fast recovery, at least 1
 */
public record LimiterSettings(
        double lineRate,
        double minRate,
        double increase,
        double hyperIncrease,
        int cycleBytes,
        long cycleTicks,
        int recoveryCycles) {
    /** Checks the ranges. */
    public LimiterSettings {
        if (!(minRate > 0) || !(minRate <= lineRate)) {
            throw new IllegalArgumentException(
                    "0 < minRate=" + minRate + " <= lineRate=" + lineRate + " must hold");
        }
        if (!(increase > 0) || !(hyperIncrease > 0)) {
            throw new IllegalArgumentException(
                    "increase=" + increase + " hyperIncrease=" + hyperIncrease);
        }
        if (cycleBytes < 2 || cycleTicks < 2 || recoveryCycles < 1) {
            throw new IllegalArgumentException(
                    "cycleBytes="
                            + cycleBytes
                            + " cycleTicks="
                            + cycleTicks
                            + " recoveryCycles="
                            + recoveryCycles);
        }
    }

    /**
     * Constants of 802.1Qau (150 KB, 15 ms, 5 cycles, 5 and 50 Mb/s at 10 Gb/s), with rates and time in
     * proportion to the line.
     *
     * @param lineRate bytes a tick
     * @param ticksPerSecond ticks of a second
     * @return the constants
     */
    public static LimiterSettings of(final double lineRate, final double ticksPerSecond) {
        final double tenGigabits = 1.25e9 / ticksPerSecond;
        final double scale = lineRate / tenGigabits;
        return new LimiterSettings(
                lineRate,
                lineRate / 1000,
                scale * tenGigabits * 5e-4,
                scale * tenGigabits * 5e-3,
                150 * 1024,
                Math.max(2, (long) (15e-3 * ticksPerSecond / scale)),
                5);
    }
}
