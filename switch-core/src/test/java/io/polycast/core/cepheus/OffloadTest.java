package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Ipv4;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a group moves to the kernel and back, and what engine and kernel tell each other. */
class OffloadTest {
    private static final long FORCE_NS = 1_000_000;
    private static final long GRACE_NS = 5_000;
    private static final long HOLD_OFF_NS = 100_000;
    private static final long IDLE_NS = 50_000_000;

    private final ScriptedKernel kernel = new ScriptedKernel();
    private final SwitchRig rig =
            new SwitchRig(
                    kernel,
                    new OffloadSettings(
                            0, FORCE_NS, GRACE_NS, HOLD_OFF_NS, 400_000, 1_000, IDLE_NS));

    private GroupView view() {
        return rig.role.group(GROUP);
    }

    private void serveInKernel(final GroupSpec spec) {
        rig.set(spec);
        rig.data(0, 10);
        rig.ack(1, 10);
        rig.ack(2, 10);
        assertEquals(GroupDatapath.KERNEL, view().datapath(), () -> view().datapathReason());
    }

    private void serveInKernel() {
        serveInKernel(group(3, -1));
        kernel.told();
        rig.nowNs += 2 * GRACE_NS;
    }

    @Test
    void shouldMoveWhenNothingIsOutstandingAndTellTheKernelAll() {
        rig.set(group(3, -1));
        assertEquals("p1:data(10) p2:data(10)", rig.data(0, 10));
        assertEquals(GroupDatapath.MOVING, view().datapath());
        assertEquals("", rig.ack(1, 10));
        assertEquals("", kernel.told(), "one has not answered");
        assertEquals("p0:ack(10)", rig.ack(2, 10));
        assertEquals("install(10,10) minimum(10) ack1(10) ack2(10) publish", kernel.told());
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertNull(view().datapathReason());
        assertEquals(1, rig.counters.get(Tally.KERNEL_MOVES));
        assertEquals(0, kernel.group.sourcePort());
        assertEquals(Ipv4.parse("10.0.0.1"), kernel.group.sourceIp());
        assertEquals(-1, kernel.group.vlanId());
        assertEquals(0, kernel.group.vaLow());
        assertEquals(1 << 20, kernel.group.vaHigh());
        assertEquals(
                new KernelRow(
                        2,
                        true,
                        0x0200_0000_0003L,
                        Ipv4.parse("10.0.0.3"),
                        0x102,
                        0x2_7000_0000L,
                        0xA002),
                kernel.group.rows().get(1));
        assertEquals(2, kernel.group.rows().size(), "the source gets no copies");
    }

    @Test
    void shouldMoveAtLastAlthoughSomebodyNeverAnswers() {
        rig.set(group(3, -1));
        rig.data(0, 10, 11);
        rig.ack(1, 11);
        rig.tick(rig.nowNs + FORCE_NS - 1);
        assertEquals("", kernel.told());
        rig.tick(rig.nowNs + 1);
        assertEquals("install(11,11) minimum(-) ack1(11) ack2(-) publish", kernel.told());
        assertEquals(1, rig.counters.get(Tally.KERNEL_FORCED));
    }

    @Test
    void shouldMoveOneGroupATickWhenManyAreDue() {
        final GroupSpec first = group(3, -1);
        for (int i = 0; i < 3; i++) {
            rig.set(
                    new GroupSpec(
                            GROUP + i,
                            first.memoryBase(),
                            first.initialPsn(),
                            first.ucAllowed(),
                            first.fatalNak(),
                            first.silent(),
                            first.silentAfterNs(),
                            first.paths()));
            rig.inject(0, SwitchRig.dataFrame(0, 10).dst(GROUP + i).build());
        }
        for (int moved = 1; moved <= 3; moved++) {
            rig.tick(rig.nowNs + (moved == 1 ? FORCE_NS : 1));
            assertEquals(moved, rig.counters.get(Tally.KERNEL_MOVES));
        }
    }

