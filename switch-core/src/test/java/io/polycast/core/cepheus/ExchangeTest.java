package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.PORTS;
import static io.polycast.core.cepheus.SwitchRig.SWITCH_MAC;
import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory answers and filters only inside a running exchange (rules 2 and 11). */
class ExchangeTest {
    private static final long IDLE_NS = 1_000_000_000L;
    private static final int WINDOW = 100;
    private static final int SOURCE_WINDOW = 1 << 20;

    private final SwitchRig rig =
            new SwitchRig(
                    CepheusSettings.of(SWITCH_MAC, PORTS)
                            .withExchange(new CepheusSettings.ExchangeSettings(IDLE_NS, WINDOW)),
                    null);

    @Test
    void shouldAnswerFromMemoryInsideAnExchange() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        rig.nowNs += IDLE_NS - 1;
        assertEquals("p0:ack(600)", rig.data(0, 590));
    }

    /** A second job on the same hosts, without a word to the switch. */
    @Test
    void shouldBeginAnewAfterAnIdleExchange() {
        for (final int initialPsn : new int[] {-1, 0}) {
            rig.set(group(3, initialPsn));
            transfer(0, 0, 600);
            rig.nowNs += IDLE_NS;
            for (final int psn : new int[] {590, 0}) {
                assertEquals("p1:data(%1$d) p2:data(%1$d)".formatted(psn), rig.data(0, psn));
                rig.nowNs += IDLE_NS;
            }
            assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
            assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0), "nobody has it");
            assertEquals("", rig.ack(1, 0));
            assertEquals("p0:ack(0)", rig.ack(2, 0));
        }
        assertEquals(6, rig.counters.get(Tally.GROUPS_ANEW));
    }

    @Test
    void shouldBeginAnewFromAnyMemberAfterAnIdleExchange() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        rig.nowNs += IDLE_NS;
        assertEquals("p0:data(3) p2:data(3)", rig.data(1, 3));
        assertEquals(Ending.FEEDBACK_FROM_SOURCE, ackEnding(1, 3));
        assertEquals("", rig.ack(0, 3));
        assertEquals("p1:ack(3)", rig.ack(2, 3));
    }

    @Test
    void shouldNotBeginAnewForAFrameWithAWrongIcrc() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        rig.nowNs += IDLE_NS;
        final byte[] broken = dataFrame(0, 0).build();
        broken[broken.length - 1] ^= 1;
        assertEquals(Ending.SOURCE_IMPLAUSIBLE, rig.ending(0, broken));
        assertEquals(600, rig.role.group(GROUP).progress().aggAckPsn(), "nothing is forgotten");
        assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
    }

    /** Frames that prove nothing do not keep memory alive. */
    @Test
    void shouldNotProlongAnExchangeByFramesWithAWrongIcrc() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        final byte[] broken = dataFrame(0, 601).build();
        broken[broken.length - 1] ^= 1;
        rig.nowNs += IDLE_NS - 1;
        rig.inject(0, broken);
        rig.nowNs += 1;
        assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
    }

    @Test
    void shouldProlongAnExchangeByData() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        for (int i = 0; i < 10; i++) {
            rig.nowNs += IDLE_NS / 2;
            assertEquals("p0:ack(600)", rig.data(0, 600));
        }
    }

    /** A connection of the same source that starts far behind is another. */
    @Test
    void shouldBeginAnewForDataFarBehindTheMinimum() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        assertEquals("p0:ack(600)", rig.data(0, 600 - WINDOW));
        final byte[] broken = dataFrame(0, 600 - WINDOW - 1).build();
        broken[broken.length - 1] ^= 1;
        assertEquals(Ending.SOURCE_IMPLAUSIBLE, rig.ending(0, broken));
        assertEquals("p1:data(499) p2:data(499)", rig.data(0, 600 - WINDOW - 1));
        assertEquals("p1:data(499) p2:data(499)", rig.data(0, 600 - WINDOW - 1));
    }

    /** Unknown paths leave no minimum; the window of an honest source is behind the highest PSN. */
    @Test
    void shouldBeginAnewForDataFarBehindTheHighestPsnWithoutAMinimum() {
        rig.set(group(3, -1));
        for (int psn = 0; psn <= 600; psn++) {
            rig.data(0, psn);
        }
        rig.ack(1, 600);
        assertEquals("p2:data(500)", rig.data(0, 600 - WINDOW));
        assertEquals("p1:data(499) p2:data(499)", rig.data(0, 600 - WINDOW - 1));
    }

    @Test
    void shouldForgetAllWhenAGroupIsSetWithoutTheSameEpoch() {
        rig.set(group(3, -1).withEpoch(4));
        transfer(0, 0, 600);
        assertEquals(GroupChange.Kind.ANEW, rig.set(group(3, -1)).kind());
        assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
        assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
    }

    @Test
    void shouldGoOnWhenAGroupIsSetWithTheSameEpoch() {
        rig.set(group(3, -1).withEpoch(4));
        transfer(0, 0, 600);
        assertEquals(GroupChange.Kind.KEPT, rig.set(group(3, -1).withEpoch(4)).kind());
        assertEquals("p0:ack(600)", rig.data(0, 600));
    }

    /** Paths to switches have no QPN: the epoch alone tells connections apart. */
    @Test
    void shouldForgetAllOfATreeWhenItIsSetAgain() {
        final PathSpec next = new PathSpec(1, PathSpec.ANY_VLAN, null, 0x0200_0000_0002L, 0, null);
        final GroupSpec tree = group(3, -1).withPaths(List.of(SwitchRig.host(0), next));
        rig.set(tree.withEpoch(1));
        rig.data(0, 0, 1, 2);
        assertEquals("p0:ack(2)", rig.ack(1, 2));
        rig.set(tree.withEpoch(2));
        assertEquals("p1:data(0)", rig.data(0, 0));
        assertEquals("p1:data(0)", rig.data(0, 0));
    }

    @Test
    void shouldLeaveAnEvictedMemberOutUntilASetBeginsAnew() {
        final GroupSpec group = group(3, -1, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0);
        rig.set(group.withEpoch(1));
        rig.data(0, 0);
        rig.nak(2, 0, Aeth.NAK_REMOTE_ACCESS_ERROR);
        assertEquals("p1:data(1)", rig.data(0, 1));
        assertEquals(new GroupChange(GroupChange.Kind.KEPT, 1), rig.set(group.withEpoch(1)));
        assertEquals("p1:data(2)", rig.data(0, 2));
        rig.nowNs += IDLE_NS;
        assertEquals("p1:data(3)", rig.data(0, 3), "idleness brings nobody back");
        assertEquals(Ending.EVICTED_MEMBER, rig.ending(2, dataFrame(2, 4).build()));
        assertEquals(new GroupChange(GroupChange.Kind.ANEW, 0), rig.set(group.withEpoch(2)));
        assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
    }

    /** A retransmission of an earlier job that was left over comes first. */
    @Test
    void shouldTurnToTheRealSourceAfterAStaleFrame() {
        rig.set(group(3, -1));
        assertEquals("p0:data(5000000) p2:data(5000000)", rig.data(1, 5_000_000));
        assertEquals("p1:data(7) p2:data(7)", rig.data(0, 7));
        assertEquals("", rig.ack(1, 7));
        assertEquals("p0:ack(7)", rig.ack(2, 7));
    }

    @Test
    void shouldTurnToTheRealSourceInsideTheRegisteredWindow() {
        rig.set(group(3, 10));
        rig.data(1, 700);
        assertEquals("p1:data(10) p2:data(10)", rig.data(0, 10));
        assertEquals("p0:ack(10)", acks(10, 1, 2));
    }

    /** The state was lost, or the source has sent more packets than the window has. */
    @Test
    void shouldBeginAnewOutsideTheRegisteredWindow() {
        for (final int psn : new int[] {10 + SOURCE_WINDOW, 9}) {
            rig.set(group(3, 10));
            final long anew = rig.counters.get(Tally.GROUPS_ANEW);
            final String copies = "p1:data(%1$d) p2:data(%1$d)".formatted(psn);
            assertEquals(copies, rig.data(0, psn));
            assertEquals(anew + 1, rig.counters.get(Tally.GROUPS_ANEW));
            assertEquals("unknown", rig.role.group(GROUP).paths().get(1).state());
            assertEquals("p0:ack(" + psn + ")", acks(psn, 1, 2));
        }
        rig.set(group(3, 10));
        final long anew = rig.counters.get(Tally.GROUPS_ANEW);
        rig.data(0, 10 + SOURCE_WINDOW - 1);
        assertEquals(anew, rig.counters.get(Tally.GROUPS_ANEW), "the window's last PSN");
        assertEquals(9, rig.role.group(GROUP).paths().get(1).ackPsn());
    }

    /** With an aggregate the window is (AggAckPSN, AggAckPSN + window]. */
    @Test
    void shouldHoldANewSourceToTheWindowBehindTheAggregate() {
        rig.set(group(4, -1));
        transfer(0, 0, 3);
        assertEquals(Ending.SOURCE_IMPLAUSIBLE, rig.ending(1, dataFrame(1, 3).build()));
        assertEquals(
                Ending.SOURCE_IMPLAUSIBLE, rig.ending(1, dataFrame(1, 4 + SOURCE_WINDOW).build()));
        assertEquals(Ending.REPLICATED, rig.ending(1, dataFrame(1, 3 + SOURCE_WINDOW).build()));
        assertEquals(Ending.REPLICATED, rig.ending(2, dataFrame(2, 4).build()));
    }

    /** Its last ACK was lost, and another has begun to send since. */
    @Test
    void shouldAnswerAnEarlierSourceThatRepeatsItsLastPacket() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        rig.data(1, 601);
        rig.ack(0, 601);
        rig.ack(2, 601);
        assertEquals("p0:ack(600)", rig.data(0, 600));
        assertEquals("p0:ack(599)", rig.data(0, 599), "its own PSN, never the aggregate");
        assertEquals("p0:ack(500)", rig.data(0, 600 - WINDOW));
        assertEquals(1, rig.role.group(GROUP).progress().sourcePath());
        assertEquals(
                Ending.RETRANSMISSION_FILTERED,
                rig.ending(0, dataFrame(0, 600).ackReq(false).build()));
        assertEquals(
                Ending.SOURCE_IMPLAUSIBLE, rig.ending(0, dataFrame(0, 601).build()), "new data");
        assertEquals(
                Ending.SOURCE_IMPLAUSIBLE,
                rig.ending(0, dataFrame(0, 600 - WINDOW - 1).build()),
                "another connection");
        final byte[] broken = dataFrame(0, 600).build();
        broken[broken.length - 1] ^= 1;
        assertEquals(Ending.SOURCE_IMPLAUSIBLE, rig.ending(0, broken));
    }

    @Test
    void shouldNotProlongAnExchangeByDataThatIsRefused() {
        rig.set(group(3, -1));
        transfer(0, 0, 600);
        rig.nowNs += IDLE_NS - 1;
        rig.ending(
                0,
                dataFrame(0, 601)
                        .opcode(Opcode.WRITE_ONLY)
                        .reth(0xFFFF_0000_0000L, 1, 1 << 30)
                        .build());
        rig.nowNs += 1;
        assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
    }

    /** A source that repeats only its oldest packet, after a switch lost its state. */
    @Test
    void shouldBelieveReceiversAheadOnceTheOldestPacketIsRepeated() {
        rig.set(group(3, -1));
        rig.data(0, 20);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(1, 30));
        rig.data(0, 15);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(1, 30), "15 was seen once");
        rig.data(0, 15);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(1, 20 + WINDOW + 1));
        assertEquals(Ending.ACK_ABSORBED, ackEnding(1, 20 + WINDOW));
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(1, 20 + WINDOW + 1), "known now");
        assertEquals("p0:ack(30)", rig.ack(2, 30));
        assertEquals(30, rig.role.group(GROUP).progress().highestPsn());
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(2, 31));
    }

    /** The source's timer is longer than an exchange may be idle: each repetition begins anew. */
    @Test
    void shouldBelieveReceiversAheadThoughEachRepetitionBeginsAnew() {
        rig.set(group(3, -1));
        rig.data(0, 20);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(1, 30));
        rig.nowNs += IDLE_NS;
        rig.data(0, 20);
        assertEquals(Ending.ACK_ABSORBED, ackEnding(1, 30));
        assertEquals("p0:ack(30)", rig.ack(2, 30));
        rig.nowNs += IDLE_NS;
        rig.data(0, 20);
        assertEquals(Ending.ACK_ABSORBED, ackEnding(1, 30), "the ACK was lost further up");
        rig.nowNs += IDLE_NS;
        rig.data(0, 21);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(1, 30), "another frame");
    }

    /** A set in mid-transfer: what was registered is nobody's word. */
    @Test
    void shouldBelieveReceiversAheadOfARegisteredFirstPsn() {
        rig.set(group(3, 20));
        rig.data(0, 20);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(1, 30));
        rig.data(0, 20);
        assertEquals(Ending.ACK_ABSORBED, ackEnding(1, 30));
        assertEquals(Ending.ACK_ABSORBED, ackEnding(1, 31), "the source still waits at 20");
        assertEquals("p0:ack(29)", rig.ack(2, 29));
        assertEquals(29, rig.role.group(GROUP).progress().highestPsn());
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, ackEnding(2, 30));
    }

    /** The idle time between two jobs is nobody's silence: two lost answers do not take a member out. */
    @Test
    void shouldNotCountIdlenessAgainstWhoHadAnswered() {
        final long silentAfterNs = IDLE_NS / 10;
        rig.set(group(3, -1, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, silentAfterNs));
        rig.data(0, 0);
        acks(0, 1, 2);
        rig.nowNs += IDLE_NS;
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.nowNs += silentAfterNs / 10;
        rig.data(0, 0);
        rig.tick(rig.nowNs + silentAfterNs / 4);
        assertEquals(0, rig.counters.get(Tally.MEMBERS_EVICTED));
    }

    private Ending ackEnding(final int member, final int psn) {
        return rig.ending(member, ackFrame(member, psn, Aeth.ACK_UNLIMITED, 0).build());
    }

    private String acks(final int psn, final int... members) {
        String last = "";
        for (final int member : members) {
            last = rig.ack(member, psn);
        }
        return last;
    }

    private void transfer(final int source, final int first, final int last) {
        for (int psn = first; psn <= last; psn++) {
            rig.data(source, psn);
            for (int member = 0; member < 4; member++) {
                if (member != source) {
                    rig.ack(member, psn);
                }
            }
        }
    }
}
