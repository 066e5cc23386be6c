package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules of feedback by number (design, section 3), member 0 being the source. */
class FeedbackRulesTest {
    private SwitchRig rig = SwitchRig.withMembers(4, 0);

    @AfterEach
    void everyFrameEnded() {
        assertTrue(rig.sumsClose(), "frames in = sum of endings");
    }

    @Test
    @DisplayName("aggregate: leaves when the last path at the minimum moves, never before")
    void shouldAcknowledgeTheMinimum() {
        assertEquals("p1:data(0) p2:data(0) p3:data(0)", rig.data(0, 0));
        rig.data(0, 1, 2);
        assertEquals("", rig.ack(1, 2));
        assertEquals("", rig.ack(2, 1));
        assertEquals("p0:ack(0)", rig.ack(3, 0));
        assertEquals("p0:ack(1)", rig.ack(3, 2));
        assertEquals("p0:ack(2)", rig.ack(2, 2));
    }

    @Test
    @DisplayName("rule 1: an unknown path holds back every aggregate and is never filtered")
    void rule1UnknownPath() {
        rig = SwitchRig.withMembers(4, GroupSpec.UNKNOWN_PSN);
        // 100 was lost before the switch: 101 establishes the source.
        rig.data(0, 101);
        assertEquals("", rig.ack(1, 101));
        assertEquals("", rig.nak(2, 100));
        assertEquals("", rig.ack(1, 101), "path 3 is still unknown");
        assertEquals("p2:data(100) p3:data(100)", rig.data(0, 100), "unknown path 3 gets it too");
        assertEquals("p0:nak(100)", rig.nak(3, 100), "now all are known");
    }

    @Test
    @DisplayName("rule 2: a retransmission that all have acknowledged is answered by the switch")
    void rule2LostAggregate() {
        rig.data(0, 0, 1);
        rig.ack(1, 1);
        rig.ack(2, 1);
        rig.ack(3, 1);
        assertEquals("p0:ack(1)", rig.data(0, 0));
        assertEquals("p0:ack(1)", rig.data(0, 1), "once per frame");
        assertEquals("", rig.inject(0, dataFrame(0, 1).ackReq(false).build()), "only with AckReq");
        assertEquals(2, rig.counters.get(Ending.RETRANSMISSION_ANSWERED));
        assertEquals(1, rig.counters.get(Ending.RETRANSMISSION_FILTERED));
    }

    @Test
    @DisplayName("rule 3: a MePSN that the minimum reaches without a NACK dies")
    void rule3StaleMePsn() {
        rig.data(0, 0, 1, 2, 3, 4, 5, 6);
        assertEquals("", rig.nak(1, 2));
        // Path 1 gets 2 in another way and acknowledges past it; all pass 2 in one coalesced step.
        assertEquals("", rig.ack(1, 4));
        assertEquals("", rig.ack(2, 4));
        assertEquals("p0:ack(4)", rig.ack(3, 4));
        // A later loss is not masked by the stale 2.
        assertEquals("", rig.ack(2, 5));
        assertEquals("", rig.ack(3, 5));
        assertEquals("p0:nak(5)", rig.nak(1, 5));
    }

    @Test
    @DisplayName("rule 4: comparisons are serial over the 24-bit wrap")
    void rule4Wrap() {
        rig = SwitchRig.withMembers(3, 0xFF_FFFF);
        rig.data(0, 0xFF_FFFF, 0, 1);
        rig.ack(1, 0xFF_FFFF);
        assertEquals("p0:ack(16777215)", rig.ack(2, 0));
        assertEquals("p0:ack(0)", rig.ack(1, 1));
        assertEquals("p2:data(1)", rig.data(0, 1), "only path 2 needs it");
        assertEquals("p0:nak(1)", rig.nak(2, 1));
    }

    @Test
    @DisplayName("rule 5: one loss seen by many receivers makes one NACK")
    void rule5OneNakPerLoss() {
        rig.data(0, 0, 1, 2, 3);
        rig.ack(1, 0);
        rig.ack(2, 0);
        assertEquals("p0:ack(0)", rig.ack(3, 0));
        assertEquals("p0:nak(1)", rig.nak(1, 1));
        assertEquals("", rig.nak(2, 1));
        assertEquals("", rig.nak(3, 1));
        assertEquals(2, rig.counters.get(Tally.NAKS_SUPPRESSED));
        assertEquals("p1:data(1) p2:data(1) p3:data(1)", rig.data(0, 1));
        assertEquals("p0:nak(1)", rig.nak(2, 1), "lost again: its retransmission has passed");
    }

