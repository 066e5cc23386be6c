package io.polycast.core;

import static io.polycast.core.SwitchRig.GROUP;
import static io.polycast.core.SwitchRig.PORTS;
import static io.polycast.core.SwitchRig.SWITCH_MAC;
import static io.polycast.core.SwitchRig.group;
import static io.polycast.core.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Tally;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A second process on the state that a first one left. */
class RestartTest {
    private static final int MAX_GROUPS = 4;
    private static final int MAX_PATHS = 8;

    private final UnsafeBuffer state =
            new UnsafeBuffer(new byte[FeedbackLayout.length(MAX_GROUPS, MAX_PATHS)]);

    @Test
    void shouldForgetASourceThatIsNoLongerAMember() {
        final SwitchRig before = start();
        before.set(group(4, 0));
        before.data(0, 0, 1);
        before.ack(1, 0);
        before.ack(2, 0);
        final SwitchRig after = start();
        after.set(spec(GROUP, 0, host(1), host(2), host(3)));
        assertEquals(-1, after.core.group(GROUP).sourcePath());
        assertEquals("", after.ack(3, 0), "nobody to tell");
        assertEquals("p2:data(2) p3:data(2)", after.data(1, 2), "another takes over");
    }

    @Test
    void shouldKeepWhatIsKnownWhenTheTableIsNearlyFull() {
        final SwitchRig before = start();
        before.set(group(4, 0));
        before.set(spec(GROUP + 1, 0, host(4), host(5), host(6)));
        before.data(0, 0, 1);
        before.ack(1, 0);
        final SwitchRig after = start();
        after.set(group(4, 0));
        assertEquals(0, after.core.group(GROUP).sourcePath());
        assertEquals(0, after.core.group(GROUP).paths().get(1).ackPsn());
    }

    @Test
    void shouldNotTakeUpFeedbackOfAMemberThatLeftInBetween() {
        final SwitchRig before = start();
        before.set(group(4, 0));
        before.data(0, 0, 1);
        before.ack(3, 1);
        final SwitchRig after = start();
        after.set(group(3, 0));
        after.set(group(4, 0));
        assertEquals("unknown", after.core.group(GROUP).paths().get(3).state());
    }

    @Test
    void shouldForgetAGroupThatIsUnsetBeforeItIsSetAgain() {
        final SwitchRig before = start();
        before.set(group(3, -1));
        before.data(0, 7);
        before.ack(1, 7);
        final SwitchRig after = start();
        after.core.unsetGroup(after.nowNs, GROUP);
        after.set(group(3, -1));
        assertEquals("unknown", after.core.group(GROUP).paths().get(1).state());
        assertEquals(-1, after.core.group(GROUP).sourcePath());
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
        before.set(spec(GROUP, 0, host(0), first, second));
        before.data(0, 0, 1, 2);
        before.ack(1, 2);
        final SwitchRig after = start();
        after.set(spec(GROUP, 0, host(0), second, first));
        assertEquals(0xFF_FFFF, after.core.group(GROUP).paths().get(1).ackPsn(), "second");
        assertEquals(2, after.core.group(GROUP).paths().get(2).ackPsn(), "first");
    }

    @Test
    void shouldNotCountTheTimeBetweenTwoProcessesAsSilence() {
        final GroupSpec evicting =
                group(3, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 1_000_000);
        final SwitchRig before = start();
        before.set(evicting);
        before.data(0, 0);
        before.tick(300_000);
        assertEquals("receiver", before.core.group(GROUP).paths().get(1).state());
        final SwitchRig after = start();
        after.nowNs = 60_000_000_000L;
        after.set(evicting);
        after.data(0, 1);
        after.tick(after.nowNs + 300_000);
        assertEquals("receiver", after.core.group(GROUP).paths().get(1).state());
    }

    @Test
    void shouldReportALossAgainWhateverTheClockWas() {
        final SwitchRig before = start();
        before.nowNs = 60_000_000_000L;
        before.set(group(2, 0));
        before.data(0, 0, 1);
        assertEquals("p0:nak(0)", before.nak(1, 0));
        final SwitchRig after = start();
        after.nowNs = 5_000;
        after.set(group(2, 0));
        assertEquals(1, after.counters.get(Tally.NACKS_OUT), "it still waits");
        assertEquals("", after.nak(1, 0));
        after.nowNs += 1_000_000;
        assertEquals("p0:nak(0)", after.nak(1, 0));
    }

    /** What was registered is not what somebody said: without it, nothing is known of silent members. */
    @Test
    void shouldTellNothingOfAFirstPsnThatIsNoLongerRegistered() {
        final SwitchRig before = start();
        before.set(group(3, 0));
        before.data(0, 0);
        assertEquals(-1, before.core.group(GROUP).aggAckPsn());
        final SwitchRig after = start();
        after.set(group(3, -1));
        assertEquals(List.of(), after.frames);
        assertEquals(-1, after.core.group(GROUP).aggAckPsn());
        after.data(0, 0);
        assertEquals("", after.ack(1, 0));
        assertEquals("p0:ack(0)", after.ack(2, 0));
    }

    /** As when a group is replaced while the switch runs: what was told was of other connections. */
    @Test
    void shouldStartAnewWhenAnotherFirstPsnIsRegistered() {
        final SwitchRig before = start();
        before.set(group(3, 5000));
        before.data(0, 5000);
        before.ack(1, 5000);
        before.ack(2, 5000);
        final SwitchRig after = start();
        after.set(group(3, 0));
        assertEquals("p1:data(0) p2:data(0)", after.data(0, 0));
        assertEquals("p1:data(0) p2:data(0)", after.data(0, 0), "nobody has acknowledged it");
        assertEquals("", after.ack(1, 0));
        assertEquals("p0:ack(0)", after.ack(2, 0));
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

    private static GroupSpec spec(final int mcstId, final int initialPsn, final PathSpec... paths) {
        return new GroupSpec(
                mcstId,
                0,
                initialPsn,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                0,
                List.of(paths));
    }

    private SwitchRig start() {
        final SwitchSettings defaults = SwitchSettings.of(SWITCH_MAC, PORTS);
        return new SwitchRig(
                new SwitchSettings(
                        defaults.mac(),
                        defaults.mcstPrefix6(),
                        defaults.portCount(),
                        defaults.wirePeer(),
                        defaults.verifyAllIcrc(),
                        MAX_GROUPS,
                        MAX_PATHS,
                        defaults.sourceWindow(),
                        defaults.nakRepeatNs(),
                        defaults.cnp()),
                state);
    }
}
