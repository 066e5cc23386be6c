package io.polycast.ack;

import static io.polycast.ack.AckRig.NAK_REPEAT_NS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.RnrTimer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule 6: each RNR NAK costs the source one of its RNR retries, so one passes an episode. */
class RnrNakTest {
    private static final int SHORT = 12;
    private static final int LONG = 14;
    private static final int LONGEST = 0;

    private final AckRig rig = new AckRig(3);

    private String rnr(final int path, final int code) {
        return rig.nak(path, 0, Aeth.RNR_NAK | code);
    }

    @BeforeEach
    void shouldPassTheFirst() {
        assertEquals("nak 0 0x2c", rnr(1, SHORT));
    }

    @Test
    void shouldPassNoneWhileTheTimerRuns() {
        assertEquals("", rnr(2, LONG));
        assertEquals("", rnr(3, LONGEST));
        rig.nowNs += RnrTimer.nanos(SHORT) - 1;
        assertEquals("", rnr(3, LONGEST));
    }

    @Test
    void shouldPassALongerOneWhenTheTimerHasRunOut() {
        rig.nowNs += RnrTimer.nanos(SHORT);
        assertEquals("", rnr(1, SHORT), "the same");
        assertEquals("", rnr(2, SHORT - 1), "a shorter one");
        assertEquals("nak 0 0x2e", rnr(2, LONG));
        rig.nowNs += RnrTimer.nanos(SHORT);
        assertEquals("", rnr(3, LONGEST), "the timer of that one runs");
        rig.nowNs += RnrTimer.nanos(LONG) - RnrTimer.nanos(SHORT);
        assertEquals("nak 0 0x20", rnr(3, LONGEST));
    }

    @Test
    void shouldPassNoOtherOfItsLengthHoweverLongTheSourceIsAway() {
        rig.nowNs += 100 * RnrTimer.nanos(LONGEST);
        assertEquals("", rnr(2, SHORT));
    }

    @Test
    void shouldPassOneAgainWhenTheDataHasPassed() {
        rig.data(0);
        assertEquals("nak 0 0x2c", rnr(2, SHORT));
        assertEquals("", rnr(1, SHORT));
    }

    @Test
    void shouldPassOneForAnotherPsn() {
        rig.data(0, 1);
        rig.ack(1, 0);
        rig.ack(2, 0);
        rig.ack(3, 0);
        assertEquals("nak 1 0x2c", rig.nak(1, 1, Aeth.RNR_NAK | SHORT));
    }

    @Test
    void shouldHoldBackASequenceNakWhileTheSourceWaits() {
        rig.nowNs += RnrTimer.nanos(SHORT) + NAK_REPEAT_NS - 1;
        assertEquals("", rig.nak(2, 0));
        rig.nowNs++;
        assertEquals("nak 0 0x60", rig.nak(2, 0), "what the source then repeated was lost");
    }

    @Test
    void shouldPassAFatalNakAtOnce() {
        assertEquals("nak 0 0x62", rig.nak(2, 0, Aeth.NAK_REMOTE_ACCESS_ERROR));
        assertEquals("", rnr(3, LONGEST));
    }
}
