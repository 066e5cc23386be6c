package io.polycast.parser.pcap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.repr.SampleFrames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngReaderTest {
    private static final byte[] FRAME = SampleFrames.bytes(61);
    private final ByteBuffer file = ByteBuffer.allocate(4096);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReadPacketsAndSkipOtherBlocks(final boolean big) {
        file.order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        section();
        block(0x0BAD, new byte[12]);
        description(1, 0, null);
        block(5, new byte[20]);
        enhanced(0, 1_700_000_000_123_456L, FRAME, FRAME.length);
        simple(FRAME, FRAME.length);
        final byte[] bytes = bytes();
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes));
        assertTrue(reader.next());
        assertEquals(1_700_000_000_123_456_000L, reader.timestampNs());
        assertArrayEquals(FRAME, CaptureReaderTest.frame(reader, bytes));
        assertTrue(reader.next());
        assertArrayEquals(FRAME, CaptureReaderTest.frame(reader, bytes));
        assertFalse(reader.next());
    }

    @ParameterizedTest
    @CsvSource({
        "9, 5000000001, 5000000001",
        "3, 5001, 5001000000",
        "0, 5, 5000000000",
        "138, 1536, 1500000000",
        "12, 5000000000999, 5000000000",
        "190, 6917529027641081856, 1500000000"
    })
    void shouldKeepTimeInTheInterfacesUnit(
            final int resolution, final long time, final long expectedNs) {
        file.order(ByteOrder.LITTLE_ENDIAN);
        section();
        description(1, 0, new byte[] {(byte) resolution});
        enhanced(0, time, FRAME, FRAME.length);
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes()));
        assertTrue(reader.next());
        assertEquals(expectedNs, reader.timestampNs());
    }

    @Test
    void shouldForgetInterfacesAndByteOrderAtANewSection() {
        file.order(ByteOrder.LITTLE_ENDIAN);
        section();
        description(1, 0, null);
        enhanced(0, 1, FRAME, FRAME.length);
        file.order(ByteOrder.BIG_ENDIAN);
        section();
        enhanced(0, 1, FRAME, FRAME.length);
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes()));
        assertTrue(reader.next());
        final CaptureFormatException e = assertThrows(CaptureFormatException.class, reader::next);
        assertTrue(e.getMessage().contains("interface 0, which is not described"));
    }

    @Test
    void shouldRefuseOtherLinkTypes() {
        file.order(ByteOrder.LITTLE_ENDIAN);
        section();
        description(276, 0, null);
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes()));
        final CaptureFormatException e = assertThrows(CaptureFormatException.class, reader::next);
        assertTrue(e.getMessage().startsWith("link type 276 is not Ethernet (1) at byte 28;"));
    }

    @Test
    void shouldRefusePacketsThatWereCut() {
        file.order(ByteOrder.LITTLE_ENDIAN);
        section();
        description(1, 40, null);
        enhanced(0, 1, FRAME, 1500);
        simple(SampleFrames.bytes(40), 41);
        final byte[] bytes = bytes();
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes));
        assertTrue(
                assertThrows(CaptureFormatException.class, reader::next)
                        .getMessage()
                        .startsWith("packet was cut to 61 of 1500 bytes"));
    }

    @Test
    void shouldRefuseEveryTruncationAndSurviveAnyChange() {
        file.order(ByteOrder.LITTLE_ENDIAN);
        section();
        description(1, 0, new byte[] {9});
        enhanced(0, 1, FRAME, FRAME.length);
        final byte[] whole = bytes();
        for (int length = 0; length < whole.length; length++) {
            final UnsafeBuffer cut = new UnsafeBuffer(Arrays.copyOf(whole, length));
            if (length != 28 && length != whole.length - 96) {
                assertThrows(CaptureFormatException.class, () -> CaptureReader.over(cut).next());
            }
        }
        final Random random = new Random(9);
        for (int i = 0; i < 20_000; i++) {
            final byte[] changed = whole.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            readAll(new UnsafeBuffer(changed));
        }
    }

    private static void readAll(final UnsafeBuffer capture) {
        try {
            final CaptureReader reader = CaptureReader.over(capture);
            while (reader.next()) {
                capture.boundsCheck(reader.offset(), reader.length());
            }
        } catch (final CaptureFormatException e) {
            assertTrue(e.byteOffset() <= capture.capacity());
        }
    }

    private void section() {
        final ByteBuffer body = body(16);
        body.putInt(0x1A2B_3C4D).putShort((short) 1).putShort((short) 0).putLong(-1);
        block(0x0A0D_0D0A, body.array());
    }

    private void description(final int link, final int snap, final byte[] resolution) {
        final ByteBuffer body = body(resolution == null ? 8 : 20);
        body.putShort((short) link).putShort((short) 0).putInt(snap);
        if (resolution != null) {
            body.putShort((short) 9).putShort((short) 1).put(resolution[0]).put(new byte[3]);
            body.putInt(0);
        }
        block(1, body.array());
    }

    private void enhanced(final int from, final long time, final byte[] frame, final int original) {
        final ByteBuffer body = body(20 + (frame.length + 3 & ~3));
        body.putInt(from).putInt((int) (time >>> 32)).putInt((int) time);
        body.putInt(frame.length).putInt(original).put(frame);
        block(6, body.array());
    }

    private void simple(final byte[] frame, final int original) {
        final ByteBuffer body = body(4 + (frame.length + 3 & ~3));
        body.putInt(original).put(frame);
        block(3, body.array());
    }

    private void block(final int type, final byte[] body) {
        file.putInt(type).putInt(body.length + 12).put(body).putInt(body.length + 12);
    }

    private ByteBuffer body(final int length) {
        return ByteBuffer.allocate(length).order(file.order());
    }

    private byte[] bytes() {
        return Arrays.copyOf(file.array(), file.position());
    }
}
