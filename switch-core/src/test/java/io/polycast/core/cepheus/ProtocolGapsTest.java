package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Gaps of the paper (docs/protocol.md, G1 to G20), one test or more per gap. */
class ProtocolGapsTest {
    private static final long MS = 1_000_000L;

    private SwitchRig rig = SwitchRig.withMembers(3, 0);

    @Test
    @DisplayName("G1: tail-ACK loss is healed by the switch, not by the receivers")
    void g1TailAckLoss() {
        rig.data(0, 0);
        rig.ack(1, 0);
        assertEquals("p0:ack(0)", rig.ack(2, 0));
        assertEquals("p0:ack(0)", rig.data(0, 0), "no copy leaves, the ACK comes again");
    }

    @Test
    @DisplayName("G2: a NAK right after the aggregate is evaluated at once")
    void g2NakStuck() {
        rig.data(0, 0, 1, 2);
        rig.ack(2, 2);
        assertEquals("p0:ack(0)", rig.ack(1, 0));
        assertEquals("p0:nak(1)", rig.nak(1, 1));
    }

    @Test
    @DisplayName("G3: coalesced ACKs carry the minimum past MePSN - 1: the stale one masks nothing")
    void g3StaleMePsn() {
        rig.data(0, 0, 1, 2, 3, 4);
        assertEquals("", rig.nak(1, 1));
        assertEquals("", rig.ack(1, 3));
        assertEquals("p0:ack(2)", rig.ack(2, 2));
        assertEquals(-1, rig.role.group(SwitchRig.GROUP).progress().mePsn());
        assertEquals("p0:nak(3)", rig.nak(2, 3));
    }

    @Test
    @DisplayName("G4: a NAK acknowledges everything before its PSN")
    void g4NakImpliesAck() {
        rig.data(0, 0, 1, 2, 3);
        assertEquals("", rig.ack(1, 3));
        assertEquals("p0:nak(2)", rig.nak(2, 2));
        assertEquals(1, rig.role.group(SwitchRig.GROUP).progress().aggAckPsn());
    }

    @Test
    @DisplayName("G4: of two losses the earlier goes first and covers nothing")
    void g4InterCovering() {
        rig.data(0, 0, 1, 2, 3);
        assertEquals("", rig.nak(2, 3), "path 1 has not got 0..2");
        assertEquals("p0:nak(1)", rig.nak(1, 1));
        assertEquals("p1:data(1)", rig.data(0, 1));
        assertEquals("p1:data(2)", rig.data(0, 2));
        assertEquals("p1:data(3) p2:data(3)", rig.data(0, 3));
    }

    @Test
    @DisplayName("G5: without a registered first PSN a path is unknown until it answers")
    void g5FirstUse() {
        rig = SwitchRig.withMembers(3, GroupSpec.UNKNOWN_PSN);
        rig.data(0, 500);
        assertEquals("unknown", rig.role.group(SwitchRig.GROUP).paths().get(1).state());
        assertEquals("", rig.ack(1, 500));
        assertEquals("p0:ack(500)", rig.ack(2, 500));
    }

    @Test
    @DisplayName(
            "G5: with a registered first PSN a first packet lost before the switch is reported")
    void g5FirstPacketLost() {
        rig.data(0, 1);
        assertEquals("p0:nak(0)", rig.nak(1, 0));
    }

    @Test
    @DisplayName("G6: a source change drops the pending MePSN")
    void g6SourceChange() {
        rig = SwitchRig.withMembers(4, 0);
        rig.data(0, 0, 1, 2);
        rig.nak(2, 2);
        rig.data(1, 3);
        assertEquals(-1, rig.role.group(SwitchRig.GROUP).progress().mePsn());
        assertEquals(-1, rig.role.group(SwitchRig.GROUP).paths().get(2).waitingNak());
    }

