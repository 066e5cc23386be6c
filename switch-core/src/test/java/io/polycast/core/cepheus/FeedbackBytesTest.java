package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.PORTS;
import static io.polycast.core.cepheus.SwitchRig.SWITCH_MAC;
import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each byte of the frames that the switch writes (docs/protocol.md, frames that the switch writes). */
class FeedbackBytesTest {
    private static final long SOURCE_MAC = 0x0200_0000_0001L;
    private static final long LEAF_MAC = 0x0200_0000_00A0L;
    private static final int UNLIMITED = Aeth.ACK_UNLIMITED;
    private static final int MSN = 7;

    private SwitchRig rig = SwitchRig.withMembers(3, 0);

    /** What every frame of the switch has in common. */
    private static RoceFrame written(final RoceFrame frame) {
        return frame.srcMac(SWITCH_MAC)
                .dstMac(SOURCE_MAC)
                .identification(0)
                .ttl(64)
                .flowLabel(0)
                .udpChecksum(false)
                .migReq(false)
                .ackReq(false)
                .pKey(0xFFFF)
                .opcode(Opcode.ACKNOWLEDGE);
    }

    /** An ACK to the first member, caused by one from this UDP port with this TOS. */
    private static RoceFrame ack4(final int psn, final int tos, final int port) {
        return written(RoceFrame.ipv4())
                .src("10.255.0.1")
                .dst("10.0.0.1")
                .destQpn(0x100)
                .tos(tos)
                .udpSourcePort(port)
                .psn(psn)
                .aeth(UNLIMITED, MSN);
    }

    private static RoceFrame cause(final int member, final int psn) {
        return ackFrame(member, psn, UNLIMITED, MSN).tos(0x68).udpSourcePort(0xD00D);
    }

    @Test
    void shouldWriteAnAckLikeTheFrameThatCausedIt() {
        rig.data(0, 0);
        rig.inject(1, cause(1, 0).tos(0).build());
        rig.inject(2, cause(2, 0).build());
        assertArrayEquals(ack4(0, 0x68, 0xD00D).build(), rig.last());
    }

    @Test
    void shouldWriteAnAckThatNoFrameCaused() {
        rig.data(0, 0);
        rig.inject(1, cause(1, 0).build());
        final int before = rig.frames.size();
        rig.set(group(2, 0).withEpoch(1));
        assertEquals(before + 1, rig.frames.size());
        assertArrayEquals(ack4(0, 0, 0xC000).build(), rig.last());
    }

    @Test
    void shouldCarryMigReqOfTheCause() {
        rig.data(0, 0);
        rig.inject(1, cause(1, 0).build());
        rig.inject(2, cause(2, 0).migReq(true).build());
        assertArrayEquals(ack4(0, 0x68, 0xD00D).migReq(true).build(), rig.last());
    }

    /** Bits of an ACK that is absorbed wait for the next aggregate, and are told once. */
    @Test
    void shouldTellCongestionOnce() {
        rig.data(0, 0, 1, 2);
        rig.inject(1, cause(1, 0).fecn(true).becn(true).build());
        rig.inject(2, cause(2, 0).build());
        assertArrayEquals(
                ack4(0, 0x68, 0xD00D).fecn(true).becn(true).build(), rig.last(), "both bits");
        rig.inject(1, cause(1, 1).build());
        rig.inject(2, cause(2, 1).build());
        assertArrayEquals(ack4(1, 0x68, 0xD00D).build(), rig.last(), "neither bit");
        rig.nowNs += 1_000_000_000L;
        rig.inject(1, cause(1, 2).fecn(true).build());
        rig.inject(2, cause(2, 2).build());
        assertArrayEquals(ack4(2, 0x68, 0xD00D).fecn(true).build(), rig.last(), "FECN alone");
    }

    private static PathSpec onVlan(final int member, final int vlanId) {
        final PathSpec path = host(member);
        return new PathSpec(path.port(), vlanId, path.ip(), path.mac(), path.qpn(), path.memory());
    }

