package io.polycast.parser.icrc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class IcrcGoldenTest {
    private static final String CNP =
            "45c2003c718c4000401191610a0011010a001201000012b7002800008100ffff40000118"
                    + "0000000000000000000000000000000000000000"
                    + "82fd002a";

    /** Addresses, ports and BTH as captured; lengths 20 + 8 + 12 + 20 + 4. */
    private static final String UC_SEND_ONLY =
            "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca2"
                    + "2460ffff000000d300cf1710"
                    + "4630818be28935d90e9a95505401be885e500000"
                    + "78f353f3";

    private static final String BRIDGED_IN =
            "456a003c12344000401113130a0000010aff0001c00112b7002800000440ffff0000000180000064"
                    + "000102030405060708090a0b0c0d0e0f5bd5bc60";
    private static final String BRIDGED_OUT =
            "456a003c12344000401113120aff00010a000002c00112b7002800000440ffff0000011980000064"
                    + "000102030405060708090a0b0c0d0e0fab16055f";
    private static final String ACK =
            "456a0030123440004011131e0a0000020aff0001c00112b7001c00001140ffff0000000100000064"
                    + "1f0000058779e23c";
    private static final String IPV6 =
            "66a123450028114020010db800000000000000000000000120010db8000000000000000000000002"
                    + "c00112b7002800000440ffff0000011980000064"
                    + "000102030405060708090a0b0c0d0e0fa91232dd";

    @Test
    void shouldVerifyTheCnpOfAHardwareNic() {
        verify(CNP, FrameKind.ROCE_CNP);
    }

    @Test
    void shouldVerifyAnUnreliableConnectionsSend() {
        verify(UC_SEND_ONLY, FrameKind.ROCE_DATA);
    }

    @Test
    void shouldVerifyAPacketBeforeAndAfterBridging() {
        verify(BRIDGED_IN, FrameKind.ROCE_DATA);
        verify(BRIDGED_OUT, FrameKind.ROCE_DATA);
    }

    @Test
    void shouldStoreTheSpecificationsSampleAsItIsPrintedThere() {
        // LRH included, masked already; the specification prints wire bytes as one number
        final CRC32 crc = new CRC32();
        crc.update(
                HexFormat.of()
                        .parseHex(
                                "f012375c000e17d20a202487ff87b1b3000dec2a01710a1c015d4002"
                                        + "38f27a050000000ebb884d85fd5cfba4728bc0690ed40000"));
        final UnsafeBuffer wire = new UnsafeBuffer(new byte[4]);
        Icrc.store(wire, 0, (int) crc.getValue());
        assertEquals("9625b75a", HexFormat.of().formatHex(wire.byteArray()));
        assertEquals((int) crc.getValue(), Icrc.load(wire, 0));
    }

    @Test
    void shouldLeaveTheResidueWhenTheIcrcIsTakenIn() {
        final byte[] packet = HexFormat.of().parseHex(ACK);
        for (final int masked : new int[] {1, 8, 10, 11, 26, 27, 32}) {
            packet[masked] = -1;
        }
        final CRC32 crc = new CRC32();
        crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        crc.update(packet);
        assertEquals(Icrc.RESIDUE, (int) crc.getValue());
    }

    @Test
    void shouldBridgeByDifferenceFromOneVectorToTheOther() {
        final UnsafeBuffer in = new UnsafeBuffer(HexFormat.of().parseHex(BRIDGED_IN));
        final UnsafeBuffer out = new UnsafeBuffer(HexFormat.of().parseHex(BRIDGED_OUT));
        final int delta = IcrcDelta.headerDelta(4, in, 0, out, 0, 16);
        assertEquals(Icrc.load(out, 56), Icrc.load(in, 56) ^ delta);
    }

    @Test
    void shouldVerifyAnAck() {
        verify(ACK, FrameKind.ROCE_ACK);
    }

    @Test
    void shouldVerifyAPacketOverIpv6() {
        verify(IPV6, FrameKind.ROCE_DATA);
    }

    private static void verify(final String packet, final int kind) {
        final String etherType = packet.charAt(0) == '4' ? "0800" : "86dd";
        final byte[] frame =
                HexFormat.of().parseHex("0200000000fe020000000001" + etherType + packet);
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        assertEquals(kind, Classifier.classify(buffer, 0, frame.length, info));
        assertEquals(frame.length - 4, info.icrcOffset);
        assertTrue(new Icrc().verify(buffer, info));
    }
}
