package io.polycast.core.cepheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What the simulator found, each as the smallest case. */
class SimulatedFaultsTest {
    private static final long MS = 1_000_000L;

    @Test
    void shouldNotCountFeedbackThatThePortRefusedAsSent() {
        final SwitchRig rig = SwitchRig.withMembers(3, 0);
        rig.data(0, 0, 1, 2);
        rig.refuse = true;
        rig.ack(1, 1);
        rig.ack(2, 1);
        rig.nak(1, 2);
        rig.nak(2, 2);
        rig.data(0, 0);
        assertEquals(0, rig.counters.get(Tally.ACKS_OUT));
        assertEquals(0, rig.counters.get(Tally.NACKS_OUT));
        assertEquals(3, rig.counters.get(Tally.FEEDBACK_REFUSED));
    }

    @Test
    void shouldNotReportALossThatWhoeverAskedHasMadeGood() {
        final SwitchRig rig = SwitchRig.withMembers(3, 0);
        rig.data(0, 0, 1, 2, 3);
        assertEquals("", rig.nak(1, 1));
        assertEquals("", rig.ack(1, 3));
        assertEquals("p0:ack(0)", rig.ack(2, 0));
    }

    @Test
    void shouldNotForgetALaterLossWhenItReportsAnEarlierOne() {
        final SwitchRig rig = SwitchRig.withMembers(3, 0);
        rig.data(0, 0, 1, 2, 3, 4, 5);
        assertEquals("", rig.nak(2, 4));
        assertEquals("p0:nak(2)", rig.nak(1, 2));
        assertEquals("p0:nak(4)", rig.ack(1, 3));
    }

    @Test
    void shouldServeAnIpv6GroupWhereOnlySwitchesAreNextToIt() {
        final byte[] prefix = Arrays.copyOf(Ipv6.parse("fd00:cafe::"), 12);
        final CepheusSettings plain = CepheusSettings.of(SwitchRig.SWITCH_MAC, 4);
        final SwitchRig rig =
                new SwitchRig(
                        plain.withPrefix6(prefix).withTables(8, 64).withNakRepeat(MS),
                        null,
                        new int[] {-1, -1, -1, -1});
        rig.set(
                new GroupSpec(
                        SwitchRig.GROUP,
                        0,
                        0,
                        false,
                        FatalNakPolicy.FAIL_GROUP,
                        SilentPolicy.EVICT,
                        100 * MS,
                        List.of(
                                new PathSpec(0, -1, null, 0xA0, 0, null),
                                new PathSpec(1, -1, null, 0xA1, 0, null),
                                new PathSpec(2, -1, null, 0xA2, 0, null))));
        final RoceFrame data =
                RoceFrame.ipv6()
                        .srcMac(0xA0)
                        .dstMac(SwitchRig.SWITCH_MAC)
                        .src("fd09::1")
                        .dst("fd00:cafe::aff:1")
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .psn(0)
                        .ackReq(true)
                        .payload(new byte[] {1, 2, 3});
        assertEquals("p1:data(0) p2:data(0) p0:alive(0)", rig.inject(0, data.build()));
        assertEquals("", rig.inject(1, ack6(0xA1).build()));
        rig.tick(50 * MS);
        // The switch waits for path 2, and shows life to the switch above.
        assertEquals("p2:data(0) p0:alive(0)", rig.inject(0, data.build()));
        assertEquals(6, classified(rig.last()).ipVersion);
        rig.tick(125 * MS);
        rig.inject(0, data.build());
        // Path 2 stays silent: what its removal makes due is caused by no frame, and IPv6 all the
        // same.
        assertEquals("", rig.tick(149 * MS));
        assertEquals("p0:ack(0)", rig.tick(150 * MS));
        assertEquals(6, classified(rig.last()).ipVersion);
    }

    private static RoceFrame ack6(final long mac) {
        return RoceFrame.ipv6()
                .srcMac(mac)
                .dstMac(SwitchRig.SWITCH_MAC)
                .src("fd00:cafe::aff:1")
                .dst("fd00:cafe::aff:1")
                .opcode(Opcode.ACKNOWLEDGE)
                .destQpn(1)
                .psn(0)
                .aeth(Aeth.ACK_UNLIMITED, 1);
    }

    @Test
    void shouldNotTakeAMemberForSilentThatIsAheadOfWhatPassedHere() {
        final SwitchRig rig = new SwitchRig();
        rig.set(SwitchRig.group(3, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
        // After a restart without state: a late duplicate of what all have had for long.
        rig.data(0, 5);
        assertEquals("", rig.ack(1, 9));
        assertEquals("", rig.ack(2, 9));
        for (long atMs = 25; atMs <= 1000; atMs += 25) {
            rig.tick(atMs * MS);
            rig.data(0, 5);
            rig.ack(1, 9);
            rig.ack(2, 9);
        }
        assertEquals(0, rig.counters.get(Tally.MEMBERS_EVICTED));
        // But once it says nothing any more it is silent.
        rig.data(0, 10);
        rig.ack(2, 10);
        for (long atMs = 1025; atMs <= 1300; atMs += 25) {
            rig.data(0, 10);
            rig.tick(atMs * MS);
        }
        assertEquals(1, rig.counters.get(Tally.MEMBERS_EVICTED));
    }

    @Test
    void shouldTagFeedbackThatNoFrameCausedAsTheSourceTagsItsData() {
        final SwitchRig rig = new SwitchRig();
        rig.set(SwitchRig.group(3, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
        rig.inject(0, SwitchRig.dataFrame(0, 0).vlan(0x6005).build());
        rig.inject(1, SwitchRig.ackFrame(1, 0, Aeth.ACK_UNLIMITED, 1).vlan(0x6005).build());
        long atNs = 0;
        while (rig.tick(atNs += 25 * MS).isEmpty()) {
            rig.inject(0, SwitchRig.dataFrame(0, 0).vlan(0x6005).build());
            assertTrue(atNs < 200 * MS, "member 2 is never taken out");
        }
        final FrameInfo info = classified(rig.last());
        assertEquals(1, info.vlanTags);
        assertEquals(5, info.vlanId);
    }

    private static FrameInfo classified(final byte[] frame) {
        final FrameInfo info = new FrameInfo();
        Classifier.classify(new UnsafeBuffer(frame), 0, frame.length, info);
        return info;
    }
}
