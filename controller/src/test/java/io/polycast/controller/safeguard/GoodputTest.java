package io.polycast.controller.safeguard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.parser.mrp.MrpAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Samples of a group, and when they are too low. */
class GoodputTest {
    private static final long USUAL = 125_000_000;
    private static final MrpAddress SOURCE = MrpAddress.ipv4(1);
    private static final MrpAddress OTHER = MrpAddress.ipv4(2);

    private final GoodputWatch watch = new GoodputWatch();
    private long nowMs;

    private static GuardView view(final long epoch, final MrpAddress source, final long number) {
        return new GuardView(
                epoch, source, Set.of(SOURCE, OTHER), number, SafeguardSettings.DEFAULT, true);
    }

    private SlowTree sample(final MrpAddress host, final long bytes) {
        return watch.take("g", view(1, SOURCE, 1), host, new Goodput(nowMs, nowMs + 100, bytes));
    }

    /** Samples of 100 ms each; none but the last may be a finding. */
    private SlowTree goodput(final int samples, final long bytes) {
        SlowTree slow = null;
        for (int i = 0; i < samples; i++) {
            assertNull(slow);
            slow = sample(SOURCE, bytes);
            nowMs += 100;
        }
        return slow;
    }

    @Test
    void shouldFindGoodputThatIsLowForASecond() {
        assertNull(goodput(20, USUAL));
        assertNull(goodput(9, USUAL / 4));
        assertEquals(new SlowTree(1, 2_500_000_000L, 10_000_000_000L, 1000), goodput(1, USUAL / 4));
    }

    @Test
    void shouldNotTakeAPauseOfTheSourceForFailure() {
        goodput(20, USUAL);
        goodput(9, USUAL / 4);
        nowMs += 5;
        goodput(9, USUAL / 4);
        goodput(1, USUAL);
        assertNull(goodput(9, USUAL / 4));
    }

    @Test
    void shouldJudgeByTheMedianOfGoodSamples() {
        goodput(20, USUAL);
        for (int i = 0; i < 100; i++) {
            goodput(9, USUAL / 10);
            goodput(1, USUAL);
        }
        assertNotNull(goodput(10, USUAL / 10));
    }

    @Test
    void shouldNotJudgeByTooFewSamples() {
        goodput(3, USUAL);
        assertNull(goodput(GoodputMedian.FEWEST - 4, 1));
    }

    @Test
    void shouldJudgeByTheSlowestMember() {
        goodput(20, USUAL);
        SlowTree slow = null;
        for (int i = 0; i < 10; i++) {
            assertNull(sample(OTHER, 0));
            slow = goodput(1, USUAL);
        }
        assertEquals(0, slow.bps());
        for (int i = 0; i < 30; i++) {
            assertNull(sample(OTHER, 0), "without the source nothing is low");
        }
    }

    @Test
    void shouldBeginAnewWithAnotherSourceDecisionOrGroup() {
        goodput(20, USUAL);
        goodput(9, 0);
        nowMs -= 100;
        final Goodput low = new Goodput(nowMs, nowMs + 100, 0);
        assertNull(watch.take("g", view(1, SOURCE, 2), SOURCE, low));
        goodput(9, 0);
        assertNull(watch.take("g", view(1, OTHER, 1), OTHER, low));
        assertNull(watch.take("g", view(2, SOURCE, 1), SOURCE, low));
        assertNull(watch.take("g", null, SOURCE, low));
        assertNull(goodput(20, 0), "no median yet");
    }

    @Test
    void shouldNotHeedHostsThatAreNoMembers() {
        goodput(20, USUAL);
        for (int i = 0; i < 30; i++) {
            assertNull(sample(MrpAddress.ipv4(3), 0));
            assertNull(goodput(1, USUAL));
        }
    }

    @Test
    void shouldTakeSensibleSamplesOnly() {
        assertThrows(IllegalArgumentException.class, () -> new Goodput(5, 5, 1));
        assertThrows(IllegalArgumentException.class, () -> new Goodput(0, 60_001, 1));
        assertThrows(IllegalArgumentException.class, () -> new Goodput(0, 1, -1));
        final long most = new Goodput(0, 1, Goodput.MOST_BYTES).bps();
        assertEquals(8_000L << 48, most);
    }
}
