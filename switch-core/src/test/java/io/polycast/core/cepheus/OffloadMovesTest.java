package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.contract.Tally;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The times of a move into the kernel and back, each just before and just when it has come. */
class OffloadMovesTest {
    private static final long SETTLE_NS = 2_000;
    private static final long FORCE_NS = 1_000_000;
    private static final long GRACE_NS = 5_000;
    private static final long HOLD_OFF_NS = 100_000;
    private static final long SYNC_NS = 1_000;

    private final ScriptedKernel kernel = new ScriptedKernel();
    private final SwitchRig rig =
            new SwitchRig(
                    kernel,
                    new OffloadSettings(
                            SETTLE_NS,
                            FORCE_NS,
                            GRACE_NS,
                            HOLD_OFF_NS,
                            400_000,
                            SYNC_NS,
                            1L << 40));

    @BeforeEach
    void shouldKnowTheGroup() {
        rig.nowNs = 10_000_000;
        rig.set(group(3, -1));
    }

    private GroupView view() {
        return rig.role.group(GROUP);
    }

    private void acknowledgedByAll(final int psn) {
        rig.ack(1, psn);
        rig.ack(2, psn);
    }

    private void serveInKernel() {
        rig.data(0, 10);
        rig.nowNs += SETTLE_NS;
        acknowledgedByAll(10);
        assertEquals(GroupDatapath.KERNEL, view().datapath(), () -> view().datapathReason());
        kernel.told();
    }

    @Test
    void shouldNotMoveBeforeItsSourceHasSettled() {
        rig.data(0, 10);
        rig.nowNs += SETTLE_NS - 1;
        acknowledgedByAll(10);
        assertEquals(GroupDatapath.MOVING, view().datapath());
        rig.data(0, 11);
        rig.nowNs++;
        acknowledgedByAll(11);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertEquals(0, rig.counters.get(Tally.KERNEL_FORCED));
    }

    /** The programs would send a joiner new data that is not for it. */
    @Test
    void shouldNotMoveWhileAMemberJoins() {
        final List<PathSpec> paths = new ArrayList<>(group(3, -1).paths());
        paths.remove(2);
        final PathSpec host = SwitchRig.host(2);
        paths.add(
                new PathSpec(
                        2, host.vlanId(), host.ip(), host.mac(), host.qpn(), host.memory(), 12));
        rig.set(group(3, -1).withPaths(paths));
        rig.data(0, 10);
        rig.ack(1, 10);
        assertEquals("a member joins", view().datapathReason());
        rig.nowNs += SETTLE_NS;
        rig.data(0, 11, 12);
        rig.ack(1, 12);
        rig.nowNs += SETTLE_NS;
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals("p0:nak(12)", rig.nak(2, 12));
        assertNull(view().datapathReason(), "it has spoken");
        rig.data(0, 12);
        assertEquals("p0:ack(12)", rig.ack(2, 12));
        rig.data(0, 13);
        rig.nowNs += SETTLE_NS;
        acknowledgedByAll(13);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    @Test
    void shouldNotForceAMoveBeforeItsTime() {
        rig.data(0, 10);
        final long forcedNs = rig.nowNs + SETTLE_NS + FORCE_NS;
        rig.tick(forcedNs - 1);
        assertEquals(GroupDatapath.MOVING, view().datapath());
        rig.tick(forcedNs);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        assertEquals(1, rig.counters.get(Tally.KERNEL_FORCED));
    }

    @Test
    void shouldForwardLateDataForATimeOnly() {
        serveInKernel();
        rig.nowNs += GRACE_NS;
        assertEquals("p1:data(11) p2:data(11)", rig.data(0, 11));
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        rig.nowNs++;
        assertEquals("p1:data(12) p2:data(12)", rig.data(0, 12));
        assertEquals(GroupDatapath.USER, view().datapath());
    }

    @Test
    void shouldForgetAHoldOffWithASet() {
        serveInKernel();
        rig.nowNs += GRACE_NS + 1;
        rig.data(0, 11);
        assertEquals(GroupDatapath.USER, view().datapath());
        rig.tick(rig.nowNs);
        rig.set(group(3, -1));
        assertNull(view().datapathReason());
        rig.data(0, 12);
        rig.nowNs += SETTLE_NS;
        acknowledgedByAll(12);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    @Test
    void shouldCountAReturnForAPortThatTheKernelRefuses() {
        serveInKernel();
        kernel.refusal = "p2: down";
        kernel.version++;
        rig.tick(rig.nowNs);
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals("p2: down", view().datapathReason());
        assertEquals(1, rig.counters.get(Tally.KERNEL_RETURNS));
    }

    @Test
    void shouldStayInTheEngineWhenTheKernelDoesNotPublish() {
        kernel.publishes = false;
        rig.data(0, 10);
        rig.nowNs += SETTLE_NS;
        acknowledgedByAll(10);
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals("it said no", view().datapathReason());
        assertEquals(0, rig.counters.get(Tally.KERNEL_MOVES));
        assertEquals("p1:data(11) p2:data(11)", rig.data(0, 11));
    }

    @Test
    void shouldReadTheKernelsWordsOnceAnInterval() {
        serveInKernel();
        rig.tick(rig.nowNs + SYNC_NS);
        kernel.takes(11);
        rig.tick(rig.nowNs + SYNC_NS - 1);
        assertEquals(0, rig.counters.get(Tally.KERNEL_FRAMES));
        rig.tick(rig.nowNs + 1);
        assertEquals(1, rig.counters.get(Tally.KERNEL_FRAMES));
    }

    /** Rule 5: the retransmission that passed in the kernel ends a NAK that waits for the others. */
    @Test
    void shouldEndAWaitingNakWhoseDataPassesInTheKernel() {
        serveInKernel();
        kernel.takes(11, 12, 13);
        rig.ack(1, 11);
        assertEquals("", rig.nak(1, 12), "path 2 has not acknowledged 11");
        assertEquals(12, view().paths().get(1).waitingNak());
        kernel.takes(12, 13);
        rig.tick(rig.nowNs + SYNC_NS);
        assertEquals(-1, view().paths().get(1).waitingNak());
        assertEquals("p0:ack(11)", rig.ack(2, 13), "12 has been sent again");
    }
}
