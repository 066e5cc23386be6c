package io.polycast.parser.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
    @Test
    void shouldWriteWhatItReads() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[18]);
        Heartbeat.write(buffer, 2, 0xFEDC, 0x0102_0304_0506_0708L, 0x1122_3344);
        assertEquals(
                "00000100fedc010203040506070811223344",
                HexFormat.of().formatHex(buffer.byteArray()));
        assertTrue(Heartbeat.isSound(buffer, 2, 18));
        assertEquals(0xFEDC, Heartbeat.tor(buffer, 2));
        assertEquals(0x0102_0304_0506_0708L, Heartbeat.ruleVersion(buffer, 2));
        assertEquals(0x1122_3344, Heartbeat.sequence(buffer, 2));
    }

    @Test
    void shouldRefuseOtherVersionsAndWhatIsCutShort() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);
        Heartbeat.write(buffer, 0, 1, 1, 1);
        assertFalse(Heartbeat.isSound(buffer, 0, 15));
        buffer.putByte(0, (byte) 2);
        assertFalse(Heartbeat.isSound(buffer, 0, 16));
    }
}
