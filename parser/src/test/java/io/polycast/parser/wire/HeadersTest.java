package io.polycast.parser.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.repr.SampleFrames;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Known bytes of each header, read field by field and written back over rubbish. */
class HeadersTest {
    private static final int AT = 5;

    @Test
    void shouldReadAndWriteEthernet() {
        final UnsafeBuffer h =
                written(
                        14,
                        b -> Ethernet.write(b, AT, 0x0A0B_0C0D_0E0FL, 0xF0F1_F2F3_F4F5L, 0x86DD),
                        "0a0b0c0d0e0ff0f1f2f3f4f586dd");
        assertEquals(0x0A0B_0C0D_0E0FL, Ethernet.dstMac(h, AT));
        assertEquals(0xF0F1_F2F3_F4F5L, Ethernet.srcMac(h, AT));
        assertEquals(0xF0F1_F2F3_F4F5L, Ethernet.loadMac(h, AT + 6));
        assertEquals(Ethernet.TYPE_IPV6, Ethernet.etherType(h, AT));
        assertEquals("f0:f1:f2:f3:f4:f5", Ethernet.formatMac(0xF0F1_F2F3_F4F5L));
        assertEquals("00:00:00:00:00:01", Ethernet.formatMac(1));
        assertEquals(0xF0F1_F2F3_F4F5L, Ethernet.parseMac("f0:F1:f2-f3:f4:f5"));
        assertThrows(IllegalArgumentException.class, () -> Ethernet.parseMac("f0:f1:f2:f3:f4"));
    }

    @Test
    void shouldReadAndWriteVlanTags() {
        final UnsafeBuffer h =
                written(4, b -> Vlan.write(b, AT, Vlan.TPID_8021AD, 0xB064), "88a8b064");
        assertEquals(0xB064, Vlan.tci(h, AT));
        assertEquals(100, Vlan.id(0xB064));
        assertEquals(5, Vlan.priority(0xB064));
        assertTrue(Vlan.isTag(0x8100) && Vlan.isTag(0x88A8));
        assertFalse(Vlan.isTag(0x0800));
    }

    @Test
    void shouldReadAndWriteIpv4() {
        final UnsafeBuffer h =
                written(
                        20,
                        b -> {
                            Ipv4.write(b, AT, 0x6A, 60, Ipv4.DONT_FRAGMENT, 64, 17);
                            Ipv4.src(b, AT, 0x0AFF_0001);
                            Ipv4.dst(b, AT, 0x0A00_0002);
                            Ipv4.storeChecksum(b, AT);
                        },
                        "456a003c00004000401125460aff00010a000002");
        Ipv4.identification(h, AT, 0x1234);
        Ipv4.storeChecksum(h, AT);
        assertEquals(4, Ipv4.version(h, AT));
        assertEquals(20, Ipv4.headerLength(h, AT));
        assertEquals(0x6A, Ipv4.tos(h, AT));
        assertEquals(60, Ipv4.totalLength(h, AT));
        assertEquals(0x1234, Ipv4.identification(h, AT));
        assertEquals(Ipv4.DONT_FRAGMENT, Ipv4.flagsAndFragment(h, AT));
        assertEquals(64, Ipv4.ttl(h, AT));
        assertEquals(17, Ipv4.protocol(h, AT));
        assertEquals(0x1312, Ipv4.checksum(h, AT));
        assertEquals(0x0AFF_0001, Ipv4.src(h, AT));
        assertEquals(0x0A00_0002, Ipv4.dst(h, AT));
        assertEquals(0x0AFF_0001, Ipv4.parse("10.255.0.1"));
        assertEquals("255.254.0.1", Ipv4.format(0xFFFE_0001));
        for (final String bad : new String[] {"10.0.0", "10.0.0.256", "10.0.0.1 ", "a.b.c.d", ""}) {
            assertThrows(IllegalArgumentException.class, () -> Ipv4.parse(bad));
        }
    }

