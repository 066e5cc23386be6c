package io.polycast.mft.feedback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.RnrTimer;
import org.junit.jupiter.api.Test;

/** Rule 6: a sequence NAK gives way to an RNR NAK, a shorter timer to a longer, all to a fatal NAK. */
class NakSeverityTest {
    private static final int SEQUENCE = NakSeverity.of(Aeth.NAK_PSN_SEQUENCE_ERROR);
    private static final int FATAL = NakSeverity.of(Aeth.NAK_REMOTE_ACCESS_ERROR);

    private static int rnr(final int code) {
        return NakSeverity.of(Aeth.RNR_NAK | code);
    }

    @Test
    void shouldOrderTimersByTheirLength() {
        for (int a = 0; a < 32; a++) {
            for (int b = 0; b < 32; b++) {
                assertEquals(
                        Long.signum(RnrTimer.nanos(a) - RnrTimer.nanos(b)),
                        Integer.signum(rnr(a) - rnr(b)),
                        a + " and " + b);
            }
            assertTrue(rnr(a) > SEQUENCE && rnr(a) < FATAL, "timer " + a);
        }
    }

    @Test
    void shouldTellTheKindsApart() {
        for (int code = 0; code < 32; code++) {
            assertTrue(NakSeverity.isRnr(rnr(code)));
            assertFalse(NakSeverity.isFatal(rnr(code)));
        }
        for (int syndrome = 0x61; syndrome <= 0x64; syndrome++) {
            assertTrue(NakSeverity.isFatal(NakSeverity.of(syndrome)));
            assertFalse(NakSeverity.isRnr(NakSeverity.of(syndrome)));
        }
        assertFalse(NakSeverity.isFatal(SEQUENCE) || NakSeverity.isRnr(SEQUENCE));
        assertFalse(NakSeverity.isFatal(NakSeverity.NONE) || NakSeverity.isRnr(NakSeverity.NONE));
        assertTrue(NakSeverity.NONE < SEQUENCE);
    }

    @Test
    void shouldSendTheSyndromeThatCame() {
        for (int syndrome = 0; syndrome < 256; syndrome++) {
            final int severity = NakSeverity.of(syndrome);
            assertEquals(syndrome, NakSeverity.syndrome(severity));
            assertEquals(
                    syndrome,
                    NakSeverity.syndrome(NakSeverity.unpacked(NakSeverity.packed(severity))));
            assertTrue(NakSeverity.packed(severity) < 1 << 10, "10 bits");
        }
    }
}
