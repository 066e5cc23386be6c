package io.polycast.parser.repr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import org.junit.jupiter.api.Test;

class FrameTextTest {
    @Test
    void shouldTellAWriteInOneLine() {
        assertEquals(
                "10.0.0.1 > 10.255.0.1 WRITE_ONLY_IMM qpn=0x1 psn=9 ackreq va=0x1000 rkey=0xa000"
                        + " dmalen=5 imm=0xcafe payload=5, vlan 100, 90 bytes",
                FrameText.describe(
                        RoceFrame.ipv4()
                                .vlan(100)
                                .opcode(Opcode.WRITE_ONLY_IMM)
                                .psn(9)
                                .ackReq(true)
                                .reth(0x1000, 0xA000, 5)
                                .immediate(0xCAFE)
                                .payload(new byte[5])
                                .build()));
    }

    @Test
    void shouldTellFeedback() {
        assertEquals(
                "10.0.0.2 > 10.255.0.1 ACK qpn=0x1 psn=7 NAK sequence msn=3 payload=0, 62 bytes",
                FrameText.describe(nak(Aeth.NAK_PSN_SEQUENCE_ERROR)));
        assertEquals(
                "10.0.0.2 > 10.255.0.1 ACK qpn=0x1 psn=7 RNR NAK 655360us msn=3 payload=0, 62"
                        + " bytes",
                FrameText.describe(nak(Aeth.RNR_NAK)));
        assertEquals(
                "10.0.0.2 > 10.0.0.1 CNP qpn=0x118 psn=0 becn payload=0, 74 bytes",
                FrameText.describe(RoceFrame.cnp("10.0.0.2", "10.0.0.1", 0x118).build()));
    }

    @Test
    void shouldTellWhatIsWrong() {
        assertEquals(
                "10.0.0.2 > 10.255.0.1 malformed: bad AETH, 62 bytes",
                FrameText.describe(nak(0x65)));
    }

    @Test
    void shouldTellDiscovery() {
        assertEquals(
                "ARP who has 10.255.0.1 tell 10.0.0.1 (02:00:00:00:00:01), 60 bytes",
                FrameText.describe(
                        Discovery.arpRequest(0x0200_0000_0001L, "10.0.0.1", "10.255.0.1")));
        assertEquals(
                "2001:db8:0:0:0:0:0:1 > ff02:0:0:0:0:1:ff00:2 neighbour solicitation for"
                        + " 2001:db8:0:0:0:0:0:2, 86 bytes",
                FrameText.describe(
                        Discovery.neighbourSolicitation(1, "2001:db8::1", "2001:db8::2")));
    }

    @Test
    void shouldTellTheRest() {
        assertEquals("MAC control, 60 bytes", FrameText.describe(SampleFrames.pause()));
        assertEquals("runt, 0 bytes", FrameText.describe(new byte[0]));
        assertEquals(
                "00:00:00:00:00:00 > 00:00:00:00:00:00 EtherType 0x0, 20 bytes",
                FrameText.describe(new byte[20]));
        assertEquals(
                "02:00:00:00:00:01 > 02:00:00:00:00:fe EtherType 0x8100, vlan 1, 70 bytes",
                FrameText.describe(RoceFrame.ipv4().vlan(1).vlan(2).vlan(3).build()));
    }

    private static byte[] nak(final int syndrome) {
        return RoceFrame.ack("10.0.0.2", "10.255.0.1", 1, 7, syndrome, 3).build();
    }
}
