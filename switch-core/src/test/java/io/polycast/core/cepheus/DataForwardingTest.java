package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Udp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Replication, connection bridging and pass-through. */
class DataForwardingTest {
    private SwitchRig rig = SwitchRig.withMembers(3, 0);

    @Test
    void shouldBridgeTheConnectionAndNothingElse() {
        final RoceFrame sent =
                dataFrame(0, 7)
                        .udpSourcePort(0xD123)
                        .tos(0x6A)
                        .ttl(33)
                        .identification(0x1234)
                        .migReq(true)
                        .solicited(true);
        rig = SwitchRig.withMembers(3, 7);
        rig.inject(0, sent.build());
        final byte[] expected =
                sent.srcMac(SwitchRig.SWITCH_MAC)
                        .dstMac(0x0200_0000_0003L)
                        .src("10.255.0.1")
                        .dst("10.0.0.3")
                        .destQpn(0x102)
                        .build();
        assertArrayEquals(expected, rig.last());
    }

    @Test
    void shouldPatchANonZeroUdpChecksumAndKeepZeroZero() {
        rig.inject(0, dataFrame(0, 0).udpChecksum(true).build());
        final UnsafeBuffer copy = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(copy, 0, copy.capacity(), info);
        assertTrue(Udp.checksum(copy, info.udpOffset) != 0);
        final byte[] expected =
                dataFrame(0, 0)
                        .udpChecksum(true)
                        .srcMac(SwitchRig.SWITCH_MAC)
                        .dstMac(0x0200_0000_0003L)
                        .src("10.255.0.1")
                        .dst("10.0.0.3")
                        .destQpn(0x102)
                        .build();
        assertArrayEquals(expected, rig.last());
    }

    @Test
    void shouldKeepAVlanTagAndEthernetPadding() {
        final RoceFrame tiny = dataFrame(0, 0).vlan(0x6064).payload(new byte[0]).padToMinimum(true);
        rig.inject(0, tiny.build());
        final byte[] expected =
                tiny.srcMac(SwitchRig.SWITCH_MAC)
                        .dstMac(0x0200_0000_0003L)
                        .src("10.255.0.1")
                        .dst("10.0.0.3")
                        .destQpn(0x102)
                        .build();
        assertArrayEquals(expected, rig.last());
        rig.ack(1, 0);
        rig.inject(2, ackFrame(2, 0, 0x1F, 0).vlan(0x6064).build());
        assertEquals(
                0x8100, Ethernet.etherType(new UnsafeBuffer(rig.last()), 0), "ACK is tagged too");
    }

    @Test
    void shouldForwardToANextHopSwitchUnchangedButForMacs() {
        final List<PathSpec> paths = new ArrayList<>(List.of(host(0), host(1)));
        paths.add(new PathSpec(5, -1, null, 0x0200_0000_01FEL, 0, null));
        rig = new SwitchRig();
        rig.set(new GroupSpec(SwitchRig.GROUP, 0, 0, paths));
        final RoceFrame write =
                dataFrame(0, 0).opcode(Opcode.WRITE_ONLY).reth(64, 5, 4).payload(new byte[4]);
        assertEquals("p1:data(0) p5:data(0)", rig.inject(0, write.build()));
        assertArrayEquals(
                write.srcMac(SwitchRig.SWITCH_MAC).dstMac(0x0200_0000_01FEL).build(), rig.last());
        // The next switch answers for its members: source and destination are the group.
        rig.ack(1, 0);
        final byte[] aggregate =
                ackFrame(9, 0, 0x1F, 0).srcMac(0x0200_0000_01FEL).src("10.255.0.1").build();
        assertEquals(Ending.NOT_A_MEMBER, rig.ending(4, aggregate), "not on this port");
        assertEquals("p0:ack(0)", rig.inject(5, aggregate));
        // Data may come up from there as well; feedback then goes down with DestQP 1.
        final byte[] up = dataFrame(40, 1).srcMac(0x0200_0000_01FEL).src("10.0.9.9").build();
        assertEquals("p0:data(1) p1:data(1)", rig.inject(5, up));
        rig.ack(0, 1);
        assertEquals("p5:ack(1)", rig.ack(1, 1));
        final UnsafeBuffer ack = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(ack, 0, ack.capacity(), info);
        assertEquals(1, info.destQpn);
        assertEquals(info.srcIp, info.dstIp);
    }

