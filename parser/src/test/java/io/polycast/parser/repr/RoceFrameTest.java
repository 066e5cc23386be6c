package io.polycast.parser.repr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.parser.wire.Opcode;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Builds frames whose bytes are known from elsewhere, ICRC included. */
class RoceFrameTest {
    private static final String MACS = "0200000000fe020000000001";
    private static final byte[] COUNTING =
            HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f");

    @Test
    void shouldBuildABridgedSend() {
        assertHex(
                MACS
                        + "0800456a003c12344000401113120aff00010a000002c00112b700280000"
                        + "0440ffff0000011980000064000102030405060708090a0b0c0d0e0fab16055f",
                RoceFrame.ipv4()
                        .src("10.255.0.1")
                        .dst("10.0.0.2")
                        .tos(0x6A)
                        .identification(0x1234)
                        .udpSourcePort(0xC001)
                        .migReq(true)
                        .destQpn(0x119)
                        .ackReq(true)
                        .psn(0x64)
                        .payload(COUNTING)
                        .build());
    }

    @Test
    void shouldBuildAnAck() {
        assertHex(
                MACS
                        + "0800456a0030123440004011131e0a0000020aff0001c00112b7001c0000"
                        + "1140ffff00000001000000641f0000058779e23c",
                RoceFrame.ack("10.0.0.2", "10.255.0.1", 1, 0x64, 0x1F, 5)
                        .tos(0x6A)
                        .identification(0x1234)
                        .udpSourcePort(0xC001)
                        .migReq(true)
                        .build());
    }

    @Test
    void shouldBuildTheCnpOfAHardwareNic() {
        assertHex(
                MACS
                        + "080045c2003c718c4000401191610a0011010a001201000012b700280000"
                        + "8100ffff4000011800000000"
                        + "00000000000000000000000000000000"
                        + "82fd002a",
                RoceFrame.cnp("10.0.17.1", "10.0.18.1", 0x118)
                        .identification(0x718C)
                        .udpSourcePort(0)
                        .build());
    }

    @Test
    void shouldBuildASendOverIpv6() {
        assertHex(
                MACS
                        + "86dd66a123450028114020010db800000000000000000000000120010db8"
                        + "000000000000000000000002c00112b7002800000440ffff0000011980000064"
                        + "000102030405060708090a0b0c0d0e0fa91232dd",
                RoceFrame.ipv6()
                        .src("2001:db8::1")
                        .dst("2001:db8::2")
                        .tos(0x6A)
                        .flowLabel(0x1_2345)
                        .udpSourcePort(0xC001)
                        .migReq(true)
                        .destQpn(0x119)
                        .ackReq(true)
                        .psn(0x64)
                        .payload(COUNTING)
                        .build());
    }

    @Test
    void shouldBuildAnUnreliableSendWithPadAndChecksum() {
        // 18 bytes of payload and 2 of pad
        final byte[] payload = HexFormat.of().parseHex("4630818be28935d90e9a95505401be885e50");
        assertHex(
                MACS
                        + "08004501004004784000"
                        + "4011b4d5"
                        + "c0a80007c0a80007c00012b7002caca2"
                        + "2460ffff000000d300cf1710"
                        + "4630818be28935d90e9a95505401be885e500000"
                        + "78f353f3",
                RoceFrame.ipv4()
                        .src("192.168.0.7")
                        .dst("192.168.0.7")
                        .tos(1)
                        .identification(1144)
                        .opcode(Opcode.UC | Opcode.SEND_ONLY)
                        .migReq(true)
                        .destQpn(0xD3)
                        .psn(0xCF_1710)
                        .payload(payload)
                        .udpChecksum(true)
                        .build());
    }

    @Test
    void shouldBuildTheSameFrameTwice() {
        final RoceFrame builder = SampleFrames.roce(4, Opcode.WRITE_LAST_IMM).vlan(3);
        assertArrayEquals(builder.build(), builder.build());
    }

    @Test
    void shouldRefuseAnAddressOfTheOtherVersion() {
        assertThrows(IllegalArgumentException.class, () -> RoceFrame.ipv6().src("10.0.0.1"));
        assertThrows(IllegalArgumentException.class, () -> RoceFrame.ipv4().dst("2001:db8::1"));
    }

    private static void assertHex(final String expected, final byte[] frame) {
        assertEquals(expected, HexFormat.of().formatHex(frame));
    }
}
