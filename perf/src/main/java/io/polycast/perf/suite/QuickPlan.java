package io.polycast.perf.suite;

import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How a quick run divides its minute: one fork for each set of parameters, four warm-ups and twelve iterations that
 * take what is left of its share when the fork has started. With too many sets for that, all run in this process,
 * where they disturb each other's compilation.
 *
 * @param forked whether each set has a process of its own
 * @param iterationMs of each warm-up and each iteration
 */
public record QuickPlan(boolean forked, long iterationMs) {
    /** The fewest of which one at each end may be out of place. */
    static final int ITERATIONS = 12;

    static final int WARM_UPS = 4;

    /** All of a quick run but what Maven and the launcher take. */
    static final long BUDGET_MS = 50_000;

    /** Cost of a fork beside its iterations: two JVM starts on a slow core. */
    static final long FORK_MS = 750;

    private static final long LEAST_MS = 15;
    private static final long MOST_MS = 200;

    /**
     * @param sets of parameters over all benchmarks, at least 1
     * @return a plan whose run takes less than a minute
     */
    public static QuickPlan of(final int sets) {
        final long share = BUDGET_MS / sets;
        final long forkedMs = (share - FORK_MS) / (ITERATIONS + WARM_UPS);
        return forkedMs >= LEAST_MS
                ? new QuickPlan(true, Math.min(MOST_MS, forkedMs))
                : new QuickPlan(
                        false, Math.min(MOST_MS, Math.max(1, share / (ITERATIONS + WARM_UPS + 1))));
    }

    void apply(final ChainedOptionsBuilder options) {
        options.forks(forked ? 1 : 0)
                .warmupIterations(WARM_UPS)
                .warmupTime(TimeValue.milliseconds(iterationMs))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(iterationMs));
    }
}
