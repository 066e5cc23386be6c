package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.PORTS;
import static io.polycast.core.cepheus.SwitchRig.SWITCH_MAC;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.wire.Aeth;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A second process on the state that a first one left. */
class RestartTest {
    private static final int MAX_GROUPS = 4;
    private static final int MAX_PATHS = 8;

    private final UnsafeBuffer state =
            new UnsafeBuffer(new byte[FeedbackLayout.length(MAX_GROUPS, MAX_PATHS)]);

    /** A second job on the same hosts, after the switch was stopped and started (high: false ACK). */
    @Test
    void shouldAnswerNothingFromTheMemoryOfAnEarlierProcess() {
        for (final int initialPsn : new int[] {-1, 0}) {
            state.setMemory(0, state.capacity(), (byte) 0);
            final SwitchRig before = start();
            before.start(group(3, initialPsn));
            transfer(before, 601);
            final SwitchRig after = start();
            after.start(group(3, initialPsn));
            assertEquals("p1:data(0) p2:data(0)", after.data(0, 0), "copies leave");
            assertEquals("p1:data(0) p2:data(0)", after.data(0, 0), "nobody has acknowledged it");
            assertEquals("", after.ack(1, 0));
            assertEquals("p0:ack(0)", after.ack(2, 0));
        }
    }

    /** Receivers are ahead of a switch that lost its state; their duplicates' ACKs end the transfer. */
    @Test
    void shouldGoOnInMidTransferOnceTheSourceRepeatsItself() {
        final SwitchRig before = start();
        before.start(group(3, -1));
        before.data(0, 10, 11, 12, 13);
        before.ack(1, 13);
        final SwitchRig after = start();
        after.start(group(3, -1));
        assertEquals("p1:data(10) p2:data(10)", after.data(0, 10));
        assertEquals("", after.ack(1, 13));
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, endingOfAck(after, 2, 13), "once seen only");
        assertEquals("p1:data(10) p2:data(10)", after.data(0, 10), "the source waits");
        assertEquals("", after.ack(1, 13));
        assertEquals("p0:ack(12)", after.ack(2, 12), "the slowest");
        assertEquals(
                12,
                after.role.group(GROUP).progress().highestPsn(),
                "the bound follows the minimum");
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, endingOfAck(after, 2, 13));
    }

    @Test
    void shouldForgetASourceThatIsNoLongerAMember() {
        final SwitchRig before = start();
        before.start(group(4, 0));
        transfer(before, 1);
        final SwitchRig after = start();
        after.start(spec(GROUP, 0, host(1), host(2), host(3)));
        assertEquals(-1, after.role.group(GROUP).progress().sourcePath());
        assertEquals("", after.ack(3, 0), "nobody to tell");
        assertEquals("p2:data(2) p3:data(2)", after.data(1, 2), "another takes over");
    }

    /** Only a set that begins anew brings a member back: its connection is not the others'. */
    @Test
    void shouldLeaveAnEvictedMemberOutAtAStart() {
        final GroupSpec group = group(3, -1, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0);
        final SwitchRig before = start();
        before.start(group);
        before.data(0, 0);
        before.nak(2, 0, Aeth.NAK_REMOTE_ACCESS_ERROR);
        final SwitchRig after = start();
        after.start(group);
        assertEquals("evicted", after.role.group(GROUP).paths().get(2).state());
        assertEquals("p1:data(0)", after.data(0, 0));
        assertEquals("p0:ack(0)", after.ack(1, 0));
        after.set(group);
        assertEquals("p1:data(0) p2:data(0)", after.data(0, 0), "a set begins anew");
    }

    @Test
    void shouldKeepMembersOutWhenTheTableIsNearlyFull() {
        final GroupSpec group = group(4, -1, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0);
        final SwitchRig before = start();
        before.start(group);
        before.start(spec(GROUP + 1, 0, host(4), host(5), host(6)));
        before.data(0, 0);
        before.nak(3, 0, Aeth.NAK_REMOTE_ACCESS_ERROR);
        final SwitchRig after = start();
        after.start(group);
        assertEquals("evicted", after.role.group(GROUP).paths().get(3).state());
    }

    @Test
    void shouldForgetAGroupThatIsUnsetBeforeItIsSetAgain() {
        final SwitchRig before = start();
        before.start(group(3, -1));
        transfer(before, 8);
        final SwitchRig after = start();
        after.role.unsetGroup(after.nowNs, GROUP);
        after.set(group(3, -1));
        assertEquals("unknown", after.role.group(GROUP).paths().get(1).state());
        for (int i = 1; i < MAX_GROUPS; i++) {
            after.set(spec(GROUP + i, 0, host(4)));
        }
    }

    @Test
    void shouldTellMembersApartWhoseAddressesAndQpnsAreNeighbours() {
        // 31 * (address + 1) + QPN = 31 * address + (QPN + 31)
        final PathSpec first = member(1, 0x100 + 31);
        final PathSpec second = member(2, 0x100);
        final SwitchRig before = start();
        before.start(evicting(host(0), first, second));
        before.data(0, 0);
        before.inject(1, SwitchRig.ackFrame(1, 0, Aeth.NAK_REMOTE_ACCESS_ERROR, 0).build());
        final SwitchRig after = start();
        after.start(evicting(host(0), second, first));
        assertEquals("unknown", after.role.group(GROUP).paths().get(1).state(), "second");
        assertEquals("evicted", after.role.group(GROUP).paths().get(2).state(), "first");
    }

    @Test
    void shouldNotCountTheTimeBetweenTwoProcessesAsSilence() {
        final GroupSpec evicting =
                group(3, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 1_000_000);
        final SwitchRig before = start();
        before.start(evicting);
        before.data(0, 0);
        before.tick(300_000);
        final SwitchRig after = start();
        after.nowNs = 60_000_000_000L;
        after.start(evicting);
        after.data(0, 0);
        after.tick(after.nowNs + 300_000);
        assertEquals("unknown", after.role.group(GROUP).paths().get(1).state());
    }

    private static void transfer(final SwitchRig rig, final int packets) {
        for (int psn = 0; psn < packets; psn++) {
            rig.data(0, psn);
            rig.ack(1, psn);
            rig.ack(2, psn);
            rig.ack(3, psn);
        }
    }

    private static Ending endingOfAck(final SwitchRig rig, final int member, final int psn) {
        return rig.ending(member, SwitchRig.ackFrame(member, psn, Aeth.ACK_UNLIMITED, 0).build());
    }

    /** Many on one port, as behind a legacy switch. */
    private static PathSpec member(final int lastByte, final int qpn) {
        return new PathSpec(
                1,
                PathSpec.ANY_VLAN,
                new byte[] {10, 0, 0, (byte) (lastByte + 1)},
                0x0200_0000_0001L + lastByte,
                qpn,
                null);
    }

    private static GroupSpec evicting(final PathSpec... paths) {
        return new GroupSpec(
                GROUP,
                0,
                -1,
                false,
                FatalNakPolicy.EVICT_MEMBER,
                SilentPolicy.FREEZE,
                0,
                List.of(paths));
    }

    private static GroupSpec spec(final int mcstId, final int initialPsn, final PathSpec... paths) {
        return new GroupSpec(mcstId, 0, initialPsn, List.of(paths));
    }

    private SwitchRig start() {
        final CepheusSettings defaults = CepheusSettings.of(SWITCH_MAC, PORTS);
        return new SwitchRig(defaults.withTables(MAX_GROUPS, MAX_PATHS), state);
    }
}