    @Test
    void shouldNotMoveWhileANakWaits() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10);
        assertEquals("p0:nak(11)", rig.inject(2, nak(2, 11)), "what was lost in front of us");
        assertEquals("", kernel.told());
    }

    private static byte[] nak(final int member, final int psn) {
        return SwitchRig.ackFrame(member, psn, Aeth.NAK_PSN_SEQUENCE_ERROR, 0).build();
    }

    @Test
    void shouldFoldFeedbackOnDataThatTheKernelReplicated() {
        serveInKernel();
        kernel.takes(11, 12);
        assertEquals("", rig.ack(1, 12));
        assertEquals("minimum(10) ack1(12)", kernel.told());
        assertEquals("p0:ack(12)", rig.ack(2, 12));
        assertEquals("minimum(12) ack2(12)", kernel.told(), "the minimum first");
        assertEquals(12, view().progress().highestPsn());
        assertEquals(2, rig.counters.get(Tally.KERNEL_FRAMES));
        rig.tick(rig.nowNs + 1_000);
        assertEquals(4, rig.counters.get(Tally.KERNEL_COPIES));
        assertTrue(rig.sumsClose());
    }

    @Test
    void shouldIgnoreFeedbackBeyondWhatTheKernelHasSeenAndLookAtAJumpItself() {
        serveInKernel();
        kernel.takes(11);
        assertEquals(
                Ending.FEEDBACK_BEYOND_SENT,
                rig.ending(1, SwitchRig.ackFrame(1, 12, Aeth.ACK_UNLIMITED, 0).build()));
        kernel.candidate = 13;
        assertEquals(
                Ending.FEEDBACK_BEYOND_SENT,
                rig.ending(1, SwitchRig.ackFrame(1, 13, Aeth.ACK_UNLIMITED, 0).build()),
                "a lone jump moves nothing");
        assertEquals(
                "p1:data(13) p2:data(13)", rig.data(0, 13), "again; the programs leave it to us");
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals(1, rig.counters.get(Tally.KERNEL_RETURNS));
        rig.ack(1, 13);
        assertEquals("p0:ack(13)", rig.ack(2, 13));
    }

    @Test
    void shouldAnswerWhatAllHaveAndStay() {
        serveInKernel();
        assertEquals("p0:ack(10)", rig.data(0, 10));
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertEquals("", kernel.told());
    }

    @Test
    void shouldForwardWhatWasUnderWayWhenTheGroupMoved() {
        serveInKernel(group(3, -1));
        kernel.told();
        assertEquals("p1:data(11) p2:data(11)", rig.data(0, 11));
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        rig.ack(1, 11);
        assertEquals("p0:ack(11)", rig.ack(2, 11), "the engine knows more than the kernel");
        kernel.candidate = 12;
        rig.ack(1, 12);
        assertEquals("p0:ack(12)", rig.ack(2, 12), "12 follows what the engine saw");
    }

    @Test
    void shouldNotTakeANakForAnsweredByWhatTheEngineSawBeforeIt() {
        serveInKernel(group(3, -1));
        kernel.told();
        // 11 was lost in front of us; 12 was under way to the engine when the group moved.
        rig.data(0, 12);
        rig.ack(2, 10);
        assertEquals("p0:nak(11)", rig.inject(1, nak(1, 11)));
        // Again without 11: for the kernel no step back, for the source one.
        kernel.takes(12);
        rig.nowNs += 1_000;
        assertEquals("", rig.inject(1, nak(1, 11)), "not answered, so not repeated yet");
    }

    @Test
    void shouldNotTakeANakForAnsweredByWhatTheEngineSawAfterIt() {
        serveInKernel(group(3, -1));
        assertEquals("p0:nak(11)", rig.inject(1, nak(1, 11)), "lost in front of us");
        // 12 was under way to the engine when the group moved: it went past 11, which is not there.
        rig.data(0, 12);
        rig.nowNs += 1_000;
        assertEquals("", rig.inject(1, nak(1, 11)), "not answered, so not repeated yet");
        kernel.takes(11, 12);
        assertEquals("p0:nak(11)", rig.inject(1, nak(1, 11)), "the kernel has had it");
    }

    @Test
    void shouldNotTakeANakForAnsweredByWhatPassedBeforeTheSourceSteppedBack() {
        rig.set(group(3, -1));
        rig.data(0, 10, 11, 12, 13, 14);
        rig.ack(1, 10);
        rig.ack(2, 10);
        rig.tick(rig.nowNs + FORCE_NS);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        // On its way to the engine when the group moved; the kernel still is at 14.
        rig.data(0, 11);
        rig.ack(1, 11);
        rig.ack(2, 11);
        assertEquals("p0:nak(12)", rig.inject(1, nak(1, 12)));
        assertEquals("", rig.inject(2, nak(2, 12)), "not answered, so not repeated yet");
    }

    @Test
    void shouldReturnForDataThatTheProgramsDoNotTakeAndHoldOffEverLonger() {
        serveInKernel();
        kernel.takes(11);
        assertEquals("p1:data(12) p2:data(12)", rig.data(0, 12));
        assertEquals("withdraw", kernel.told());
        assertEquals(GroupDatapath.USER, view().datapath());
        assertTrue(
                view().datapathReason().contains("leave to the engine"), view().datapathReason());
        assertEquals(1, rig.counters.get(Tally.KERNEL_RETURNS));
        assertEquals(12, view().progress().highestPsn());
        settle();
        acknowledgedByAll(12);
        assertEquals("", kernel.told(), "held off");
        rig.nowNs += HOLD_OFF_NS;
        rig.data(0, 13);
        acknowledgedByAll(13);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        rig.nowNs += 2 * GRACE_NS;
        rig.data(0, 14);
        rig.tick(rig.nowNs);
        rig.nowNs += HOLD_OFF_NS;
        rig.data(0, 15);
        acknowledgedByAll(15);
        assertEquals(GroupDatapath.USER, view().datapath(), "twice as long");
    }

    /** The slot that the group left has settled. */
    private void settle() {
        settle("giveBack");
    }

    private void settle(final String told) {
        rig.tick(rig.nowNs);
        assertEquals(told, kernel.told());
    }

    private void acknowledgedByAll(final int psn) {
        rig.ack(1, psn);
        rig.ack(2, psn);
    }

    @Test
    void shouldLeaveTheKernelBeforeTheSourceMoves() {
        serveInKernel();
        kernel.takes(11);
        acknowledgedByAll(11);
        kernel.told();
        assertEquals("p0:data(12) p2:data(12)", rig.data(1, 12));
        assertEquals("withdraw", kernel.told());
        assertEquals(1, view().progress().sourcePath());
        assertEquals(GroupDatapath.MOVING, view().datapath());
        settle();
        rig.ack(0, 12);
        rig.ack(2, 12);
        assertEquals(1, kernel.group.sourcePort());
        assertEquals(Ipv4.parse("10.0.0.2"), kernel.group.sourceIp());
    }

    @Test
    void shouldLeaveTheKernelWhenTheGroupChangesOrGoes() {
        serveInKernel();
        rig.set(group(4, -1));
        assertEquals("withdraw", kernel.told());
        settle();
        rig.data(0, 11);
        acknowledgedByAll(11);
        rig.ack(3, 11);
        assertTrue(kernel.told().endsWith("publish"));
        rig.role.unsetGroup(rig.nowNs, GROUP);
        assertEquals("withdraw", kernel.told());
    }

    @Test
    void shouldLeaveTheKernelWhenAPortCannotServeAnyMore() {
        serveInKernel();
        kernel.refusal = "p2: down";
        kernel.version++;
        rig.tick(rig.nowNs + 1);
        assertEquals("withdraw giveBack", kernel.told());
        assertEquals("p2: down", view().datapathReason());
        rig.data(0, 11);
        acknowledgedByAll(11);
        assertEquals("", kernel.told());
        kernel.refusal = null;
        kernel.version++;
        rig.tick(rig.nowNs + 1);
        rig.data(0, 12);
        acknowledgedByAll(12);
        assertTrue(kernel.told().endsWith("publish"), "it may again");
    }

    @Test
    void shouldServeASourceAtAPortByWhichNoCopiesCanLeave() {
        kernel.deafPort = 0;
        serveInKernel();
        assertEquals("p0:data(11) p2:data(11)", rig.data(1, 11));
        settle("withdraw giveBack");
        rig.ack(0, 11);
        rig.ack(2, 11);
        assertEquals("", kernel.told(), "now it would have to");
        assertEquals("p0: no copies", view().datapathReason());
    }

    @Test
    void shouldTakeAllBackAtTheEnd() {
        serveInKernel();
        kernel.takes(11, 12, 13);
        kernel.settled = false;
        assertFalse(rig.role.leave(rig.nowNs));
        assertEquals("withdraw", kernel.told());
        assertEquals(13, view().progress().highestPsn());
        kernel.takes(14);
        kernel.settled = true;
        assertTrue(rig.role.leave(rig.nowNs));
        assertEquals("giveBack", kernel.told());
        assertEquals(14, view().progress().highestPsn());
    }

    @Test
    void shouldStopCopiesToAnEvictedMember() {
        serveInKernel(group(3, -1, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0));
        kernel.told();
        kernel.takes(11);
        rig.ack(1, 11);
        kernel.told();
        assertEquals("p0:ack(11)", rig.nak(2, 11, Aeth.NAK_REMOTE_ACCESS_ERROR));
        assertEquals("absent2 minimum(11) ack2(10)", kernel.told());
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    @Test
    void shouldNoticeSilenceOnDataThatTheKernelReplicated() {
        serveInKernel(group(3, -1, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100_000));
        kernel.takes(11);
        rig.tick(rig.nowNs + 1_000);
        rig.ack(1, 11);
        String out = "";
        for (int n = 0; n < 8; n++) {
            out += rig.tick(rig.nowNs + 25_000);
            kernel.takes(11);
        }
        assertEquals("p0:ack(11)", out);
        assertTrue(kernel.told().contains("absent2 minimum(11)"));
    }

    @Test
    void shouldTakeAnAskForAnswerOnceOnly() {
        serveInKernel(group(3, -1, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100_000));
        kernel.takes(11);
        rig.tick(rig.nowNs + 1_000);
        rig.ack(1, 11);
        assertEquals(
                Ending.FEEDBACK_BEYOND_SENT,
                rig.ending(2, SwitchRig.ackFrame(2, 14, Aeth.ACK_UNLIMITED, 0).build()),
                "it is ahead: no debt before data asks again");
        for (int n = 0; n < 8; n++) {
            kernel.takesUnasked(12);
            rig.tick(rig.nowNs + 25_000);
        }
        assertFalse(kernel.told().contains("absent"));
        for (int n = 0; n < 8; n++) {
            kernel.takes(12);
            rig.tick(rig.nowNs + 25_000);
        }
        assertTrue(kernel.told().contains("absent2"), "the same PSN asked again");
    }

    /** Half of the five seconds after which data begins a group anew. */
    private static final long EXCHANGE_NS = 2_500_000_000L;

    @Test
    void shouldLeaveTheKernelBeforeItsNextDataMayBeginItAnew() {
        serveInKernel();
        kernel.takes(11);
        final long lastNs = rig.nowNs;
        assertEquals(lastNs + EXCHANGE_NS, rig.core.onTick(lastNs, rig));
        kernel.told();
        rig.tick(lastNs + EXCHANGE_NS - 1);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        rig.tick(lastNs + EXCHANGE_NS);
        assertEquals("withdraw", kernel.told(), "although 11 is outstanding");
        assertTrue(view().datapathReason().contains("idle"), view().datapathReason());
        assertEquals(1, rig.counters.get(Tally.KERNEL_YIELDS));
        assertEquals(0, rig.counters.get(Tally.KERNEL_RETURNS));
        settle();
        assertEquals(Long.MAX_VALUE, rig.core.onTick(rig.nowNs, rig));
        rig.data(0, 12);
        acknowledgedByAll(12);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    /** As after a standstill of the switch: the time to move has come, but the exchange may be over. */
    @Test
    void shouldNotMoveAGroupThatRests() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        assertEquals(GroupDatapath.MOVING, view().datapath());
        rig.tick(rig.nowNs + 2_000_000_000L);
        assertEquals("", kernel.told());
        assertEquals(GroupDatapath.USER, view().datapath());
    }

    @Test
    void shouldNotLeaveTwice() {
        serveInKernel();
        kernel.refusal = "p2: down";
        kernel.version++;
        rig.tick(rig.nowNs);
        assertEquals("withdraw giveBack", kernel.told());
        assertEquals(Long.MAX_VALUE, rig.core.onTick(rig.nowNs, rig));
        rig.tick(rig.nowNs + EXCHANGE_NS);
        assertEquals("", kernel.told());
        assertEquals(0, rig.counters.get(Tally.KERNEL_YIELDS));
    }

    @Test
    void shouldStayInTheKernelWhileItHasDataThatNobodyHasLookedAt() {
        serveInKernel();
        final long movedNs = rig.nowNs - 2 * GRACE_NS;
        rig.nowNs = movedNs + EXCHANGE_NS - EXCHANGE_NS / 4;
        rig.tick(rig.nowNs);
        rig.nowNs = movedNs + EXCHANGE_NS;
        kernel.takes(11);
        assertEquals(rig.nowNs + EXCHANGE_NS, rig.core.onTick(rig.nowNs, rig));
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    /** Seed 253169: the next job began before the group left the kernel, and found the memory of the last. */
    @Test
    void shouldLeaveTheKernelWhenNobodyKnowsWhenItsDataCame() {
        serveInKernel();
        kernel.takes(11);
        rig.tick(rig.nowNs + EXCHANGE_NS / 2);
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals(1, rig.counters.get(Tally.KERNEL_YIELDS));
    }

    @Test
    void shouldLeaveTheKernelAtFeedbackWhenNobodyKnowsWhenItsDataCame() {
        serveInKernel();
        kernel.takes(11);
        rig.nowNs += EXCHANGE_NS / 2;
        rig.ack(1, 11);
        assertEquals(GroupDatapath.USER, view().datapath());
    }

    @Test
    void shouldStayInTheKernelThroughAStandstillWithoutData() {
        serveInKernel();
        rig.tick(rig.nowNs + EXCHANGE_NS / 2);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    @Test
    void shouldNotFollowALoneJumpWhereTheGapBelowItHasClosed() {
        serveInKernel();
        kernel.candidate = 80;
        for (int psn = 11; psn < 80; psn++) {
            kernel.takes(psn);
        }
        assertBeyondSent(80, "too far ahead to be known when it passed, and nothing followed it");
        kernel.takes(80);
        rig.ack(1, 80);
        assertEquals("p0:ack(80)", rig.ack(2, 80));
    }

    @Test
    void shouldNotFollowAJumpOfAnEarlierSource() {
        rig.set(group(3, -1));
        rig.data(0, 10, 40);
        acknowledgedByAll(10);
        rig.data(1, 11);
        rig.ack(0, 11);
        rig.ack(2, 11);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        kernel.candidate = 41;
        assertEquals(
                Ending.FEEDBACK_BEYOND_SENT,
                rig.ending(2, SwitchRig.ackFrame(2, 41, Aeth.ACK_UNLIMITED, 0).build()));
        assertEquals(11, view().progress().highestPsn());
    }

    private void assertBeyondSent(final int psn, final String why) {
        assertEquals(
                Ending.FEEDBACK_BEYOND_SENT,
                rig.ending(1, SwitchRig.ackFrame(1, psn, Aeth.ACK_UNLIMITED, 0).build()),
                why);
    }

    private static long bits(final int... psns) {
        long bits = 0;
        for (final int psn : psns) {
            bits |= 1L << (psn & 63);
        }
        return bits;
    }

    @Test
    void shouldNotCallAGroupQuietWhileSomethingHasPassedAboveAGap() {
        rig.set(group(3, -1));
        rig.data(0, 10, 14, 12, 11);
        assertEquals(12, view().progress().highestPsn());
        rig.ack(1, 12);
        assertEquals("p0:ack(12)", rig.ack(2, 12));
        assertEquals("", kernel.told(), "14 is outstanding");
        rig.data(0, 13);
        rig.ack(1, 14);
        assertEquals("p0:ack(14)", rig.ack(2, 14));
        assertEquals("install(14,13) minimum(14) ack1(14) ack2(14) publish", kernel.told());
    }

    @Test
    void shouldTellTheKernelWhatHasPassedAboveAGap() {
        rig.set(group(3, -1));
        rig.data(0, 10, 12, 15);
        rig.tick(rig.nowNs + FORCE_NS);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertEquals(bits(12, 15), kernel.passed);
    }

    @Test
    void shouldTakeOverWhatHasPassedAboveAGap() {
        serveInKernel();
        kernel.candidate = 14;
        kernel.passed = bits(12, 14);
        assertBeyondSent(12, "11 is missing");
        // The group returns; the engine closes the gap.
        rig.data(0, 11);
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals(12, view().progress().highestPsn());
        rig.data(0, 13);
        assertEquals(14, view().progress().highestPsn());
    }

    @Test
    void shouldCloseAGapWithWhatWasUnderWayToTheEngine() {
        serveInKernel(group(3, -1));
        rig.data(0, 12);
        kernel.takes(11);
        rig.ack(1, 12);
        assertEquals("p0:ack(12)", rig.ack(2, 12), "11 there, 12 here");
        rig.data(0, 13, 16);
        kernel.passed = bits(14, 15, 17);
        kernel.candidate = 17;
        rig.ack(1, 17);
        assertEquals("p0:ack(17)", rig.ack(2, 17), "13 and 16 here, the others there");
    }

    @Test
    void shouldIgnoreAMapThatLiesFarBehindTheEngine() {
        serveInKernel(group(3, -1));
        for (int psn = 11; psn <= 74; psn++) {
            rig.data(0, psn);
        }
        kernel.passed = bits(74, 12);
        kernel.candidate = 12;
        rig.ack(1, 74);
        assertEquals("p0:ack(74)", rig.ack(2, 74));
        assertBeyondSent(75, "64 ahead");
        rig.data(0, 75);
        assertEquals(75, view().progress().highestPsn(), "and not one of them counts again");
    }

    @Test
    void shouldFindTheAskingThatIsRepeatedWhereverTheRoundIsLookedAt() {
        serveInKernel(group(3, -1, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100_000));
        kernel.takes(11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
        rig.tick(rig.nowNs + 1_000);
        rig.ack(1, 20);
        String out = "";
        for (int n = 0; n < 8 && out.isEmpty(); n++) {
            // The look comes somewhere in the middle of a round.
            for (int psn = 11; psn <= 20; psn++) {
                kernel.takes(psn);
                if (psn == 12 + n) {
                    out += rig.tick(rig.nowNs + 1_000);
                }
            }
            out += rig.tick(rig.nowNs + 25_000);
        }
        assertEquals("p0:ack(20)", out);
    }

    @Test
    void shouldTakeOverAJumpOnceOnly() {
        serveInKernel();
        kernel.candidate = 40;
        kernel.settled = false;
        rig.data(0, 20);
        assertEquals(GroupDatapath.USER, view().datapath());
        rig.data(0, 20);
        assertEquals(
                20,
                view().progress().highestPsn(),
                "repeated, while the slot that it left settles");
    }

    @Test
    void shouldStayForARepeatedJumpWithAWrongIcrc() {
        serveInKernel();
        kernel.candidate = 20;
        final byte[] forged = SwitchRig.dataFrame(0, 20).build();
        forged[forged.length - 1] ^= 1;
        rig.inject(0, forged);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertEquals(10, view().progress().highestPsn());
    }

    @Test
    void shouldRepeatANakOnceItsRetransmissionHasPassedInTheKernel() {
        serveInKernel();
        kernel.takes(11, 13, 14);
        kernel.highest = 14;
        rig.ack(1, 11);
        assertEquals("", rig.nak(1, 12));
        assertEquals("p0:nak(12)", rig.nak(2, 12));
        assertEquals("", rig.nak(2, 12), "said already");
        kernel.takes(12, 13);
        assertEquals("p0:nak(12)", rig.nak(2, 12), "lost once more");
        assertEquals(12, waiting(2));
        assertEquals(-1, waiting(1));
    }

    @Test
    void shouldPassOneRnrNakUntilItsDataHasPassedInTheKernel() {
        serveInKernel();
        kernel.takes(11, 12);
        assertEquals("p0:rnr(11,0x2c)", rig.nak(1, 11, Aeth.RNR_NAK | 12));
        assertEquals("", rig.nak(2, 11, Aeth.RNR_NAK | 14), "the source waits");
        kernel.takes(13);
        assertEquals("", rig.nak(2, 11, Aeth.RNR_NAK | 14), "no step back");
        kernel.takes(11, 12, 13);
        assertEquals("p0:rnr(11,0x2e)", rig.nak(2, 11, Aeth.RNR_NAK | 14));
    }

    private int waiting(final int path) {
        return view().paths().get(path).waitingNak();
    }

    @Test
    void shouldHoldOffWhenTheKernelHasNoRoomOrSaysNo() {
        kernel.answer = KernelTable.FULL;
        rig.set(group(3, -1));
        rig.data(0, 10);
        acknowledgedByAll(10);
        assertEquals("install(10,10)", kernel.told());
        assertEquals("the kernel's table is full", view().datapathReason());
        rig.nowNs += HOLD_OFF_NS;
        kernel.answer = KernelTable.FAILED;
        rig.data(0, 11);
        acknowledgedByAll(11);
        assertEquals("it said no", view().datapathReason());
    }

    @Test
    void shouldSayWhatKeepsAGroupInUserSpace() {
        rig.set(with(new PathSpec(2, 7, ip(3), 3, 3, null)));
        assertEquals("paths of different VLANs", view().datapathReason());
        rig.set(with(new PathSpec(1, -1, ip(3), 3, 3, null)));
        assertEquals("several paths on one port", view().datapathReason());
        kernel.refusal = "p0: attached in generic mode";
        kernel.version++;
        rig.set(group(3, -1));
        assertEquals("p0: attached in generic mode", view().datapathReason());
        rig.data(0, 10);
        acknowledgedByAll(10);
        rig.tick(rig.nowNs + 2 * FORCE_NS);
        assertEquals("", kernel.told());
    }

    @Test
    void shouldLeaveWritesToTheEngineWhereAMemberHasNoMemory() {
        serveInKernel(with(new PathSpec(2, -1, ip(3), 0x0200_0000_0003L, 0x102, null)));
        assertEquals(0, kernel.group.vaHigh());
    }

    @Test
    void shouldBoundWritesByTheSmallestMemoryOnly() {
        serveInKernel(with(memory(0)));
        assertEquals(1 << 20, kernel.group.vaHigh(), "the other's");
        rig.set(with(memory(4096)));
        rig.tick(rig.nowNs);
        rig.data(0, 11);
        acknowledgedByAll(11);
        assertEquals(4096, kernel.group.vaHigh());
    }

    private static PathSpec memory(final long length) {
        return new PathSpec(
                2, -1, ip(3), 0x0200_0000_0003L, 0x102, new MemorySpec(0x7000, 1, length));
    }

    private static byte[] ip(final int last) {
        return new byte[] {10, 0, 0, (byte) last};
    }

    private static GroupSpec with(final PathSpec third) {
        final List<PathSpec> paths = new ArrayList<>(group(2, -1).paths());
        paths.add(third);
        return new GroupSpec(GROUP, 0, -1, paths);
    }

    /** Seed 759832: a program held the data that the receivers acknowledge, when the group was set again. */
    @Test
    void shouldBelieveReceiversThatAProgramServedBeforeAKeptSet() {
        serveInKernel(group(3, 10).withEpoch(7));
        kernel.takes(11);
        rig.nowNs += 2 * GRACE_NS;
        rig.set(group(3, 10).withEpoch(7));
        assertEquals("", rig.ack(1, 12));
        assertEquals("", rig.ack(2, 12));
        for (int n = 0; n < 5; n++) {
            rig.data(0, 11);
        }
        rig.ack(1, 12);
        assertEquals("p0:ack(12)", rig.ack(2, 12));
    }
}