    @Test
    void shouldTellPathsOnOnePortApartByAddressAndVlan() {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final PathSpec path = host(i);
            paths.add(new PathSpec(0, i == 2 ? 30 : -1, path.ip(), path.mac(), path.qpn(), null));
        }
        rig = new SwitchRig();
        rig.set(new GroupSpec(SwitchRig.GROUP, 0, 0, paths));
        assertEquals("p0:data(0) p0:data(0)", rig.inject(0, dataFrame(0, 0).build()));
        final byte[] tagged =
                dataFrame(0, 0)
                        .vlan(30)
                        .srcMac(SwitchRig.SWITCH_MAC)
                        .dstMac(0x0200_0000_0003L)
                        .src("10.255.0.1")
                        .dst("10.0.0.3")
                        .destQpn(0x102)
                        .build();
        assertArrayEquals(tagged, rig.last(), "a tag is pushed for the path that wants one");
        rig.inject(0, ackFrame(1, 0, 0x1F, 0).build());
        assertEquals(Ending.NOT_A_MEMBER, rig.ending(0, ackFrame(2, 0, 0x1F, 0).build()));
        assertEquals("p0:ack(0)", rig.inject(0, ackFrame(2, 0, 0x1F, 0).vlan(30).build()));
    }

    @Test
    void shouldBridgeIpv6AndAnswerNeighbourSolicitations() {
        final CepheusSettings base = CepheusSettings.of(SwitchRig.SWITCH_MAC, SwitchRig.PORTS);
        final byte[] prefix = Arrays.copyOf(Ipv6.parse("fd00:cafe::"), 12);
        rig = new SwitchRig(base.withPrefix6(prefix).withTables(16, 64), null);
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            paths.add(
                    new PathSpec(
                            i,
                            -1,
                            Ipv6.parse("fd09::" + (i + 1)),
                            0x0200_0000_0001L + i,
                            0x100 + i,
                            host(i).memory()));
        }
        rig.set(new GroupSpec(SwitchRig.GROUP, 0, 0, paths));
        final RoceFrame data =
                ipv6("fd09::1", "fd00:cafe::aff:1", 1)
                        .opcode(Opcode.WRITE_ONLY)
                        .reth(16, 1, 5)
                        .psn(0)
                        .ackReq(true)
                        .udpChecksum(true)
                        .payload(new byte[5]);
        assertEquals("p1:data(0) p2:data(0)", rig.inject(0, data.build()));
        assertArrayEquals(
                data.srcMac(SwitchRig.SWITCH_MAC)
                        .dstMac(0x0200_0000_0003L)
                        .src("fd00:cafe::aff:1")
                        .dst("fd09::3")
                        .destQpn(0x102)
                        .reth(0x2_7000_0010L, 0xA002, 5)
                        .build(),
                rig.last());
        for (int i = 1; i < 3; i++) {
            rig.inject(
                    i,
                    ipv6("fd09::" + (i + 1), "fd00:cafe::aff:1", 1)
                            .opcode(Opcode.ACKNOWLEDGE)
                            .psn(0)
                            .aeth(0x1F, 1)
                            .build());
        }
        assertEquals(1, rig.counters.get(Tally.ACKS_OUT));
        final byte[] solicitation =
                Discovery.neighbourSolicitation(2, "fd09::1", "fd00:cafe::aff:1");
        assertEquals(Ending.ND_ANSWERED, rig.ending(0, solicitation));
        assertEquals(
                Ending.NOT_FOR_US,
                rig.ending(0, Discovery.neighbourSolicitation(2, "fd09::1", "fd00:cafe::aff:2")));
    }

    private static RoceFrame ipv6(final String src, final String dst, final int qpn) {
        return RoceFrame.ipv6().srcMac(1).dstMac(2).src(src).dst(dst).destQpn(qpn);
    }

    @Test
    void shouldRefuseWhatCannotGoToAGroup() {
        assertEquals(
                Ending.OPCODE_REFUSED,
                rig.ending(
                        0,
                        dataFrame(0, 0)
                                .opcode(Opcode.READ_REQUEST)
                                .reth(0, 0, 1)
                                .payload(new byte[0])
                                .build()));
        assertEquals(
                Ending.OPCODE_REFUSED,
                rig.ending(
                        0,
                        dataFrame(0, 0)
                                .opcode(Opcode.SEND_ONLY_INV)
                                .extension(new byte[4])
                                .build()));
        assertEquals(
                Ending.OPCODE_REFUSED,
                rig.ending(
                        0,
                        dataFrame(0, 0)
                                .opcode(Opcode.FETCH_ADD)
                                .extension(new byte[28])
                                .payload(new byte[0])
                                .build()));
        assertEquals(
                Ending.UC_REFUSED,
                rig.ending(0, dataFrame(0, 0).opcode(Opcode.UC | Opcode.SEND_ONLY).build()));
        assertEquals(
                -1,
                rig.role.group(SwitchRig.GROUP).progress().sourcePath(),
                "no state was touched");
    }

    @Test
    void shouldReplicateUcWhereTheGroupAllowsIt() {
        final GroupSpec spec = group(3, 0);
        rig.set(
                new GroupSpec(
                        spec.mcstId(),
                        0,
                        0,
                        true,
                        spec.fatalNak(),
                        spec.silent(),
                        0,
                        spec.paths()));
        final byte[] uc = dataFrame(0, 0).opcode(Opcode.UC | Opcode.SEND_ONLY).build();
        assertEquals("p1:data(0) p2:data(0)", rig.inject(0, uc));
        assertEquals("p1:data(0) p2:data(0)", rig.inject(0, uc), "no filter");
        assertEquals(
                -1, rig.role.group(SwitchRig.GROUP).progress().sourcePath(), "no source tracking");
    }

    @Test
    void shouldCrossAWireUntouchedAndNeverLeakGroupFrames() {
        final CepheusSettings base = CepheusSettings.of(SwitchRig.SWITCH_MAC, SwitchRig.PORTS);
        final int[] peers = SwitchRig.noWires();
        peers[0] = 1;
        peers[1] = 0;
        rig = new SwitchRig(base, null, peers);
        rig.set(group(3, 0));
        final byte[] lldp = new byte[80];
        Arrays.fill(lldp, (byte) 0x5A);
        rig.inject(1, lldp);
        assertArrayEquals(lldp, rig.last());
        assertEquals(0, rig.ports.get(0));
        final byte[] unicast = dataFrame(0, 0).dst("10.0.0.9").destQpn(77).build();
        rig.inject(0, unicast);
        assertArrayEquals(unicast, rig.last(), "RoCE between hosts is not ours");
        final byte[] malformed = dataFrame(0, 0).dst("10.0.0.9").build();
        malformed[24] ^= 1;
        assertEquals(Ending.FORWARDED, rig.ending(0, malformed), "neither is what is wrong in it");
        final byte[] ours = dataFrame(0, 0).build();
        ours[24] ^= 1;
        assertEquals(Ending.BAD_IP_CHECKSUM, rig.ending(0, ours));
        rig.refuse = true;
        assertEquals(Ending.EGRESS_REFUSED, rig.ending(0, lldp));
        assertTrue(rig.sumsClose());
    }

    @Test
    void shouldServeTheNextGoodFrameAfterGarbage() {
        final byte[] good = dataFrame(0, 0).build();
        for (int length = 0; length < good.length; length++) {
            rig.inject(0, Arrays.copyOf(good, length));
        }
        final GroupView before = rig.role.group(SwitchRig.GROUP);
        assertEquals(-1, before.progress().sourcePath());
        assertEquals("p1:data(0) p2:data(0)", rig.inject(0, good));
        assertTrue(rig.sumsClose());
    }

    @Test
    void shouldKeepFeedbackOfPathsThatStayWhenAGroupIsReplaced() {
        rig.data(0, 0, 1);
        rig.ack(1, 1);
        rig.ack(2, 0);
        rig.set(group(4, 0).withEpoch(1));
        final GroupView view = rig.role.group(SwitchRig.GROUP);
        assertEquals(2, view.version());
        assertEquals(0, view.progress().sourcePath());
        assertEquals(1, view.paths().get(1).ackPsn());
        assertEquals("unknown", view.paths().get(3).state(), "it joined in the middle");
        assertEquals("", rig.ack(2, 1));
        assertEquals("p0:ack(1)", rig.ack(3, 1));
        rig.set(group(3, 0).withEpoch(1));
        assertEquals(3, rig.role.group(SwitchRig.GROUP).paths().size());
        assertTrue(rig.role.unsetGroup(0, SwitchRig.GROUP));
        assertEquals(Ending.UNKNOWN_GROUP, rig.ending(0, dataFrame(0, 2).build()));
    }

    @Test
    void shouldSendADueAggregateWhenTheMemberThatHeldItLeaves() {
        rig.data(0, 0);
        rig.ack(1, 0);
        final int before = rig.frames.size();
        rig.set(group(2, 0).withEpoch(1));
        assertEquals(before + 1, rig.frames.size());
        assertEquals(0, rig.role.group(SwitchRig.GROUP).progress().aggAckPsn());
    }

    @Test
    void shouldCountRefusedCopies() {
        rig.refuse = true;
        assertEquals(Ending.EGRESS_REFUSED, rig.ending(0, dataFrame(0, 0).build()));
        assertEquals(2, rig.counters.get(Tally.COPIES_REFUSED));
        rig.refuse = false;
        assertEquals("p1:data(0) p2:data(0)", rig.data(0, 0));
    }
}
