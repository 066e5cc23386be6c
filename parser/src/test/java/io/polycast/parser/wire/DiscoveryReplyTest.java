package io.polycast.parser.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.SampleFrames;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class DiscoveryReplyTest {
    private static final long HOST = 0x0200_0000_0001L;
    private static final long SWITCH = 0x0200_0000_00FEL;

    /** Rubbish, so that a byte which the writer leaves out shows. */
    private final UnsafeBuffer out = new UnsafeBuffer(SampleFrames.bytes(200));

    @Test
    void shouldAskByArp() {
        assertEquals(
                "ffffffffffff020000000001080600010800060400010200000000010a000001"
                        + "0000000000000aff0001"
                        + "000000000000000000000000000000000000",
                HexFormat.of().formatHex(Discovery.arpRequest(HOST, "10.0.0.1", "10.255.0.1")));
    }

    @Test
    void shouldAnswerAnArpRequest() {
        final byte[] request = Discovery.arpRequest(HOST, "10.0.0.1", "10.255.0.1");
        final int length = Arp.writeReply(new UnsafeBuffer(request), 0, 14, SWITCH, out, 3);
        assertEquals(
                "0200000000010200000000fe080600010800060400020200000000fe0aff0001"
                        + "0200000000010a000001"
                        + "000000000000000000000000000000000000",
                HexFormat.of().formatHex(out.byteArray(), 3, 3 + length));
    }

    @Test
    void shouldKeepTheTagOfAnArpRequest() {
        final byte[] request = tagged(Discovery.arpRequest(HOST, "10.0.0.1", "10.255.0.1"));
        final int length = Arp.writeReply(new UnsafeBuffer(request), 0, 18, SWITCH, out, 0);
        assertEquals(60, length);
        assertEquals(Vlan.TPID_8021Q, Ethernet.etherType(out, 0));
        assertEquals(100, Vlan.id(Vlan.tci(out, Ethernet.ETHER_TYPE_OFFSET)));
        assertTrue(Arp.isIpv4OverEthernet(out, 18));
        assertEquals(Arp.REPLY, Arp.operation(out, 18));
        assertEquals(SWITCH, Arp.senderMac(out, 18));
        assertEquals(0x0AFF_0001, Arp.senderIp(out, 18));
        assertEquals(HOST, Arp.targetMac(out, 18));
        assertEquals(0x0A00_0001, Arp.targetIp(out, 18));
        assertEquals(0, out.getByte(59));
    }

    @Test
    void shouldAnswerASolicitationToTheAsker() {
        final byte[] request =
                Discovery.neighbourSolicitation(HOST, "2001:db8::1", "2001:db8::aff:1");
        final int length =
                Icmpv6.writeAdvertisement(new UnsafeBuffer(request), 0, 14, SWITCH, out, 0);
        assertEquals(86, length);
        assertEquals(
                "0200000000010200000000fe86dd"
                        + "6000000000203aff"
                        + "20010db800000000000000000aff0001"
                        + "20010db8000000000000000000000001",
                HexFormat.of().formatHex(out.byteArray(), 0, 54));
        assertEquals(
                "6000000020010db800000000000000000aff0001" + "02010200000000fe",
                HexFormat.of().formatHex(out.byteArray(), 58, 86));
        assertEquals(Icmpv6.NEIGHBOUR_ADVERTISEMENT, Icmpv6.type(out, 54));
        assertEquals(0, Icmpv6.code(out, 54));
        assertTrue(Icmpv6.isChecksumRight(out, 14, 54, 32));
    }

    @Test
    void shouldAnswerAnAskerWithoutAddressToAllNodes() {
        final byte[] request = tagged(Discovery.neighbourSolicitation(HOST, "::", "2001:db8::2"));
        final int length =
                Icmpv6.writeAdvertisement(new UnsafeBuffer(request), 0, 18, SWITCH, out, 0);
        assertEquals(90, length);
        assertEquals(0x3333_0000_0001L, Ethernet.dstMac(out, 0));
        assertEquals(0xFF02L << 48, Ipv6.dstHigh(out, 18));
        assertEquals(1, Ipv6.dstLow(out, 18));
        assertEquals(0x2000_0000, out.getInt(62, java.nio.ByteOrder.BIG_ENDIAN));
        assertTrue(Icmpv6.isChecksumRight(out, 18, 58, 32));
    }

    private static byte[] tagged(final byte[] frame) {
        final UnsafeBuffer wide = new UnsafeBuffer(new byte[frame.length + 4]);
        wide.putBytes(0, frame, 0, 12);
        Vlan.write(wide, 12, Vlan.TPID_8021Q, 100);
        wide.putBytes(16, frame, 12, frame.length - 12);
        return wide.byteArray();
    }
}
