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
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureReaderTest {
    private static final byte[] FRAME = SampleFrames.bytes(61);

    @ParameterizedTest
    @CsvSource({
        "a1b2c3d4, true, 1000",
        "a1b2c3d4, false, 1000",
        "a1b23c4d, true, 1",
        "a1b23c4d, false, 1"
    })
    void shouldReadPcapInEitherByteOrderAndUnit(
            final String magic, final boolean big, final int unitNs) {
        final byte[] bytes = pcap(Integer.parseUnsignedInt(magic, 16), big, 1, FRAME.length);
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes));
        assertTrue(reader.next());
        assertEquals(3_000_000_000L * 1_000_000_000L + 999_999L * unitNs, reader.timestampNs());
        assertArrayEquals(FRAME, frame(reader, bytes));
        assertFalse(reader.next());
        assertFalse(reader.next());
    }

    @Property
    void shouldReadBackWhatWasWritten(
            @ForAll @Size(max = 20) final List<@IntRange(max = 9000) Integer> lengths,
            @ForAll @LongRange(min = 0, max = 4_294_967_295_999_999_999L) final long timeNs) {
        final int total = lengths.stream().mapToInt(length -> length + 16).sum();
        // rubbish first: what the writer leaves out would show
        final UnsafeBuffer out = new UnsafeBuffer(SampleFrames.bytes(24 + total));
        int at = PcapWriter.writeFileHeader(out, 0);
        for (final int length : lengths) {
            final UnsafeBuffer frame = new UnsafeBuffer(SampleFrames.bytes(length));
            at += PcapWriter.writeRecord(out, at, timeNs, frame, 0, length);
        }
        assertEquals(out.capacity(), at);
        final CaptureReader reader = CaptureReader.over(out);
        for (final int length : lengths) {
            assertTrue(reader.next());
            assertEquals(timeNs, reader.timestampNs());
            assertArrayEquals(SampleFrames.bytes(length), frame(reader, out.byteArray()));
        }
        assertFalse(reader.next());
    }

    @Test
    void shouldWriteTheHeaderThatOthersRead() {
        final UnsafeBuffer out = new UnsafeBuffer(SampleFrames.bytes(24));
        PcapWriter.writeFileHeader(out, 0);
        assertEquals(
                "4d3cb2a1020004000000000000000000" + "0000040001000000",
                java.util.HexFormat.of().formatHex(out.byteArray()));
    }

    @Test
    void shouldRefuseEveryTruncation() {
        final byte[] whole = pcap(0xA1B2_3C4D, false, 1, FRAME.length);
        for (int length = 0; length < whole.length; length++) {
            final UnsafeBuffer cut = new UnsafeBuffer(Arrays.copyOf(whole, length));
            if (length == PcapWriter.FILE_HEADER_LENGTH) {
                assertFalse(CaptureReader.over(cut).next());
                continue;
            }
            final CaptureFormatException e =
                    assertThrows(
                            CaptureFormatException.class, () -> CaptureReader.over(cut).next());
            assertEquals(length > 24 ? 24 : 0, e.byteOffset());
        }
    }

    @Test
    void shouldRefuseOtherLinkTypesWithARemedy() {
        final byte[] bytes = pcap(0xA1B2_3C4D, false, 113, FRAME.length);
        final CaptureFormatException e =
                assertThrows(
                        CaptureFormatException.class,
                        () -> CaptureReader.over(new UnsafeBuffer(bytes)));
        assertEquals(
                "link type 113 is not Ethernet (1) at byte 20;"
                        + " capture on an Ethernet interface, not on 'any'",
                e.getMessage());
    }

    @Test
    void shouldRefusePacketsThatWereCut() {
        final byte[] bytes = pcap(0xA1B2_3C4D, true, 1, 1500);
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes));
        final CaptureFormatException e = assertThrows(CaptureFormatException.class, reader::next);
        assertTrue(e.getMessage().startsWith("packet was cut to 61 of 1500 bytes at byte 40;"));
    }

    @Test
    void shouldRefuseWhatIsNoCapture() {
        final UnsafeBuffer text = new UnsafeBuffer("no capture".getBytes());
        final CaptureFormatException e =
                assertThrows(CaptureFormatException.class, () -> CaptureReader.over(text));
        assertTrue(e.getMessage().contains("neither pcap nor pcapng"));
    }

    @Property
    void shouldThrowNothingElseOnAnyBytes(
            @ForAll @Size(max = 120) final byte[] bytes,
            @ForAll @IntRange(max = 4) final int format) {
        final int[] magics = {0xA1B2_C3D4, 0xA1B2_3C4D, 0xD4C3_B2A1, 0x4D3C_B2A1, 0x0A0D_0D0A};
        final UnsafeBuffer capture = new UnsafeBuffer(bytes);
        if (bytes.length >= 4) {
            capture.putInt(0, magics[format], ByteOrder.BIG_ENDIAN);
        }
        try {
            final CaptureReader reader = CaptureReader.over(capture);
            while (reader.next()) {
                capture.boundsCheck(reader.offset(), reader.length());
            }
        } catch (final CaptureFormatException e) {
            assertTrue(e.byteOffset() <= bytes.length);
        }
    }

    static byte[] frame(final CaptureReader reader, final byte[] bytes) {
        return Arrays.copyOfRange(bytes, reader.offset(), reader.offset() + reader.length());
    }

    private static byte[] pcap(
            final int magic, final boolean big, final int link, final int original) {
        return ByteBuffer.allocate(24 + 16 + FRAME.length)
                .order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                .putInt(magic)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65_535)
                .putInt(link)
                .putInt((int) 3_000_000_000L)
                .putInt(999_999)
                .putInt(FRAME.length)
                .putInt(original)
                .put(FRAME)
                .array();
    }
}
