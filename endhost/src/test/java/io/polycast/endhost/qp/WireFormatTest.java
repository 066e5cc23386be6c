package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import org.junit.jupiter.api.Test;

/** Every byte of what leaves, against the parser's frame builder. */
class WireFormatTest {
    private static byte[] part(final Bench bench, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        bench.memory.getBytes(offset, bytes);
        return bytes;
    }

    private static RoceFrame expected(final RoceFrame frame) {
        return frame.srcMac(TestHosts.MAC_A)
                .dstMac(TestHosts.MAC_B)
                .destQpn(TestHosts.QPN_B)
                .udpSourcePort(0xC123)
                .padToMinimum(true);
    }

    private static RoceFrame expected4() {
        return expected(RoceFrame.ipv4().src(TestHosts.IP_A).dst(TestHosts.IP_B));
    }

    @Test
    void shouldBuildEveryPacketOfAWriteWithImmediate() {
        final Bench bench = new Bench(TestHosts.a().pathMtu(256).udpSourcePort(0xC123).sqPsn(7));
        bench.qp.postWriteWithImmediate(1, bench.memory, 11, 515, 0x7F0102030405L, 0xBEEF, -2);
        assertArrayEquals(
                expected4()
                        .identification(0)
                        .opcode(Opcode.WRITE_FIRST)
                        .psn(7)
                        .reth(0x7F0102030405L, 0xBEEF, 515)
                        .payload(part(bench, 11, 256))
                        .build(),
                bench.poll());
        assertArrayEquals(
                expected4()
                        .identification(1)
                        .opcode(Opcode.WRITE_MIDDLE)
                        .psn(8)
                        .payload(part(bench, 267, 256))
                        .build(),
                bench.poll());
        assertArrayEquals(
                expected4()
                        .identification(2)
                        .opcode(Opcode.WRITE_LAST_IMM)
                        .psn(9)
                        .ackReq(true)
                        .immediate(-2)
                        .payload(part(bench, 523, 3))
                        .build(),
                bench.poll());
        bench.qp.postWriteWithImmediate(1, bench.memory, 0, 5, 1, 2, 3);
        assertArrayEquals(
                expected4()
                        .identification(3)
                        .opcode(Opcode.WRITE_ONLY_IMM)
                        .psn(10)
                        .ackReq(true)
                        .reth(1, 2, 5)
                        .immediate(3)
                        .payload(part(bench, 0, 5))
                        .build(),
                bench.poll());
    }

    @Test
    void shouldPadTheShortestFrameToEthernetsMinimum() {
        final Bench bench = new Bench(TestHosts.a().udpSourcePort(0xC123));
        bench.qp.postSend(1, bench.memory, 0, 0);
        final byte[] frame = bench.poll();
        assertEquals(60, frame.length);
        assertArrayEquals(
                expected4().opcode(Opcode.SEND_ONLY).identification(0).ackReq(true).build(), frame);
    }

    @Test
    void shouldTagFramesAndMarkThemWithTheTrafficClass() {
        final Bench bench =
                new Bench(
                        TestHosts.a()
                                .udpSourcePort(0xC123)
                                .vlanTci(0x6064)
                                .trafficClass(0x6A)
                                .hopLimit(3)
                                .pKey(0x8123));
        bench.qp.postSend(1, bench.memory, 5, 10);
        assertArrayEquals(
                expected4()
                        .vlan(0x6064)
                        .tos(0x6A)
                        .ttl(3)
                        .pKey(0x8123)
                        .opcode(Opcode.SEND_ONLY)
                        .identification(0)
                        .ackReq(true)
                        .payload(part(bench, 5, 10))
                        .build(),
                bench.poll());
    }

    @Test
    void shouldBuildFramesOverIpv6() {
        final Bench bench = new Bench(TestHosts.a6().udpSourcePort(0xC123).trafficClass(0x6A));
        bench.qp.postSendWithImmediate(1, bench.memory, 5, 10, 9);
        assertArrayEquals(
                expected(RoceFrame.ipv6().src(TestHosts.IP6_A).dst(TestHosts.IP6_B))
                        .tos(0x6A)
                        .opcode(Opcode.SEND_ONLY_IMM)
                        .ackReq(true)
                        .immediate(9)
                        .payload(part(bench, 5, 10))
                        .build(),
                bench.poll());
    }

    @Test
    void shouldBuildFeedbackAndCnps() {
        final Bench bench =
                new Bench(
                        TestHosts.a()
                                .udpSourcePort(0xC123)
                                .cnpGapNs(1)
                                .cnpTrafficClass(0xC2)
                                .rqPsn(0xFFFFFF));
        bench.qp.receiveEndlessly((position, source, offset, length) -> {}, 64);
        bench.receive(bench.request(Opcode.SEND_ONLY, 0xFFFFFF, 8).ackReq(true).tos(3));
        assertArrayEquals(
                expected(RoceFrame.cnp(TestHosts.IP_A, TestHosts.IP_B, TestHosts.QPN_B))
                        .tos(0xC2)
                        .identification(0)
                        .build(),
                bench.poll());
        assertArrayEquals(
                expected(
                                RoceFrame.ack(
                                        TestHosts.IP_A,
                                        TestHosts.IP_B,
                                        TestHosts.QPN_B,
                                        0xFFFFFF,
                                        Aeth.ACK_UNLIMITED,
                                        1))
                        .identification(0)
                        .build(),
                bench.poll());
    }

    @Test
    void shouldKeepTheIpChecksumRightWhileTheIdentificationWraps() {
        // Addresses of many ones, so that the sum carries more than once.
        final Bench bench =
                new Bench(
                        new QpSettingsBuilder()
                                .local(1, "239.255.255.254", 2)
                                .remote(2, "223.255.255.253", 3)
                                .pathMtu(256)
                                .window(1 << 18));
        for (int i = 0; i < 17; i++) {
            bench.qp.postSend(i, bench.memory, 0, 1 << 20);
        }
        // Seen refuses frames with a wrong IP header checksum.
        assertEquals(17 * 4096, bench.sent().size());
        assertEquals(17 * 4096, bench.count(QpCounter.FRAMES_OUT));
    }

    @Test
    void shouldRefuseSettingsOutOfRangeByName() {
        final IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> TestHosts.a().window(4).ackRequestEvery(5).build());
        assertEquals("ackRequestEvery=5 is not in [1, 4]", e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> TestHosts.a().pathMtu(1500).build());
        assertThrows(
                IllegalArgumentException.class, () -> TestHosts.a().remote(1, "leaf1.example", 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> TestHosts.a().remote(1, "fd00::1", 1).build());
    }
}