    @Test
    void shouldReadAndWriteIpv6() {
        final UnsafeBuffer h =
                written(
                        40,
                        b -> {
                            Ipv6.write(b, AT, 0x6A, 0x1_2345, 40, 17, 64);
                            Ipv6.src(b, AT, 0x2001_0DB8_0000_0000L, 1);
                            Ipv6.dst(b, AT, 0x2001_0DB8_0000_0000L, 0xFFFF_FFFF_8000_0002L);
                        },
                        "66a123450028114020010db800000000000000000000000120010db800000000ffffffff80000002");
        assertEquals(6, Ipv6.version(h, AT));
        assertEquals(0x6A, Ipv6.trafficClass(h, AT));
        assertEquals(0x1_2345, Ipv6.flowLabel(h, AT));
        assertEquals(40, Ipv6.payloadLength(h, AT));
        assertEquals(17, Ipv6.nextHeader(h, AT));
        assertEquals(64, Ipv6.hopLimit(h, AT));
        assertEquals(0x2001_0DB8_0000_0000L, Ipv6.srcHigh(h, AT));
        assertEquals(1, Ipv6.srcLow(h, AT));
        assertEquals(1, Ipv6.srcLow32(h, AT));
        assertEquals(0x2001_0DB8_0000_0000L, Ipv6.dstHigh(h, AT));
        assertEquals(0xFFFF_FFFF_8000_0002L, Ipv6.dstLow(h, AT));
        assertEquals(0x8000_0002, Ipv6.dstLow32(h, AT));
        assertEquals(
                "20010db8000000000000000000000001",
                HexFormat.of().formatHex(Ipv6.parse("2001:db8::1")));
        assertEquals("2001:db8:0:0:0:0:0:1", Ipv6.format(h, AT + Ipv6.SRC_OFFSET));
        for (final String bad :
                new String[] {"10.0.0.1", "2001:db8", "::ffff:1.2.3.4", "host:1", ""}) {
            assertThrows(IllegalArgumentException.class, () -> Ipv6.parse(bad));
        }
    }

    @Test
    void shouldReadAndWriteUdp() {
        final UnsafeBuffer h =
                written(8, b -> Udp.write(b, AT, 0xC001, 4791, 40), "c00112b700280000");
        assertEquals(0xC001, Udp.srcPort(h, AT));
        assertEquals(Udp.PORT_ROCE, Udp.dstPort(h, AT));
        assertEquals(40, Udp.length(h, AT));
        assertEquals(0, Udp.checksum(h, AT));
    }

    @Test
    void shouldReadAndWriteBth() {
        final UnsafeBuffer h =
                written(
                        12,
                        b -> {
                            Bth.write(
                                    b,
                                    AT,
                                    0x0B,
                                    Bth.SOLICITED | Bth.MIG_REQ | 3 << 4,
                                    0x8001,
                                    0xFE_DCBA,
                                    0xFF_FFFE);
                            Bth.congestion(b, AT, Bth.BECN);
                        },
                        "0bf0800140fedcba00fffffe");
        assertFalse(Bth.ackReq(h, AT));
        Bth.write(h, AT, 0x0B, 0x30, 0x8001, 0xFE_DCBA, 0xFF_FFFE);
        assertFalse(Bth.solicited(h, AT));
        assertFalse(Bth.migReq(h, AT));
        assertFalse(Bth.becn(h, AT));
        assertFalse(Bth.fecn(h, AT));
        assertEquals(3, Bth.padCount(h, AT));
        Bth.write(h, AT, 0x0B, Bth.SOLICITED | Bth.MIG_REQ | 3 << 4, 0x8001, 0xFE_DCBA, 0xFF_FFFE);
        Bth.congestion(h, AT, Bth.BECN);
        Bth.ackReq(h, AT, true);
        assertEquals((byte) 0x80, h.getByte(AT + Bth.ACK_REQ_OFFSET));
        assertEquals(0x0B, Bth.opcode(h, AT));
        assertTrue(
                Bth.solicited(h, AT) && Bth.migReq(h, AT) && Bth.becn(h, AT) && Bth.ackReq(h, AT));
        Bth.migReq(h, AT, false);
        assertEquals(Bth.SOLICITED | 3 << 4, h.getByte(AT + Bth.FLAGS_OFFSET) & 0xFF);
        Bth.migReq(h, AT, true);
        assertTrue(Bth.migReq(h, AT));
        assertFalse(Bth.fecn(h, AT));
        assertEquals(3, Bth.padCount(h, AT));
        assertEquals(0, Bth.version(h, AT));
        assertEquals(0x8001, Bth.pKey(h, AT));
        assertEquals(0xFE_DCBA, Bth.destQpn(h, AT));
        assertEquals(0xFF_FFFE, Bth.psn(h, AT));
        Bth.destQpn(h, AT, 1);
        Bth.psn(h, AT, 2);
        Bth.congestion(h, AT, Bth.FECN);
        assertEquals(
                "0bf080018000000180000002", HexFormat.of().formatHex(h.byteArray(), AT, AT + 12));
    }

