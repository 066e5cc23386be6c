package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.wire.Aeth;
import org.junit.jupiter.api.Test;

/** Slots of the kernel's table: asked for, left while programs are still busy, given back, full. */
class OffloadSlotsTest {
    private static final long SYNC_NS = 1_000;
    private static final long FORCE_NS = 1_000_000;
    private static final long IDLE_NS = 50_000_000;

    private final ScriptedKernel kernel = new ScriptedKernel();
    private final SwitchRig rig =
            new SwitchRig(
                    kernel,
                    new OffloadSettings(0, FORCE_NS, 5_000, 100_000, 400_000, SYNC_NS, IDLE_NS));

    private GroupView view() {
        return rig.role.group(GROUP);
    }

    private void acknowledgedByAll(final int psn) {
        rig.ack(1, psn);
        rig.ack(2, psn);
    }

    private void serveInKernel() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        acknowledgedByAll(10);
        assertEquals(GroupDatapath.KERNEL, view().datapath(), () -> view().datapathReason());
        kernel.told();
        rig.nowNs += 10_000;
    }

    private void refuse(final String why) {
        kernel.refusal = why;
        kernel.version++;
        rig.tick(rig.nowNs);
    }

    @Test
    void shouldAskAgainSoonWhenTheKernelIsNotReadyInAQuietMoment() {
        kernel.answer = KernelTable.LATER;
        rig.set(group(3, -1));
        rig.data(0, 10);
        acknowledgedByAll(10);
        assertEquals("install(10,10)", kernel.told());
        rig.ack(1, 10);
        assertEquals("", kernel.told(), "not at each feedback");
        rig.tick(rig.nowNs + SYNC_NS);
        assertEquals("install(10,10)", kernel.told());
        rig.data(0, 11);
        rig.tick(rig.nowNs + SYNC_NS);
        assertEquals("", kernel.told(), "not quiet now");
        kernel.answer = 0;
        acknowledgedByAll(11);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertEquals(0, rig.counters.get(Tally.KERNEL_FORCED));
    }

    @Test
    void shouldAskAgainSoonWhenAGroupIsForced() {
        kernel.answer = KernelTable.LATER;
        rig.set(group(3, -1));
        rig.data(0, 10);
        rig.tick(rig.nowNs + FORCE_NS);
        assertEquals("install(10,10)", kernel.told());
        kernel.answer = 0;
        rig.tick(rig.nowNs + SYNC_NS);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertEquals(1, rig.counters.get(Tally.KERNEL_FORCED));
    }

    @Test
    void shouldTakeOverWhatWasInAProgramsHandsWhenTheGroupWasWithdrawn() {
        serveInKernel();
        kernel.settled = false;
        refuse("p2: down");
        assertEquals("withdraw", kernel.told());
        kernel.takes(11);
        assertEquals("", rig.ack(1, 11));
        assertEquals("p0:ack(11)", rig.ack(2, 11), "not beyond what was sent");
        kernel.takes(12);
        rig.tick(rig.nowNs);
        assertEquals("", kernel.told(), "programs may still write there");
        kernel.settled = true;
        rig.tick(rig.nowNs);
        assertEquals("giveBack", kernel.told());
        assertEquals(12, view().progress().highestPsn());
        assertEquals(2, rig.counters.get(Tally.KERNEL_FRAMES));
        assertEquals(4, rig.counters.get(Tally.KERNEL_COPIES));
        kernel.takes(13);
        rig.ack(1, 12);
        assertEquals(12, view().progress().highestPsn(), "the slot may be another group's by now");
    }

    @Test
    void shouldNoteANakWhileProgramsMayStillAnswerIt() {
        serveInKernel();
        kernel.takes(11, 12);
        kernel.settled = false;
        refuse("p2: down");
        rig.ack(1, 12);
        assertEquals("p0:nak(11)", rig.nak(2, 11));
        assertEquals("", rig.nak(2, 11), "said already");
        kernel.takes(11);
        kernel.settled = true;
        rig.tick(rig.nowNs);
        assertEquals("p0:nak(11)", rig.nak(2, 11), "its retransmission has passed in the kernel");
    }

    @Test
    void shouldOnlyCountWhatProgramsStillDoForASourceThatHasMoved() {
        serveInKernel();
        kernel.settled = false;
        rig.data(1, 11);
        assertEquals(1, view().progress().sourcePath());
        kernel.takes(11, 12, 13);
        rig.ack(0, 11);
        assertEquals("p1:ack(11)", rig.ack(2, 11));
        assertEquals("withdraw", kernel.told(), "not back while the slot is watched");
        kernel.settled = true;
        rig.tick(rig.nowNs);
        assertEquals(11, view().progress().highestPsn());
        assertEquals(3, rig.counters.get(Tally.KERNEL_FRAMES));
        rig.tick(rig.nowNs + SYNC_NS);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    @Test
    void shouldOnlyCountWhatProgramsStillDoForAGroupThatIsGone() {
        serveInKernel();
        kernel.settled = false;
        rig.role.unsetGroup(rig.nowNs, GROUP);
        kernel.takes(11);
        kernel.settled = true;
        rig.tick(rig.nowNs);
        assertEquals("withdraw giveBack", kernel.told());
        assertEquals(1, rig.counters.get(Tally.KERNEL_FRAMES));
    }

    private void another(final int psn) {
        final GroupSpec first = group(3, -1);
        rig.set(
                new GroupSpec(
                        GROUP + 1,
                        first.memoryBase(),
                        first.initialPsn(),
                        first.ucAllowed(),
                        first.fatalNak(),
                        first.silent(),
                        first.silentAfterNs(),
                        first.paths()));
        rig.inject(0, SwitchRig.dataFrame(0, psn).dst(GROUP + 1).build());
        for (int member = 1; member < 3; member++) {
            rig.inject(
                    member,
                    SwitchRig.ackFrame(member, psn, Aeth.ACK_UNLIMITED, 0).dst(GROUP + 1).build());
        }
    }

    @Test
    void shouldTakeTheIdlestGroupsPlaceWhenTheTableIsFull() {
        serveInKernel();
        rig.nowNs += IDLE_NS;
        kernel.full = true;
        another(20);
        assertEquals(
                "install(20,20) withdraw install(20,20) minimum(20) ack1(20) ack2(20) publish",
                kernel.told());
        assertEquals(GroupDatapath.KERNEL, rig.role.group(GROUP + 1).datapath());
        assertEquals(GroupDatapath.USER, view().datapath());
        assertTrue(view().datapathReason().contains("idle"), view().datapathReason());
        assertEquals(1, rig.counters.get(Tally.KERNEL_YIELDS));
    }

    @Test
    void shouldStayInTheEngineWhenTheTableIsFullAndNobodyIsIdle() {
        serveInKernel();
        kernel.full = true;
        another(20);
        assertEquals("install(20,20)", kernel.told());
        assertEquals("the kernel's table is full", rig.role.group(GROUP + 1).datapathReason());
    }

    @Test
    void shouldKeepItsPlaceWhileItHasDataOrSomethingIsOutstanding() {
        serveInKernel();
        kernel.takes(11);
        rig.nowNs += IDLE_NS;
        kernel.full = true;
        another(20);
        assertEquals("install(20,20)", kernel.told(), "data that nobody has looked at yet");
        rig.nowNs += IDLE_NS;
        rig.inject(0, SwitchRig.dataFrame(0, 21).dst(GROUP + 1).build());
        rig.tick(rig.nowNs + FORCE_NS);
        assertEquals("install(21,21)", kernel.told(), "11 is not acknowledged");
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    @Test
    void shouldKeepItsPlaceWhileSomethingHasPassedAboveAGap() {
        serveInKernel();
        kernel.passed = 1L << 12;
        kernel.candidate = 9;
        rig.tick(rig.nowNs + SYNC_NS);
        kernel.pressed = true;
        rig.tick(rig.nowNs + IDLE_NS);
        assertEquals("", kernel.told(), "12 is outstanding");
    }

    @Test
    void shouldMakeRoomForAnotherShardsGroup() {
        serveInKernel();
        kernel.pressed = true;
        rig.tick(rig.nowNs);
        assertEquals("", kernel.told(), "not idle yet");
        rig.tick(rig.nowNs + IDLE_NS);
        assertEquals("withdraw", kernel.told());
    }
}
