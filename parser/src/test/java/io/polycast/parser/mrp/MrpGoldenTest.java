package io.polycast.parser.mrp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of docs/mrp.md, computed by another implementation. */
class MrpGoldenTest {
    private static final String FRAME =
            "0200000000fe02000000000108004500003400004000401125b90a0000010aff000112b812b800209f2d"
                    + "11000007000100020a000001000100010a00000200010100";
    private static final String GROUP =
            "1300fffe000100010000000000001000fffffe070000000900c0ffee000007d0"
                    + "01020002000100000a000001000000000000000000000000";
    private static final String DETAIL =
            "12000007000100010a0000020000640300007f00000000000000000000100000" + "0000a00000000000";

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);

    @Test
    void shouldWriteTheFrame() {
        final int length =
                new MrpWriter(buffer, MrpFrame.HEADERS_IPV4)
                        .nodes(
                                MrpType.NODES,
                                0,
                                7,
                                1,
                                List.of(
                                        new MrpNode(
                                                MrpAddress.ipv4(0x0A000001), 0x100, MrpNode.LEADER),
                                        new MrpNode(MrpAddress.ipv4(0x0A000002), 0x101, 0)));
        final int frame =
                MrpFrame.write(
                        buffer,
                        new MrpFrame.Macs(0x0200_0000_00FEL, 0x0200_0000_0001L),
                        MrpAddress.ipv4(0x0A000001),
                        MrpAddress.ipv4(0x0AFF0001),
                        Mrp.PORT,
                        length);
        assertEquals(FRAME, hex(0, frame));
    }

    @Test
    void shouldWriteGroupAndDetail() {
        final MrpWriter writer = new MrpWriter(buffer, 0);
        final MrpGroup group =
                new MrpGroup(
                        0x1000,
                        0xFFFFFE,
                        9,
                        0xC0FFEE,
                        new MrpGroup.Policies(1, 2, 2000, true),
                        new MrpGroup.Counts(2, 1),
                        MrpAddress.ipv4(0x0A000001));
        assertEquals(GROUP, hex(0, writer.group(0, 0xFFFE, group)));
        final MrpDetail detail =
                new MrpDetail(
                        MrpAddress.ipv4(0x0A000002), 100, true, 0x7F0000000000L, 1 << 20, 0xA000);
        assertEquals(DETAIL, hex(0, writer.details(0, 7, 1, List.of(detail))));
    }

    @Test
    void shouldHaveTheRoomThatThePaperGives() {
        assertEquals(183, Mrp.capacity(MrpType.NODES, 0));
        assertEquals(176, Mrp.capacity(MrpType.NODES, Mrp.FLAG_SIGNED));
        assertEquals(72, Mrp.capacity(MrpType.NODES, Mrp.FLAG_IPV6));
        assertEquals(45, Mrp.capacity(MrpType.DETAIL, 0));
        assertEquals(32, Mrp.capacity(MrpType.DETAIL, Mrp.FLAG_IPV6));
        assertEquals(69, Mrp.capacity(MrpType.NODES, Mrp.FLAG_IPV6 | Mrp.FLAG_SIGNED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "21000007000100020a000001000100010a00000200010100", // version 2
                "10000007000100020a000001000100010a00000200010100", // type 0
                "1f000007000100020a000001000100010a00000200010100", // type 15
                "11100007000100020a000001000100010a00000200010100", // unknown flag
                "11000007000000020a000001000100010a00000200010100", // total 0
                "11000007010100020a000001000100010a00000200010100", // seq 1 of 1
                "11000007000100010a000001000100010a00000200010100", // records beyond the length
                "11020007000100020a000001000100010a00000200010100", // signed without trailer
                "11010007000100020a000001000100010a00000200010100", // IPv6 without room
                "13000007000200010000000000001000fffffe070000000900c0ffee000007d0"
                        + "01020002000100000a000001000000000000000000000000", // two GROUPs
                "13000007000100010000000000001000fffffe070000000900c0ffee000007d0"
                        + "02020002000100000a000001000000000000000000000000", // unknown policy
                "170000070001000100c0ffee02000000" // unknown scope
            })
    void shouldRefuse(final String hex) {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        assertFalse(new MrpPacket().wrap(new UnsafeBuffer(bytes), 0, bytes.length));
    }

    @Test
    void shouldKnowEachTypeByItsCode() {
        for (final MrpType type : MrpType.values()) {
            assertEquals(type, MrpType.byCode(type.code()));
        }
        for (final MrpReason reason : MrpReason.values()) {
            assertEquals(reason, MrpReason.byCode(reason.code()));
            assertFalse(reason.label().isEmpty());
        }
        assertTrue(MrpType.GROUP.asks());
        assertFalse(MrpType.REFUSED.asks());
    }

    private String hex(final int from, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(from, bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