    @Test
    void shouldReadAndWriteExtensionHeaders() {
        final UnsafeBuffer reth =
                written(
                        16,
                        b -> Reth.write(b, AT, 0x8000_7F00_0000_1000L, 0xA000_0001, 0x8000_0000L),
                        "80007f0000001000a000000180000000");
        assertEquals(0x8000_7F00_0000_1000L, Reth.va(reth, AT));
        assertEquals(0xA000_0001, Reth.rKey(reth, AT));
        assertEquals(0x8000_0000L, Reth.dmaLength(reth, AT));
        final UnsafeBuffer atomic =
                written(
                        28,
                        b -> AtomicEth.write(b, AT, 1, 2, 3, 4),
                        "00000000000000010000000200000000000000030000000000000004");
        assertEquals(1, AtomicEth.va(atomic, AT));
        assertEquals(2, AtomicEth.rKey(atomic, AT));
        assertEquals(3, AtomicEth.swap(atomic, AT));
        assertEquals(4, AtomicEth.compare(atomic, AT));
        final UnsafeBuffer aeth = written(4, b -> Aeth.write(b, AT, 0x60, 0xFF_FFFF), "60ffffff");
        assertEquals(Aeth.NAK_PSN_SEQUENCE_ERROR, Aeth.syndrome(aeth, AT));
        assertEquals(0xFF_FFFF, Aeth.msn(aeth, AT));
        final UnsafeBuffer deth =
                written(8, b -> Deth.write(b, AT, 0x8001_0000, 0xAB_CDEF), "8001000000abcdef");
        assertEquals(0x8001_0000, Deth.qKey(deth, AT));
        assertEquals(0xAB_CDEF, Deth.srcQpn(deth, AT));
        assertEquals(
                0xDEAD_BEEF,
                ImmDt.value(written(4, b -> ImmDt.write(b, AT, 0xDEAD_BEEF), "deadbeef"), AT));
        assertEquals(
                0xDEAD_BEEF,
                Ieth.rKey(written(4, b -> Ieth.write(b, AT, 0xDEAD_BEEF), "deadbeef"), AT));
        final UnsafeBuffer cnp =
                written(
                        28,
                        b -> Cnp.write(b, AT, 0xFFFF, 0x118),
                        "8100ffff400001180000000000000000000000000000000000000000");
        assertEquals(0x118, Cnp.destQpn(cnp, AT));
    }

    @Test
    void shouldReadAndWriteMacControl() {
        final UnsafeBuffer pause =
                written(4, b -> MacControl.writePause(b, AT, 0xFFFF), "0001ffff");
        assertEquals(MacControl.OPCODE_PAUSE, MacControl.opcode(pause, AT));
        assertEquals(0xFFFF, MacControl.pauseTime(pause, AT));
        final UnsafeBuffer pfc =
                written(
                        20,
                        b -> MacControl.writePfc(b, AT, 0b1000_0001, 0x1234),
                        "01010081123400000000000000000000" + "00001234");
        assertEquals(MacControl.OPCODE_PFC, MacControl.opcode(pfc, AT));
        assertEquals(0b1000_0001, MacControl.enabled(pfc, AT));
        assertEquals(0x1234, MacControl.pauseTime(pfc, AT, 7));
        assertEquals(0, MacControl.pauseTime(pfc, AT, 1));
        MacControl.writePfc(pfc, AT, 0b100, 0x1234);
        for (int priority = 0; priority < MacControl.CLASSES; priority++) {
            assertEquals(priority == 2 ? 0x1234 : 0, MacControl.pauseTime(pfc, AT, priority));
        }
        MacControl.writePause(pause, AT, 0);
        assertEquals(0, MacControl.pauseTime(pause, AT));
    }

    /** Writes over rubbish; the header must be as expected and its neighbours as before. */
    private static UnsafeBuffer written(
            final int length, final Consumer<UnsafeBuffer> writer, final String expected) {
        final byte[] rubbish = SampleFrames.bytes(AT + length + 7);
        final UnsafeBuffer buffer = new UnsafeBuffer(rubbish.clone());
        writer.accept(buffer);
        assertEquals(expected, HexFormat.of().formatHex(buffer.byteArray(), AT, AT + length));
        for (int i = 0; i < rubbish.length; i++) {
            if (i < AT || i >= AT + length) {
                assertEquals(rubbish[i], buffer.getByte(i));
            }
        }
        return buffer;
    }
}
