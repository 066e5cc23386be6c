package io.polycast.parser.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class AethTest {
    @Test
    void shouldKnowWhichSyndromesAReceiverMaySend() {
        for (int syndrome = 0; syndrome < 256; syndrome++) {
            final int type = syndrome >>> 5;
            final boolean valid = type < 2 || type == 3 && (syndrome & 0x1F) <= 4;
            assertEquals(valid, Aeth.isValid(syndrome));
            if (valid) {
                assertEquals(type, Aeth.type(syndrome));
                assertEquals(syndrome & 0x1F, Aeth.value(syndrome));
            }
        }
        assertFalse(Aeth.isFatal(Aeth.NAK_PSN_SEQUENCE_ERROR));
        assertTrue(Aeth.isFatal(Aeth.NAK_INVALID_REQUEST));
        assertFalse(Aeth.isFatal(Aeth.RNR_NAK | 31));
    }

    @Test
    void shouldHoldCodeZeroForTheLongestTimer() {
        assertEquals(655_360_000, RnrTimer.nanos(0));
        assertEquals(10_000, RnrTimer.nanos(1));
        assertEquals(60_000, RnrTimer.nanos(5));
        assertEquals(81_920_000, RnrTimer.nanos(0x1A));
        assertEquals(61_440_000, RnrTimer.nanos(0x19));
        assertEquals(491_520_000, RnrTimer.nanos(0x1F));
        assertEquals(0, RnrTimer.longer(0, 31));
        assertEquals(0, RnrTimer.longer(31, 0));
        assertEquals(12, RnrTimer.longer(12, 11));
        for (int code = 2; code < RnrTimer.CODES; code++) {
            assertTrue(RnrTimer.nanos(code) > RnrTimer.nanos(code - 1));
        }
    }

    @Property
    void shouldFindTheShortestCodeThatIsLongEnough(
            @ForAll @LongRange(min = 0, max = 655_360_000) final long delayNs) {
        final long found = RnrTimer.nanos(RnrTimer.codeFor(delayNs));
        assertTrue(found >= delayNs);
        for (int code = 0; code < RnrTimer.CODES; code++) {
            assertFalse(RnrTimer.nanos(code) >= delayNs && RnrTimer.nanos(code) < found);
        }
    }

    @Property
    void shouldDescribeEverySyndromeDistinctly(
            @ForAll @IntRange(max = 255) final int a, @ForAll @IntRange(max = 255) final int b) {
        assertEquals(a == b, Aeth.describe(a).equals(Aeth.describe(b)));
    }
}