    @Test
    @DisplayName("G7: feedback to the source carries its own address and QPN")
    void g7SenderIdentity() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        final UnsafeBuffer ack = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(ack, 0, ack.capacity(), info);
        assertEquals("10.0.0.1", Ipv4.format(info.dstIp));
        assertEquals("10.255.0.1", Ipv4.format(info.srcIp));
        assertEquals(0x100, info.destQpn);
        assertEquals(Bth.DEFAULT_P_KEY, Bth.pKey(ack, info.bthOffset));
        assertEquals(0, ack.getByte(info.bthOffset + Bth.FLAGS_OFFSET), "SE, M, pad, TVer");
        assertEquals(64, Ipv4.ttl(ack, info.l3Offset));
        assertEquals(0, Ipv4.identification(ack, info.l3Offset));
    }

    @Test
    @DisplayName("G8: credits are never limited, whatever the receivers say")
    void g8Credits() {
        rig.data(0, 0);
        rig.inject(1, ackFrame(1, 0, 0x00, 1).build());
        rig.inject(2, ackFrame(2, 0, 0x02, 1).build());
        final UnsafeBuffer ack = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(ack, 0, ack.capacity(), info);
        assertEquals(Aeth.ACK_UNLIMITED, Aeth.syndrome(ack, info.aethOffset));
    }

    @Test
    @DisplayName("G9: an RNR NAK stays an RNR NAK and waits for the others")
    void g9Rnr() {
        rig.data(0, 0, 1);
        assertEquals("", rig.nak(1, 1, 0x2E));
        assertEquals("p0:rnr(1,0x2e)", rig.ack(2, 0));
    }

    @Test
    @DisplayName("G10: a fatal NAK follows the group's policy")
    void g10Fatal() {
        rig.data(0, 0);
        rig.ack(2, 0);
        assertEquals("p0:fatal(0,0x63)", rig.nak(1, 0, Aeth.NAK_REMOTE_OPERATIONAL_ERROR));
    }

    @Test
    @DisplayName("G11: a WRITE's address is translated, and refused out of bounds")
    void g11WriteAddressing() {
        assertEquals("p1:data(0) p2:data(0)", rig.inject(0, write(0, 0x1000, 8).build()));
        final UnsafeBuffer copy = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(copy, 0, copy.capacity(), info);
        assertEquals(0x2_7000_1000L, Reth.va(copy, info.rethOffset));
        assertEquals(0xA002, Reth.rKey(copy, info.rethOffset));
        assertEquals(8, Reth.dmaLength(copy, info.rethOffset));
        assertEquals(Ending.REMOTE_ACCESS, rig.ending(0, write(1, (1 << 20) - 4, 8).build()));
        assertEquals(Ending.REMOTE_ACCESS, rig.ending(0, write(1, -8, 8).build()));
        assertEquals(Ending.REMOTE_ACCESS, rig.ending(0, write(1, Long.MAX_VALUE - 3, 8).build()));
        assertEquals(
                "p1:data(1) p2:data(1)",
                rig.inject(0, write(1, (1 << 20) - 8, 8).build()),
                "the last bytes are in bounds");
    }

    private static RoceFrame write(final int psn, final long va, final int length) {
        return dataFrame(0, psn)
                .opcode(Opcode.WRITE_ONLY)
                .reth(va, 0x1234, length)
                .payload(new byte[length]);
    }

    @Test
    @DisplayName("G12: a silent member freezes the group by default, and is shown")
    void g12Freeze() {
        rig.data(0, 0);
        rig.ack(1, 0);
        assertEquals("", rig.tick(3_600_000L * MS));
        assertEquals(2, rig.role.group(SwitchRig.GROUP).progress().minimumPath());
    }

    @Test
    @DisplayName("G12: with evict a silent member leaves after silentAfter and the group goes on")
    void g12Evict() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 2_000 * MS));
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        final long beginNs = rig.nowNs;
        for (int n = 1; n <= 20; n++) {
            assertEquals("", rig.tick(beginNs + n * 100 * MS));
            assertEquals("p3:data(0)", rig.data(0, 0));
        }
        long deadline = rig.core.onTick(rig.nowNs, rig);
        assertEquals(beginNs + 2_500 * MS, deadline, "a quarter of silentAfter behind the last");
        assertEquals("p0:ack(0)", rig.tick(deadline));
        deadline = rig.core.onTick(rig.nowNs, rig);
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(3).state());
        assertEquals(1, rig.counters.get(Tally.MEMBERS_EVICTED));
        assertEquals(Long.MAX_VALUE, deadline, "nobody owes an answer any more");
    }

    @Test
    @DisplayName("G12: a member that answers slowly, but answers, is not evicted")
    void g12SlowIsNotSilent() {
        rig = new SwitchRig();
        rig.set(group(3, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.DEMOTE, 100 * MS));
        rig.data(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        rig.ack(1, 9);
        for (int psn = 0; psn < 9; psn++) {
            rig.tick(rig.nowNs + 30 * MS);
            rig.data(0, 9);
            rig.tick(rig.nowNs + 30 * MS);
            rig.data(0, 9);
            rig.tick(rig.nowNs + 30 * MS);
            rig.ack(2, psn);
        }
        assertEquals("receiver", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
        for (int i = 0; i < 8; i++) {
            rig.data(0, 9);
            rig.tick(rig.nowNs + 30 * MS);
        }
        assertEquals("demoted", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
    }

    @Test
    @DisplayName("G12: a member that nobody asked is not silent, however long another holds it up")
    void g12UnaskedIsNotSilent() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
        rig.data(0, 0);
        // The window ends in the middle of a message: member 3 has died, the others owe nothing.
        for (int psn = 1; psn < 20; psn++) {
            rig.inject(
                    0,
                    dataFrame(0, psn)
                            .opcode(psn == 1 ? Opcode.SEND_FIRST : Opcode.SEND_MIDDLE)
                            .ackReq(false)
                            .payload(new byte[1024])
                            .build());
        }
        rig.ack(1, 0);
        rig.ack(2, 0);
        for (int i = 0; i < 80; i++) {
            rig.tick(rig.nowNs + 10 * MS);
            if (i % 4 != 0) {
                continue;
            }
            rig.data(0, 0);
            rig.inject(
                    0,
                    dataFrame(0, 19)
                            .opcode(Opcode.SEND_MIDDLE)
                            .ackReq(false)
                            .payload(new byte[1024])
                            .build());
        }
        assertEquals(1, rig.counters.get(Tally.MEMBERS_EVICTED));
        assertEquals("receiver", rig.role.group(SwitchRig.GROUP).paths().get(1).state());
        assertEquals("receiver", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(3).state());
        // Asked, they have to answer.
        for (int i = 0; i < 8; i++) {
            rig.inject(
                    0,
                    dataFrame(0, 20)
                            .opcode(Opcode.SEND_LAST)
                            .ackReq(true)
                            .payload(new byte[8])
                            .build());
            rig.ack(1, 20);
            rig.tick(rig.nowNs + 25 * MS);
        }
        assertEquals("receiver", rig.role.group(SwitchRig.GROUP).paths().get(1).state());
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
    }

    @Test
    @DisplayName(
            "G12: feedback beyond what was sent, forged say, does not shield a dead member for"
                    + " long")
    void g12AheadOnceIsSilentLater() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(3, 100_000);
        final long deadline = rig.nowNs + 176 * MS;
        while (rig.nowNs < deadline) {
            rig.data(0, 0);
            rig.tick(rig.nowNs + 5 * MS);
        }
        // Member 2 never said anything, so the watch was never idle: that is not what ends the
        // shield.
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(3).state());
    }

    @Test
    @DisplayName("G12: a member that is ahead stays, asked or not, as long as it answers")
    void g12AheadIsNotSilent() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(3, 9);
        // The member answers each time, although its answers do not count.
        for (int i = 0; i < 100; i++) {
            rig.data(0, 0);
            rig.ack(3, 9);
            rig.tick(rig.nowNs + 5 * MS);
        }
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
        assertEquals("receiver", rig.role.group(SwitchRig.GROUP).paths().get(3).state());
        // Nothing asks it again.
        for (int i = 0; i < 100; i++) {
            rig.tick(rig.nowNs + 5 * MS);
        }
        assertEquals("receiver", rig.role.group(SwitchRig.GROUP).paths().get(3).state());
    }

    @Test
    @DisplayName("G12: a pause of the switch itself is nobody's silence")
    void g12OwnPauseIsNotSilence() {
        rig = new SwitchRig();
        rig.set(group(3, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.tick(rig.nowNs + 60 * MS);
        rig.data(0, 0);
        rig.tick(rig.nowNs + 60 * MS);
        rig.data(0, 0);
        rig.tick(rig.nowNs + 10_000 * MS);
        assertEquals("receiver", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
        rig.data(0, 0);
        for (int i = 0; i < 8; i++) {
            rig.tick(rig.nowNs + 25 * MS);
        }
        assertEquals("evicted", rig.role.group(SwitchRig.GROUP).paths().get(2).state());
    }

    @Test
    @DisplayName("G16: the most congested path speaks; near ties do not alternate")
    void g16CnpFilter() {
        rig = SwitchRig.withMembers(4, 0);
        rig.data(0, 0);
        assertEquals("p0:cnp", rig.cnp(1));
        assertEquals("p0:cnp", rig.cnp(1));
        assertEquals("", rig.cnp(2));
        assertEquals("", rig.cnp(2));
        assertEquals("", rig.cnp(2), "leads by one: within the hysteresis");
        assertEquals(3, rig.counters.get(Ending.CNP_FILTERED));
        assertEquals(1, rig.role.group(SwitchRig.GROUP).progress().speakerPath());
    }

    @Test
    @DisplayName("G16: a quiet speaker mutes the others for one notification gap at most")
    void g16NotificationGap() {
        rig = SwitchRig.withMembers(4, 0);
        rig.data(0, 0);
        rig.cnp(1);
        rig.cnp(1);
        assertEquals("", rig.cnp(2));
        rig.nowNs += 50_000;
        rig.cnp(2);
        assertEquals("p0:cnp", rig.cnp(2), "passed are 2 of the window, path 2 sent 3");
    }

    @Test
    @DisplayName("congestion bits of an absorbed ACK ride on the next aggregate")
    void shouldCarryCongestionBits() {
        rig.data(0, 0);
        assertEquals("", rig.inject(1, ackFrame(1, 0, 0x1F, 0).becn(true).build()));
        assertEquals("p0:ack(0)", rig.ack(2, 0));
        final UnsafeBuffer ack = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(ack, 0, ack.capacity(), info);
        assertEquals(true, Bth.becn(ack, info.bthOffset));
        assertEquals(false, Bth.fecn(ack, info.bthOffset));
        assertEquals(1, rig.counters.get(Tally.BECN_PASSED));
    }

    @Test
    @DisplayName("G20: the switch answers ARP for its groups and for nothing else")
    void g20Arp() {
        rig.set(
                new GroupSpec(
                        Ipv4.parse("10.255.0.9"),
                        0,
                        0,
                        List.of(new PathSpec(1, -1, new byte[] {10, 0, 0, 2}, 2, 3, null))));
        final byte[] request = Discovery.arpRequest(0x0200_0000_0001L, "10.0.0.1", "10.255.0.9");
        assertEquals("p0:other", rig.inject(0, request));
        assertEquals(1, rig.counters.get(Ending.ARP_ANSWERED));
        final byte[] other = Discovery.arpRequest(0x0200_0000_0001L, "10.0.0.1", "10.255.0.10");
        assertEquals("", rig.inject(0, other));
    }

    @Test
    @DisplayName("G20: the switch answers for groups to come, in both IP versions")
    void g20Prefix() throws GroupRefusedException {
        final SwitchRig prefixed =
                new SwitchRig(
                        CepheusSettings.of(SwitchRig.SWITCH_MAC, SwitchRig.PORTS)
                                .withPrefix(new McstPrefix(Ipv4.parse("10.255.0.0"), 16))
                                .withPrefix6(Arrays.copyOf(Ipv6.parse("fd00:6d63::"), 12)),
                        null);
        assertEquals("p0:other", prefixed.inject(0, arp("10.255.9.9")));
        assertEquals("", prefixed.inject(0, arp("10.254.9.9")));
        assertEquals("p0:other", prefixed.inject(0, solicitation("fd00:6d63::aff:909")));
        assertEquals("", prefixed.inject(0, solicitation("fd00:6d63::afe:909")));
        assertEquals(1, prefixed.counters.get(Ending.ARP_ANSWERED));
        assertEquals(1, prefixed.counters.get(Ending.ND_ANSWERED));
        prefixed.set(
                new GroupSpec(
                        Ipv4.parse("10.255.9.9"),
                        0,
                        0,
                        List.of(new PathSpec(1, -1, new byte[] {10, 0, 0, 2}, 2, 3, null))));
        assertEquals("", prefixed.inject(0, solicitation("fd00:6d63::aff:909")), "IPv4 members");
        final PathSpec inside = new PathSpec(1, -1, new byte[] {10, (byte) 255, 0, 2}, 2, 3, null);
        final GroupSpec group = new GroupSpec(Ipv4.parse("10.255.0.1"), 0, 0, List.of(inside));
        assertThrows(
                GroupRefusedException.class,
                () -> prefixed.role.setGroup(prefixed.nowNs, group, prefixed));
    }

    private static byte[] arp(final String target) {
        return Discovery.arpRequest(0x0200_0000_0001L, "10.0.0.1", target);
    }

    private static byte[] solicitation(final String target) {
        return Discovery.neighbourSolicitation(0x0200_0000_0001L, "fd00::1", target);
    }
}
