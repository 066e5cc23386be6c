package io.polycast.perf.suite;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A run beside an older one. Two figures differ when their confidence intervals do not meet, and by more than a
 * tolerance, for what intervals within a run do not show (another hour, other neighbours).
 *
 * @param lines one a benchmark
 */
public record Comparison(List<Line> lines) {
    /** Bytes an operation beyond which it allocates: below is the harness's own bookkeeping. */
    static final double ALLOCATES = 0.5;

    /** What became of a benchmark. */
    public enum Verdict {
        FASTER,
        SLOWER,
        WITHIN_NOISE,
        /** As fast as before or not, it allocates now and did not. */
        ALLOCATES_NOW,
        /** One of the two has no interval: too few iterations. */
        NO_INTERVAL,
        /** Not in the older run. */
        NEW,
        /** Not in this run. */
        MISSING;

        /**
         * @return in words
         */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One benchmark.
     *
     * @param key name and parameters
     * @param before mean in ns, or null
     * @param beforeError half of its interval, or null
     * @param now mean in ns, or null
     * @param nowError half of its interval, or null
     * @param verdict on it
     */
    public record Line(
            @JsonProperty("benchmark") String key,
            @JsonProperty("before_ns") Double before,
            @JsonProperty("before_error") Double beforeError,
            @JsonProperty("now_ns") Double now,
            @JsonProperty("now_error") Double nowError,
            Verdict verdict) {
        /**
         * @return now by before, or NaN
         */
        public double ratio() {
            return before == null || now == null || before <= 0 ? Double.NaN : now / before;
        }
    }

    /**
     * Compares.
     *
     * @param before the older run
     * @param now the run to judge
     * @param tolerance part of the older figure that a difference must exceed, at least 0
     * @param complete whether the new run was of all benchmarks, so that what it lacks is missing
     * @return a line for each
     */
    public static Comparison of(
            final List<BenchmarkResult> before,
            final List<BenchmarkResult> now,
            final double tolerance,
            final boolean complete) {
        final Map<String, BenchmarkResult> older = new LinkedHashMap<>();
        before.forEach(result -> older.put(result.key(), result));
        final List<Line> lines = new ArrayList<>();
        for (final BenchmarkResult result : now) {
            final BenchmarkResult base = older.remove(result.key());
            lines.add(
                    base == null
                            ? new Line(
                                    result.key(),
                                    null,
                                    null,
                                    result.nsPerOp(),
                                    result.error(),
                                    Verdict.NEW)
                            : new Line(
                                    result.key(),
                                    base.nsPerOp(),
                                    base.error(),
                                    result.nsPerOp(),
                                    result.error(),
                                    verdict(base, result, tolerance)));
        }
        if (complete) {
            older.values()
                    .forEach(
                            base ->
                                    lines.add(
                                            new Line(
                                                    base.key(),
                                                    base.nsPerOp(),
                                                    base.error(),
                                                    null,
                                                    null,
                                                    Verdict.MISSING)));
        }
        return new Comparison(List.copyOf(lines));
    }

    private static Verdict verdict(
            final BenchmarkResult before, final BenchmarkResult now, final double tolerance) {
        if (bytes(before) < ALLOCATES && bytes(now) >= ALLOCATES) {
            return Verdict.ALLOCATES_NOW;
        }
        if (before.error() == null || now.error() == null) {
            return Verdict.NO_INTERVAL;
        }
        // One sum and no quotient, so that rounding says the same whichever run is the older.
        final double apart = Math.abs(now.nsPerOp() - before.nsPerOp());
        if (apart <= before.error() + now.error() || apart <= tolerance * before.nsPerOp()) {
            return Verdict.WITHIN_NOISE;
        }
        return now.nsPerOp() > before.nsPerOp() ? Verdict.SLOWER : Verdict.FASTER;
    }

    private static double bytes(final BenchmarkResult result) {
        return result.allocBytesPerOp() == null ? 0 : result.allocBytesPerOp();
    }

    /**
     * @return whether anything became slower beyond the intervals, began to allocate, or is missing
     */
    public boolean failed() {
        return lines.stream()
                .map(Line::verdict)
                .anyMatch(
                        verdict ->
                                verdict == Verdict.SLOWER
                                        || verdict == Verdict.ALLOCATES_NOW
                                        || verdict == Verdict.MISSING);
    }
}