    /** The VLAN is the source's, the priority that of the cause. */
    @Test
    void shouldTagAnAckForTheSourcesVlan() {
        rig = new SwitchRig();
        rig.set(new GroupSpec(GROUP, 0, 0, List.of(onVlan(0, 20), host(1), onVlan(2, 30))));
        rig.inject(0, dataFrame(0, 0).vlan(20).build());
        rig.inject(1, cause(1, 0).build());
        rig.inject(2, cause(2, 0).vlan(5 << 13 | 30).build());
        assertArrayEquals(ack4(0, 0x68, 0xD00D).vlan(5 << 13 | 20).build(), rig.last());
        rig.inject(0, dataFrame(0, 1).vlan(20).build());
        rig.inject(2, cause(2, 1).vlan(5 << 13 | 30).build());
        rig.inject(1, cause(1, 1).build());
        assertArrayEquals(ack4(1, 0x68, 0xD00D).vlan(20).build(), rig.last());
    }

    /** A path of any VLAN answers in the tag with which its data came. */
    @Test
    void shouldRepeatTheTagOfTheSourcesData() {
        rig.inject(0, dataFrame(0, 0).vlan(3 << 13 | 0xFFE).build());
        rig.inject(1, cause(1, 0).build());
        rig.inject(2, cause(2, 0).build());
        assertArrayEquals(ack4(0, 0x68, 0xD00D).vlan(3 << 13 | 0xFFE).build(), rig.last());
    }

    @Test
    void shouldAnswerASwitchAtTheGroupsAddress() {
        rig = new SwitchRig();
        rig.set(
                new GroupSpec(
                        GROUP,
                        0,
                        0,
                        List.of(
                                new PathSpec(0, PathSpec.ANY_VLAN, null, LEAF_MAC, 0, null),
                                host(1),
                                host(2))));
        rig.inject(0, dataFrame(0, 0).srcMac(LEAF_MAC).src("10.9.0.1").build());
        rig.inject(1, cause(1, 0).build());
        rig.inject(2, cause(2, 0).build());
        assertArrayEquals(
                ack4(0, 0x68, 0xD00D).dstMac(LEAF_MAC).dst("10.255.0.1").destQpn(1).build(),
                rig.last());
    }

    private static RoceFrame from6(final int member, final String dst) {
        return RoceFrame.ipv6()
                .srcMac(SOURCE_MAC + member)
                .dstMac(SWITCH_MAC)
                .src("fd09:1:2:3::" + (member + 1))
                .dst(dst)
                .destQpn(1)
                .tos(0x68)
                .flowLabel(0x54321)
                .udpSourcePort(0xD00D)
                .psn(0);
    }

    @Test
    void shouldWriteAnAckOfIpv6() {
        final String to = "fd00:cafe:1:2:3:4:aff:1";
        rig =
                new SwitchRig(
                        CepheusSettings.of(SWITCH_MAC, PORTS)
                                .withPrefix6(Arrays.copyOf(Ipv6.parse(to), 12)),
                        null);
        rig.set(new GroupSpec(GROUP, 0, 0, List.of(host6(0), host6(1), host6(2))));
        rig.inject(
                0, from6(0, to).opcode(Opcode.SEND_ONLY).ackReq(true).payload(new byte[8]).build());
        for (int member = 1; member < 3; member++) {
            rig.inject(
                    member,
                    from6(member, to).opcode(Opcode.ACKNOWLEDGE).aeth(UNLIMITED, MSN).build());
        }
        final RoceFrame expected =
                written(RoceFrame.ipv6())
                        .src(to)
                        .dst("fd09:1:2:3::1")
                        .destQpn(0x100)
                        .tos(0x68)
                        .udpSourcePort(0xD00D)
                        .psn(0)
                        .aeth(UNLIMITED, MSN);
        assertArrayEquals(expected.build(), rig.last());
        final RoceFrame strange =
                from6(0, "fd00:cafe:1:2:3:5:aff:1").opcode(Opcode.SEND_ONLY).payload(new byte[8]);
        assertEquals("", rig.inject(0, strange.psn(1).build()), "the prefix of another switch");
    }

    private static PathSpec host6(final int member) {
        final PathSpec path = host(member);
        return new PathSpec(
                path.port(),
                PathSpec.ANY_VLAN,
                Ipv6.parse("fd09:1:2:3::" + (member + 1)),
                path.mac(),
                path.qpn(),
                path.memory());
    }
}