    @Test
    @DisplayName("rule 5: a NACK for the same loss is repeated after the timeout")
    void rule5RepeatAfterTimeout() {
        rig.data(0, 0, 1);
        assertEquals("", rig.ack(2, 1));
        assertEquals("", rig.ack(3, 1));
        assertEquals("p0:nak(0)", rig.nak(1, 0));
        assertEquals("", rig.nak(1, 0));
        rig.nowNs += 1_000_000;
        assertEquals("p0:nak(0)", rig.nak(1, 0));
    }

    @Test
    @DisplayName("rule 6: RNR NAK waits for the others, the longest timer wins, 0 is the longest")
    void rule6Rnr() {
        rig.data(0, 0, 1);
        assertEquals("", rig.nak(1, 1, 0x21));
        assertEquals("", rig.nak(2, 1, 0x20));
        assertEquals("p0:rnr(1,0x20)", rig.ack(3, 0));
        assertEquals("", rig.nak(1, 1, 0x3F), "a shorter timer adds nothing");
        assertEquals("", rig.nak(1, 1), "neither does the sequence NAK that follows an RNR");
    }

    @Test
    @DisplayName("rule 6: RNR NAKs of several receivers at one PSN spend one RNR retry")
    void rule6RnrEpisode() {
        rig.data(0, 0);
        assertEquals("p0:rnr(0,0x2c)", rig.nak(1, 0, 0x2C));
        assertEquals("", rig.nak(2, 0, 0x2E));
        assertEquals("", rig.nak(3, 0, 0x20));
        rig.nowNs += 640_000;
        assertEquals("p0:rnr(0,0x2e)", rig.nak(2, 0, 0x2E), "longer, and the first has run out");
        rig.data(0, 0);
        assertEquals("p0:rnr(0,0x2c)", rig.nak(1, 0, 0x2C), "the source has repeated");
        assertEquals(3, rig.counters.get(Tally.RNR_NAKS_OUT));
    }

    @Test
    @DisplayName("rule 6: a fatal NAK goes up with fail-group, after all others are up to it")
    void rule6FatalFailsGroup() {
        rig.data(0, 0, 1);
        rig.ack(1, 0);
        assertEquals("", rig.nak(2, 1, Aeth.NAK_REMOTE_ACCESS_ERROR));
        assertEquals("p0:fatal(1,0x62)", rig.ack(3, 0));
        assertEquals(1, rig.counters.get(Tally.FATAL_NAKS_OUT));
    }

