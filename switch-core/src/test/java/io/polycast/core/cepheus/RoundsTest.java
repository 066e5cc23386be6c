package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.PORTS;
import static io.polycast.core.cepheus.SwitchRig.SWITCH_MAC;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.offload.OffloadSettings;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A source that goes through its window again and again, while its exchange begins anew in each round (its
 * timer is longer than idleAnew), or while the kernel replicates a part of each round.
 */
class RoundsTest {
    private static final long MS = 1_000_000L;
    private static final long IDLE_NS = 50 * MS;
    private static final long FORCE_NS = MS;
    private static final int FATAL = Aeth.NAK_REMOTE_ACCESS_ERROR;

    private SwitchRig rig =
            new SwitchRig(
                    CepheusSettings.of(SWITCH_MAC, PORTS)
                            .withExchange(new CepheusSettings.ExchangeSettings(IDLE_NS, 100)),
                    null);

    @AfterEach
    void everyFrameEnded() {
        assertTrue(rig.sumsClose(), "frames in = sum of endings");
    }

    private static GroupSpec evicting(final int members) {
        return group(members, -1, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS);
    }

    private String state(final int member) {
        return rig.role.group(GROUP).paths().get(member).state();
    }

    private static byte[] unasked(final int psn) {
        return dataFrame(0, psn).ackReq(false).build();
    }

    /** A round after an idle exchange: the first packet begins the group anew. */
    private void round(final byte[]... frames) {
        for (long n = 0; n < 2 * IDLE_NS; n += MS) {
            rig.tick(rig.nowNs + MS);
        }
        for (final byte[] frame : frames) {
            rig.inject(0, frame);
        }
    }

    /** Seed 402787: two frames that were left over came first, the second of them far behind the first. */
    @Test
    void shouldNoticeSilenceBehindAFrameThatWasLeftOver() {
        rig.set(evicting(3));
        rig.data(0, 500);
        rig.data(0, 300);
        rig.nak(1, 1);
        rig.nak(2, 1);
        for (int n = 0; n < 20; n++) {
            rig.data(0, 1, 2, 3, 4, 5, 6);
            rig.ack(1, 6);
            for (long ms = 0; ms < 20; ms++) {
                rig.tick(rig.nowNs + MS);
            }
        }
        assertEquals("evicted", state(2));
    }

    /** The places for what asks were taken by a first job that a dead member never answered. */
    @Test
    void shouldNoticeSilenceOfASecondJobAfterAFirstThatWasNotAnswered() {
        rig.set(evicting(3));
        rig.data(0, 1, 2, 3, 4);
        rig.ack(1, 4);
        for (int n = 0; n < 5; n++) {
            round(unasked(10), dataFrame(0, 11).build());
            rig.ack(1, 11);
        }
        assertEquals("evicted", state(2));
        assertEquals("receiver", state(1));
    }

    /** The packet with AckReq overtakes those before it in each round, so it is a jump in each. */
    @Test
    void shouldCountWhatAsksAheadOfItsTurn() {
        rig.set(evicting(3));
        for (int n = 0; n < 5; n++) {
            round(unasked(10), dataFrame(0, 12).build(), unasked(11));
            rig.ack(1, 12);
        }
        assertEquals("evicted", state(2));
    }

    /** The source set AckReq on other PSNs first, and these keep the places. */
    @Test
    void shouldCountARoundInWhichOnlyALaterPsnAsks() {
        rig.set(evicting(3));
        round(
                dataFrame(0, 10).build(),
                dataFrame(0, 11).build(),
                dataFrame(0, 12).build(),
                dataFrame(0, 13).build());
        for (int n = 0; n < 5; n++) {
            round(unasked(10), unasked(11), unasked(12), unasked(13), dataFrame(0, 14).build());
            rig.ack(1, 14);
        }
        assertEquals("evicted", state(2));
        assertEquals("receiver", state(1));
    }

