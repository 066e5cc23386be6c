package io.polycast.perf.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.perf.suite.Comparison.Verdict;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static BenchmarkResult result(
            final double ns, final Double error, final double allocated) {
        return new BenchmarkResult("b", Map.of("size", "1"), ns, error, allocated, Map.of());
    }

    private static Comparison compare(
            final BenchmarkResult before, final BenchmarkResult now, final double tolerance) {
        return Comparison.of(List.of(before), List.of(now), tolerance, true);
    }

    private static Verdict verdict(final BenchmarkResult before, final BenchmarkResult now) {
        return compare(before, now, 0).lines().get(0).verdict();
    }

    @Test
    void shouldCallWhatLiesBeyondBothIntervalsSlower() {
        assertEquals(Verdict.SLOWER, verdict(result(100, 5.0, 0), result(111, 5.0, 0)));
        assertTrue(compare(result(100, 5.0, 0), result(111, 5.0, 0), 0).failed());
    }

    @Test
    void shouldCallWhatLiesBelowBothIntervalsFaster() {
        assertEquals(Verdict.FASTER, verdict(result(100, 5.0, 0), result(89, 5.0, 0)));
        assertFalse(compare(result(100, 5.0, 0), result(89, 5.0, 0), 0).failed());
    }

    @Test
    void shouldCallWhatMeetsTheIntervalNoise() {
        assertEquals(Verdict.WITHIN_NOISE, verdict(result(100, 5.0, 0), result(110, 5.0, 0)));
        assertEquals(Verdict.WITHIN_NOISE, verdict(result(100, 5.0, 0), result(90, 5.0, 0)));
    }

    @Test
    void shouldForgiveWithinTheTolerance() {
        final Comparison comparison = compare(result(100, 1.0, 0), result(109, 1.0, 0), 0.1);
        assertEquals(Verdict.WITHIN_NOISE, comparison.lines().get(0).verdict());
        assertTrue(compare(result(100, 1.0, 0), result(109, 1.0, 0), 0.05).failed());
    }

    @Test
    void shouldFailWhatBeginsToAllocateHoweverFast() {
        final Comparison comparison = compare(result(100, 1.0, 0.01), result(50, 1.0, 16), 0);
        assertEquals(Verdict.ALLOCATES_NOW, comparison.lines().get(0).verdict());
        assertTrue(comparison.failed());
    }

    @Test
    void shouldNotJudgeWithoutAnInterval() {
        assertEquals(Verdict.NO_INTERVAL, verdict(result(100, null, 0), result(500, 5.0, 0)));
        assertEquals(Verdict.NO_INTERVAL, verdict(result(100, 5.0, 0), result(500, null, 0)));
    }

    @Test
    void shouldTellNewFromMissing() {
        final BenchmarkResult other = new BenchmarkResult("c", Map.of(), 1, 0.1, 0.0, Map.of());
        final Comparison complete =
                Comparison.of(List.of(result(1, 0.1, 0)), List.of(other), 0, true);
        assertEquals(
                List.of(Verdict.NEW, Verdict.MISSING),
                complete.lines().stream().map(Comparison.Line::verdict).toList());
        assertTrue(complete.failed());
        final Comparison part = Comparison.of(List.of(result(1, 0.1, 0)), List.of(other), 0, false);
        assertEquals(1, part.lines().size());
        assertFalse(part.failed());
    }

    @Test
    void shouldCallIntervalsThatTouchNoiseWhicheverRunIsTheOlder() {
        final BenchmarkResult one = result(342, 17.7, 0);
        final BenchmarkResult other = result(459, 99.3, 0);
        assertEquals(Verdict.WITHIN_NOISE, verdict(one, other));
        assertEquals(Verdict.WITHIN_NOISE, verdict(other, one));
    }

    @Property
    void shouldMirrorVerdictsWhenRunsChangePlaces(
            @ForAll @DoubleRange(min = 1, max = 1000) final double a,
            @ForAll @DoubleRange(min = 0, max = 100) final double aError,
            @ForAll @DoubleRange(min = 1, max = 1000) final double b,
            @ForAll @DoubleRange(min = 0, max = 100) final double bError) {
        final Verdict there = verdict(result(a, aError, 0), result(b, bError, 0));
        final Verdict back = verdict(result(b, bError, 0), result(a, aError, 0));
        assertEquals(
                switch (there) {
                    case SLOWER -> Verdict.FASTER;
                    case FASTER -> Verdict.SLOWER;
                    default -> there;
                },
                back);
    }
}