    @Test
    @DisplayName("rule 6: with evict-member the member leaves and the group goes on")
    void rule6FatalEvictsMember() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0));
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(3, 0);
        assertEquals("p0:ack(0)", rig.nak(2, 0, Aeth.NAK_INVALID_REQUEST));
        assertEquals("p1:data(1) p3:data(1)", rig.data(0, 1));
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
        assertEquals(Ending.EVICTED_MEMBER, rig.ending(2, ackFrame(2, 1, 0x1F, 0).build()));
    }

    @Test
    @DisplayName("rule 7: the aggregate carries the minimum path's MSN and no credit limit")
    void rule7MsnAndCredits() {
        rig.data(0, 0, 1);
        rig.inject(1, ackFrame(1, 1, 0x05, 9).build());
        rig.inject(2, ackFrame(2, 0, 0x03, 7).build());
        assertEquals("p0:ack(0)", rig.inject(3, ackFrame(3, 1, 0x04, 8).build()));
        final UnsafeBuffer ack = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(ack, 0, ack.capacity(), info);
        assertEquals(Aeth.ACK_UNLIMITED, Aeth.syndrome(ack, info.aethOffset));
        assertEquals(7, Aeth.msn(ack, info.aethOffset));
    }

    @Test
    @DisplayName("rule 9: a source switch swaps the roles of two paths")
    void rule9SourceSwitch() {
        rig.data(0, 0, 1);
        rig.ack(1, 1);
        rig.ack(2, 1);
        rig.ack(3, 0);
        rig.nak(3, 1);
        assertEquals("p0:data(2) p2:data(2) p3:data(2)", rig.data(1, 2));
        assertEquals("", rig.ack(2, 2));
        assertEquals("", rig.ack(3, 2), "the old source is unknown: nothing leaves");
        assertEquals("p1:ack(2)", rig.ack(0, 2), "feedback follows the new source");
        assertEquals(1, rig.counters.get(Tally.SOURCE_SWITCHES));
        assertEquals(Ending.FEEDBACK_FROM_SOURCE, rig.ending(1, ackFrame(1, 2, 0x1F, 0).build()));
    }

    @Test
    @DisplayName("rule 10: feedback counts only from the member's own port and address")
    void rule10Forged() {
        rig.data(0, 0);
        assertEquals(Ending.NOT_A_MEMBER, rig.ending(3, ackFrame(1, 0, 0x1F, 0).build()));
        assertEquals(
                Ending.NOT_A_MEMBER,
                rig.ending(1, ackFrame(1, 0, 0x1F, 0).src("10.0.0.77").build()));
        final byte[] corrupt = ackFrame(1, 0, 0x1F, 0).build();
        corrupt[corrupt.length - 1] ^= 1;
        assertEquals(Ending.BAD_ICRC, rig.ending(1, corrupt));
        assertEquals(
                Ending.WRONG_QPN, rig.ending(1, ackFrame(1, 0, 0x1F, 0).destQpn(0x100).build()));
        rig.ack(2, 0);
        rig.ack(3, 0);
        assertEquals("p0:ack(0)", rig.ack(1, 0), "none of the forgeries moved anything");
    }

    @Test
    @DisplayName("rule 11: a corrupted or implausible frame does not turn the tree round")
    void rule11SpoofedSource() {
        rig.data(0, 0, 1);
        rig.ack(1, 1);
        rig.ack(2, 1);
        rig.ack(3, 1);
        final byte[] corrupt = dataFrame(2, 2).build();
        corrupt[corrupt.length - 6] ^= 1;
        assertEquals(Ending.SOURCE_IMPLAUSIBLE, rig.ending(2, corrupt));
        assertEquals(Ending.SOURCE_IMPLAUSIBLE, rig.ending(2, dataFrame(2, 1).build()), "old PSN");
        assertEquals(
                Ending.SOURCE_IMPLAUSIBLE,
                rig.ending(2, dataFrame(2, 0x30_0000).build()),
                "beyond the window");
        assertEquals(Ending.NOT_A_MEMBER, rig.ending(2, dataFrame(0, 2).build()), "wrong port");
        assertEquals(0, rig.role.group(SwitchRig.GROUP).progress().sourcePath());
    }

    @Test
    @DisplayName("rule 12: feedback beyond the highest PSN forwarded is ignored")
    void rule12BeyondSent() {
        rig.data(0, 0, 1);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, 2, 0x1F, 0).build()));
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, 3, 0x60, 0).build()));
        // A lone jump forward moves nothing...
        rig.data(0, 900);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, 900, 0x1F, 0).build()));
        // ...until its successor follows: then the packets between were lost before the switch.
        rig.data(0, 901);
        assertEquals(Ending.ACK_ABSORBED, rig.ending(1, ackFrame(1, 901, 0x1F, 0).build()));
    }

    @Test
    @DisplayName("rule 12: a source that repeats one PSN for ever is believed when its ICRC holds")
    void rule12RepeatedJump() {
        // The group is new here; a stray duplicate comes before the one packet that is outstanding.
        rig.data(0, 209);
        rig.data(0, 212);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, 212, 0x1F, 0).build()));
        final byte[] corrupt = dataFrame(0, 212).build();
        corrupt[corrupt.length - 7] ^= 4;
        rig.inject(0, corrupt);
        assertEquals(
                Ending.FEEDBACK_BEYOND_SENT,
                rig.ending(1, ackFrame(1, 212, 0x1F, 0).build()),
                "corrupted alike twice, duplicated on the way, say");
        assertEquals("p1:data(212) p2:data(212) p3:data(212)", rig.data(0, 212));
        rig.ack(1, 212);
        rig.ack(2, 212);
        assertEquals("p0:ack(212)", rig.ack(3, 212));
    }

    @Test
    @DisplayName("a corrupted packet stays corrupt in every copy")
    void shouldKeepCorruptPacketsCorrupt() {
        rig.data(0, 0);
        final byte[] corrupt = dataFrame(0, 1).build();
        corrupt[corrupt.length - 7] ^= 4;
        assertEquals("p1:data(1)! p2:data(1)! p3:data(1)!", rig.inject(0, corrupt));
    }
}