    /** The first left-over frame turns the tree, the source turns it back, the second is answered. */
    @Test
    void shouldAnswerAnEarlierSourceWithAnMsnThatSomebodyTold() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10, 7);
        rig.ack(2, 10, 7);
        rig.data(1, 11);
        rig.data(0, 11);
        assertEquals("p1:ack(9)", rig.data(1, 9));
        final FrameInfo info = new FrameInfo();
        final UnsafeBuffer answer = new UnsafeBuffer(rig.last());
        Classifier.classify(answer, 0, answer.capacity(), info);
        assertEquals(7, Aeth.msn(answer, info.aethOffset));
    }

    @Test
    void shouldNotCountADamagedPsnAsAsking() {
        rig.set(evicting(3));
        final byte[] damaged = dataFrame(0, 40).build();
        damaged[damaged.length - 1] ^= 1;
        for (int n = 0; n < 5; n++) {
            round(unasked(10), damaged, unasked(11));
        }
        assertEquals(0, rig.counters.get(Tally.MEMBERS_EVICTED));
    }

    private static PathSpec leaf(final int port) {
        return new PathSpec(port, PathSpec.ANY_VLAN, null, 0x0200_0000_00A0L + port, 0, null);
    }

    private static byte[] fromLeaf(final int port, final int psn, final int syndrome) {
        return RoceFrame.ipv4()
                .srcMac(0x0200_0000_00A0L + port)
                .dstMac(SWITCH_MAC)
                .src("10.255.0.1")
                .dst("10.255.0.1")
                .opcode(Opcode.ACKNOWLEDGE)
                .destQpn(1)
                .psn(psn)
                .aeth(syndrome, 3)
                .build();
    }

    /** Where the refusal stands in what the source sends now only the switch knows that heard it. */
    @Test
    void shouldForgetWhatASwitchRefusedWhenTheGroupBeginsAnew() {
        rig.set(group(3, -1).withPaths(List.of(host(0), leaf(1), host(2))));
        rig.data(0, 5, 6, 7);
        rig.ack(2, 7);
        assertEquals("p0:fatal(6,0x62)", rig.inject(1, fromLeaf(1, 6, FATAL)));
        round(unasked(9));
        assertEquals("", rig.ack(2, 9), "behind the leaf 7 and 8 may be missing");
        assertEquals("p1:data(6)", rig.data(0, 6));
        assertEquals("p0:fatal(6,0x62)", rig.inject(1, fromLeaf(1, 6, FATAL)));
    }

    /** A left-over frame begins the group anew far behind where the source waits. */
    @Test
    void shouldReportARefusalWhereTheSourceWaits() {
        rig.set(group(3, -1));
        rig.data(0, 1_000);
        rig.nak(1, 1_000, FATAL);
        round(dataFrame(0, 500).build());
        rig.ack(2, 500);
        rig.data(0, 1_000, 1_000);
        rig.ack(2, 1_000);
        rig.nowNs += CepheusSettings.of(0, 1).nakRepeatNs();
        assertEquals("p0:fatal(1000,0x62) p1:data(1000)", rig.data(0, 1_000));
    }

    /** The registered PSN was of an exchange before: what the source sends now begins before it. */
    @Test
    void shouldNotFilterWhatComesBeforeTheRegisteredPsn() {
        rig.set(group(2, 10));
        assertEquals("p1:data(10)", rig.data(0, 10));
        assertEquals("", rig.nak(1, 8));
        assertEquals("p1:data(8)", rig.data(0, 8));
        assertEquals("p1:data(9) p1:data(10)", rig.data(0, 9, 10));
        assertEquals(1, rig.counters.get(Tally.GROUPS_ANEW));
        assertEquals("p0:ack(10)", rig.ack(1, 10));
    }

    @Test
    void shouldTellNothingOfAnExchangeThatHasEndedWhenItsGroupIsSetAgain() {
        for (final long idleNs : new long[] {IDLE_NS - 1, IDLE_NS}) {
            rig.set(group(4, -1).withEpoch(idleNs == IDLE_NS ? 1 : 2));
            rig.data(0, 5, 6);
            rig.ack(1, 6);
            rig.ack(2, 6);
            rig.nowNs += idleNs;
            final int before = (int) rig.counters.get(Tally.ACKS_OUT);
            final List<PathSpec> others = group(4, -1).paths().subList(0, 3);
            rig.set(group(4, -1).withEpoch(idleNs == IDLE_NS ? 1 : 2).withPaths(others));
            assertEquals(
                    idleNs == IDLE_NS ? 0 : 1, rig.counters.get(Tally.ACKS_OUT) - before, "ACK 6");
            rig.role.unsetGroup(rig.nowNs, GROUP);
        }
    }

    /** Receivers have what passed before the group began anew; the source repeats its oldest packet only. */
    @Test
    void shouldBelieveReceiversBeyondTheBoundOnceTheSourceRepeatsOnePacketOnly() {
        rig.set(group(3, -1));
        rig.data(0, 10, 11, 12, 13, 14);
        round(unasked(10), unasked(11), unasked(12));
        rig.ack(1, 11);
        rig.ack(2, 10);
        assertEquals("", rig.ack(1, 14), "beyond 12");
        assertEquals("p2:data(11)", rig.data(0, 11));
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, answer(1, 14));
        rig.data(0, 11);
        assertEquals(Ending.ACK_ABSORBED, answer(1, 14));
        assertEquals("p0:ack(14)", rig.ack(2, 14));
    }

    @Test
    void shouldBelieveNothingBeyondTheBoundWhereNothingHasPassedBefore() {
        rig.set(group(3, 10));
        rig.data(0, 10, 11, 12);
        rig.ack(1, 12);
        rig.data(0, 10, 10, 10, 10);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, answer(1, 14));
    }

    @Test
    void shouldBelieveNothingBeyondTheBoundOfASourceThatGoesOn() {
        rig.set(group(3, -1));
        rig.data(0, 10, 11, 12, 13, 14);
        round(unasked(10), unasked(11), unasked(12));
        rig.ack(1, 11);
        rig.ack(2, 10);
        rig.data(0, 11, 13, 11);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, answer(1, 14));
        rig.data(0, 16, 11);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, answer(1, 14), "a jump is something else, too");
    }

    /** The establishing frame is history by then, and is repeated for the first time. */
    @Test
    void shouldBelieveNothingBeyondTheBoundForOneRepetitionOfTheFirstFrame() {
        rig.set(group(3, -1));
        rig.data(0, 10, 11, 12, 13, 14);
        round(unasked(11));
        rig.ack(1, 10);
        rig.ack(2, 11);
        rig.data(0, 12, 13, 11);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, answer(2, 14));
        rig.data(0, 11);
        assertEquals(Ending.ACK_ABSORBED, answer(2, 14));
    }

    private Ending answer(final int member, final int psn) {
        return rig.ending(member, SwitchRig.ackFrame(member, psn, Aeth.ACK_UNLIMITED, 0).build());
    }

    private ScriptedKernel withKernel() {
        final ScriptedKernel kernel = new ScriptedKernel();
        rig =
                new SwitchRig(
                        kernel, new OffloadSettings(0, FORCE_NS, 0, 100, 400, 1_000, 50_000 * MS));
        return kernel;
    }

    /** Time passes, with a look of the switch at every millisecond. */
    private void wait(final int milliseconds) {
        for (int n = 0; n < milliseconds; n++) {
            rig.tick(rig.nowNs + MS);
        }
    }

    private ScriptedKernel serving() {
        final ScriptedKernel kernel = withKernel();
        rig.set(evicting(3));
        rig.data(0, 9);
        rig.ack(1, 9);
        rig.ack(2, 9);
        assertEquals("KERNEL", rig.role.group(GROUP).datapath().name());
        return kernel;
    }

    /** Seed 423416: a group that leaves the kernel in the middle of each round. */
    @Test
    void shouldCountARoundThatBeginsInTheKernelAndEndsInTheEngine() {
        final ScriptedKernel kernel = serving();
        kernel.takesUnasked(10);
        kernel.takes(11, 12);
        wait(1);
        rig.ack(1, 12);
        for (int n = 0; n < 4; n++) {
            wait(60);
            kernel.takesUnasked(10);
            wait(1);
            rig.inject(0, dataFrame(0, 11).build());
            wait(1);
            rig.inject(0, dataFrame(0, 12).build());
            wait(2);
        }
        wait(60);
        assertEquals("evicted", state(2));
        assertEquals("receiver", state(1));
    }

    @Test
    void shouldCountARoundThatBeginsInTheEngineAndEndsInTheKernel() {
        final ScriptedKernel kernel = serving();
        kernel.takes(10, 11, 12);
        wait(1);
        rig.ack(1, 12);
        for (int n = 0; n < 4; n++) {
            wait(60);
            // Data that the programs leave to the engine: the group returns, and moves again.
            rig.inject(0, unasked(10));
            wait(1);
            rig.inject(0, unasked(11));
            wait(2);
            assertEquals("KERNEL", rig.role.group(GROUP).datapath().name());
            kernel.takes(12);
            wait(1);
        }
        wait(60);
        assertEquals("evicted", state(2));
        assertEquals("receiver", state(1));
    }

    /** The kernel's slot is given back before the bound comes past what asked there. */
    @Test
    void shouldKeepWhatAskedAheadOfItsTurnWhenItsGroupLeavesTheKernel() {
        final ScriptedKernel kernel = serving();
        kernel.passed = 1L << 12;
        kernel.jumps(12);
        wait(1);
        // Data that the programs leave to the engine: the group returns.
        rig.inject(0, unasked(10));
        wait(2);
        assertEquals("USER", rig.role.group(GROUP).datapath().name());
        rig.inject(0, unasked(11));
        rig.ack(1, 12);
        for (int n = 0; n < 2; n++) {
            assertEquals("receiver", state(2));
            wait(60);
            rig.inject(0, unasked(10));
            rig.data(0, 12);
        }
        wait(60);
        assertEquals("evicted", state(2));
        assertEquals("receiver", state(1));
    }

    /** A jump that asks may be damaged: it counts once the bound has come past it. */
    @Test
    void shouldCountWhatAskedAheadOfItsTurnInTheKernelOnceTheGapHasClosed() {
        final ScriptedKernel kernel = serving();
        kernel.jumps(40);
        for (int n = 0; n < 5; n++) {
            wait(60);
            kernel.takesUnasked(10);
            kernel.jumps(40);
        }
        assertEquals("receiver", state(1));
        assertEquals("receiver", state(2));
        kernel.highest = 40;
        wait(1);
        rig.ack(1, 40);
        for (int n = 0; n < 3; n++) {
            wait(60);
            kernel.takesUnasked(10);
            kernel.jumps(40);
        }
        wait(60);
        assertEquals("evicted", state(2));
        assertEquals("receiver", state(1));
    }
}
