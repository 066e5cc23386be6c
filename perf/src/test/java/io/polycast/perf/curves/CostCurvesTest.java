package io.polycast.perf.curves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.perf.curves.CostCurves.Point;
import io.polycast.perf.curves.CostCurves.Verdict;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class CostCurvesTest {
    private static Point point(final int groups, final int fanout, final double ns) {
        return new Point(groups, fanout, ns + 10, 10, 1, ns, ns);
    }

    private static List<Point> line(final double start, final double slope) {
        final List<Point> points = new ArrayList<>();
        for (int fanout = 1; fanout <= 64; fanout *= 2) {
            points.add(point(1, fanout, start + slope * fanout));
        }
        return points;
    }

    @Property
    void shouldFindTheLineThatIsThere(
            @ForAll @DoubleRange(min = 1, max = 1000) final double start,
            @ForAll @DoubleRange(min = 1, max = 1000) final double slope) {
        final Verdict verdict = Verdict.of(List.of(point(1, 3, 100)), line(start, slope));
        assertEquals(start, verdict.packetNs(), 1e-3 * (start + slope));
        assertEquals(slope, verdict.copyNs(), 1e-3 * slope);
        assertEquals(0, verdict.worstDeviationPercent(), 0.1);
    }

    @Test
    void shouldSeeThatTheLastPointIsTwiceTheLine() {
        final List<Point> points = line(50, 20);
        points.set(6, point(1, 64, 2 * points.get(6).nsOfSwitch()));
        final Verdict verdict = Verdict.of(List.of(point(1, 3, 100)), points);
        assertTrue(verdict.worstDeviationPercent() > 25, verdict.toString());
    }

    @Test
    void shouldMeasureGrowthOverGroupsWithoutTheGenerator() {
        final Verdict verdict =
                Verdict.of(
                        List.of(point(1, 3, 100), point(10, 3, 110), point(100, 3, 220)),
                        line(50, 20));
        assertEquals(2.2, verdict.groupsFactor(), 1e-9);
        assertEquals(2.0, verdict.groupsStep(), 1e-9);
    }
}
