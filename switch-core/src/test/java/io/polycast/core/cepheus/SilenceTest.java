package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who is silent, on one switch (design rule 8). Member 0 sends, silentAfter is 100 ms. */
class SilenceTest {
    private static final long MS = 1_000_000L;

    private final GroupSpec spec =
            group(4, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS);

    private SwitchRig rig;

    @BeforeEach
    void begin() {
        rig = new SwitchRig();
        rig.set(spec);
    }

    private String state(final int member) {
        return rig.role.group(GROUP).paths().get(member).state();
    }

    /** Time passes, with a look of the switch at every millisecond. */
    private String wait(final int milliseconds) {
        final StringBuilder out = new StringBuilder();
        for (int n = 0; n < milliseconds; n++) {
            out.append(rig.tick(rig.nowNs + MS));
        }
        return out.toString();
    }

    @Test
    @DisplayName("rule 8: one lost frame is no silence, though the source's timer is longer")
    void shouldKeepALiveMemberWhenTheSourcesTimerIsLonger() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        // Member 3 lost the frame; the source repeats it after 430 ms.
        wait(430);
        assertEquals("p3:data(0)", rig.data(0, 0));
        wait(20);
        assertEquals("p0:ack(0)", rig.ack(3, 0));
        assertEquals(0, rig.counters.get(Tally.MEMBERS_EVICTED));
    }

    @Test
    void shouldTakeOutWhoLeavesTwoRepetitionsUnanswered() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        wait(430);
        rig.data(0, 0);
        assertEquals("", wait(430), "one repetition proves nothing");
        rig.data(0, 0);
        assertEquals("", wait(24), "its answer may be under way");
        assertEquals("p0:ack(0)", wait(2));
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldNotLookAgainOnceAllHaveAnswered() {
        rig.data(0, 0, 0, 0);
        wait(100);
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        rig.ack(3, 0);
        wait(30);
        assertEquals(Long.MAX_VALUE, rig.core.onTick(rig.nowNs, rig));
        assertEquals(0, rig.counters.get(Tally.MEMBERS_EVICTED));
    }

    @Test
    void shouldWaitForTheAnswerToTheSecondRepetition() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        wait(60);
        rig.data(0, 0);
        wait(60);
        rig.data(0, 0);
        wait(24);
        assertEquals("p0:ack(0)", rig.ack(3, 0));
        wait(100);
        assertEquals("receiver", state(3));
    }

    @Test
    void shouldNotTakeRepetitionsForSilenceBeforeSilentAfter() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        for (int n = 0; n < 9; n++) {
            wait(10);
            rig.data(0, 0);
        }
        wait(60);
        assertEquals("receiver", state(3));
        rig.data(0, 0);
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldCountAnewAfterAnyFeedback() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        rig.ack(3, 0);
        rig.data(0, 1);
        rig.ack(1, 1);
        rig.ack(2, 1);
        final byte[][] answers = {
            ackFrame(3, 0, Aeth.ACK_UNLIMITED, 0).build(),
            ackFrame(3, 1, Aeth.RNR_NAK | 1, 0).build(),
            ackFrame(3, 9, Aeth.ACK_UNLIMITED, 0).build(),
            ackFrame(3, 1, Aeth.NAK_PSN_SEQUENCE_ERROR, 0).build()
        };
        for (int n = 0; n < 12; n++) {
            wait(60);
            rig.data(0, 1);
            rig.inject(3, answers[n % answers.length]);
        }
        assertEquals("receiver", state(3));
        wait(60);
        rig.data(0, 1);
        wait(60);
        rig.data(0, 1);
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldWatchTheOldestPacketAloneIfTheSourceRepeatsNoOther() {
        rig.inject(0, dataFrame(0, 0).ackReq(false).build());
        rig.data(0, 1, 2, 3, 4, 5);
        rig.ack(1, 5);
        rig.ack(2, 5);
        for (int n = 0; n < 3; n++) {
            wait(60);
            rig.data(0, 0);
        }
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldWatchASourceThatGoesBackThroughItsWindow() {
        rig.data(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        rig.ack(1, 9);
        rig.ack(2, 9);
        rig.ack(3, 2);
        for (int n = 0; n < 4; n++) {
            wait(60);
            rig.data(0, 3, 4, 5, 6, 7, 8, 9);
        }
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldNotStayWithPsnsThatAreNotRepeated() {
        rig.data(0, 10, 10);
        // Damaged on the way here: PSNs that the source never repeats.
        rig.data(0, 2, 3, 4, 5, 6);
        rig.ack(1, 10);
        rig.ack(2, 10);
        for (int n = 0; n < 6; n++) {
            wait(60);
            rig.data(0, 10);
        }
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldOweNothingForWhatNoLongerAsks() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        for (int n = 0; n < 8; n++) {
            wait(60);
            rig.inject(0, dataFrame(0, 0).ackReq(false).build());
        }
        assertEquals("receiver", state(3));
        for (int n = 0; n < 2; n++) {
            assertEquals("receiver", state(3));
            rig.data(0, 0);
            wait(60);
        }
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldFindWhoIsSilentThoughTheSourceAsksAtAnotherPsnEachTime() {
        // As soft-RoCE does in a long message: each 66th packet asks, wherever a round begins.
        int count = 0;
        for (int round = 0; round < 4; round++) {
            for (int psn = 0; psn < 128; psn++) {
                rig.inject(0, dataFrame(0, psn).ackReq(++count % 66 == 0).build());
            }
            rig.ack(1, 127);
            rig.ack(2, 127);
            assertEquals("receiver", state(3));
            wait(34);
        }
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldNotTakeNewDataForARepetition() {
        for (int psn = 0; psn < 60; psn++) {
            rig.data(0, psn);
            rig.ack(1, psn);
            rig.ack(2, psn);
            wait(10);
        }
        assertEquals("receiver", state(3), "it was asked, but never again");
    }

    @Test
    void shouldCountARoundOnce() {
        rig.data(0, 0, 1, 2, 3, 4, 5);
        rig.ack(1, 5);
        rig.ack(2, 5);
        wait(120);
        rig.data(0, 0, 1, 2, 3, 4, 5);
        wait(60);
        assertEquals("receiver", state(3));
    }

    @Test
    void shouldNotCountCopiesThatNoPortTook() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        rig.refuse = true;
        for (int n = 0; n < 8; n++) {
            wait(60);
            assertEquals(Ending.EGRESS_REFUSED, rig.ending(0, dataFrame(0, 0).build()));
        }
        assertEquals("receiver", state(3));
        rig.refuse = false;
        rig.data(0, 0);
        wait(60);
        assertEquals("receiver", state(3));
        rig.data(0, 0);
        wait(60);
        rig.data(0, 0);
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldNotHoldDataAgainstAnybodyThatDidNotLeaveAtFirst() {
        rig.refuse = true;
        rig.data(0, 0);
        rig.refuse = false;
        wait(200);
        rig.data(0, 0);
        wait(60);
        rig.data(0, 0);
        wait(30);
        assertEquals(0, rig.counters.get(Tally.MEMBERS_EVICTED), "asked 90 ms ago");
    }

    /** Two answers short of being taken out: asked once, and one repetition unanswered. */
    private void suspect() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        wait(60);
        rig.data(0, 0);
        wait(60);
    }

    @Test
    @DisplayName("rule 8: a set forgets the silence of the old entry")
    void shouldForgetSilenceWithASet() {
        suspect();
        rig.set(spec);
        rig.data(0, 0);
        wait(90);
        assertEquals("receiver", state(3));
        rig.data(0, 0);
        wait(30);
        rig.data(0, 0);
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    void shouldForgetALookThatIsDueWithASet() {
        suspect();
        rig.data(0, 0);
        rig.set(spec);
        wait(60);
        assertEquals("receiver", state(3));
    }

    @Test
    void shouldForgetSilenceWithTheSource() {
        suspect();
        rig.data(0, 0);
        rig.data(1, 1);
        rig.ack(0, 1);
        rig.ack(2, 1);
        wait(60);
        rig.data(1, 1);
        wait(30);
        assertEquals("receiver", state(3));
        wait(60);
        rig.data(1, 1);
        wait(26);
        assertEquals("evicted", state(3));
    }

    @Test
    @DisplayName("rule 8: a standstill of the switch itself is nobody's silence")
    void shouldNotTakeItsOwnStandstillForSilence() {
        suspect();
        rig.data(0, 0);
        rig.tick(rig.nowNs + 400 * MS);
        // What came meanwhile is read only now.
        assertEquals("p0:ack(0)", rig.ack(3, 0));
        suspect(1);
        rig.nowNs += 400 * MS;
        // Frames that piled up come in one moment, before any look at the clock.
        rig.data(0, 1, 1, 1);
        rig.tick(rig.nowNs);
        assertEquals("p0:ack(1)", rig.ack(3, 1));
        assertEquals(0, rig.counters.get(Tally.MEMBERS_EVICTED));
    }

    private void suspect(final int psn) {
        rig.data(0, psn);
        rig.ack(1, psn);
        rig.ack(2, psn);
    }

    @Test
    void shouldTakeOutAllWhoAreSilentAtOnce() {
        rig.data(0, 0, 0);
        rig.ack(1, 0);
        wait(101);
        rig.data(0, 0);
        assertEquals("p0:ack(0)", wait(26));
        assertEquals(2, rig.counters.get(Tally.MEMBERS_EVICTED));
        assertTrue(rig.sumsClose());
    }
}
