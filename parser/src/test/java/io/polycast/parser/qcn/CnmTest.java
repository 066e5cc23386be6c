package io.polycast.parser.qcn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Offsets and byte order are those of IEEE 802.1Q, 33.4. */
class CnmTest {
    private static final int AT = 5;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[AT + Cnm.LENGTH]);

    @Test
    void shouldWriteTheBytesOfTheStandard() {
        Cnm.writePoint(buffer, AT, 0x2A, 0x0200_0000_0001_0003L, 0x0102, -2);
        Cnm.writeFrame(buffer, AT, 5, 0x0100_5E01_0203L, 46);
        final byte[] message = new byte[Cnm.LENGTH];
        buffer.getBytes(AT, message);
        assertArrayEquals(
                HexFormat.of().parseHex("002a02000000000100030102fffea00001005e010203002e"),
                message);
    }

    @Test
    void shouldReadWhatIsWritten() {
        Cnm.writePoint(buffer, AT, 63, -7, -1_000, 1_000);
        Cnm.writeFrame(buffer, AT, 7, 0xFFFF_0000_00AAL, 64);
        assertEquals(63, Cnm.feedback(buffer, AT));
        assertEquals(-7, Cnm.point(buffer, AT));
        assertEquals(-1_000, Cnm.qOffset(buffer, AT));
        assertEquals(1_000, Cnm.qDelta(buffer, AT));
        assertEquals(7, Cnm.priority(buffer, AT));
        assertEquals(0xFFFF_0000_00AAL, Cnm.dstMac(buffer, AT));
        assertEquals(64, Cnm.repeated(buffer, AT));
    }

    @Test
    void shouldCutALargeQueueTo16Bits() {
        Cnm.writePoint(buffer, AT, 1, 0, 1 << 20, -(1 << 20));
        assertEquals(Short.MAX_VALUE, Cnm.qOffset(buffer, AT));
        assertEquals(Short.MIN_VALUE, Cnm.qDelta(buffer, AT));
    }
}
