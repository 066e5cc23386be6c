package io.polycast.parser.pcap;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Writes nanosecond pcap, little-endian, Ethernet, into buffers. */
public final class PcapWriter {
    /** Bytes in front of the first record. */
    public static final int FILE_HEADER_LENGTH = PcapFormat.FILE_HEADER_LENGTH;

    /** Bytes in front of each frame. */
    public static final int RECORD_HEADER_LENGTH = PcapFormat.RECORD_HEADER_LENGTH;

    private static final int SNAP_LENGTH = 0x4_0000;
    private static final long NANOS = 1_000_000_000L;

    private PcapWriter() {}

    /**
     * Writes the file header.
     *
     * @param out takes it
     * @param index of its first byte
     * @return bytes written, {@link #FILE_HEADER_LENGTH}
     */
    public static int writeFileHeader(final MutableDirectBuffer out, final int index) {
        out.putInt(index, PcapFormat.MAGIC_NS, LITTLE_ENDIAN);
        out.putInt(index + PcapFormat.VERSION_OFFSET, 4 << 16 | 2, LITTLE_ENDIAN);
        out.putLong(index + 8, 0L, LITTLE_ENDIAN);
        out.putInt(index + PcapFormat.SNAPLEN_OFFSET, SNAP_LENGTH, LITTLE_ENDIAN);
        out.putInt(index + PcapFormat.LINK_TYPE_OFFSET, CaptureReader.LINK_ETHERNET, LITTLE_ENDIAN);
        return FILE_HEADER_LENGTH;
    }

    /**
     * Writes one record's header; its frame follows.
     *
     * @param out takes it
     * @param index of its first byte
     * @param timestampNs since 1970, in [0, 2^32 seconds)
     * @param length of the frame in bytes
     * @return bytes written, {@link #RECORD_HEADER_LENGTH}
     */
    public static int writeRecordHeader(
            final MutableDirectBuffer out,
            final int index,
            final long timestampNs,
            final int length) {
        out.putInt(index + PcapFormat.SECONDS_OFFSET, (int) (timestampNs / NANOS), LITTLE_ENDIAN);
        out.putInt(index + PcapFormat.FRACTION_OFFSET, (int) (timestampNs % NANOS), LITTLE_ENDIAN);
        out.putInt(index + PcapFormat.CAPTURED_OFFSET, length, LITTLE_ENDIAN);
        out.putInt(index + PcapFormat.ORIGINAL_OFFSET, length, LITTLE_ENDIAN);
        return RECORD_HEADER_LENGTH;
    }

    /**
     * Writes one record.
     *
     * @param out takes it
     * @param index of its first byte
     * @param timestampNs since 1970, in [0, 2^32 seconds)
     * @param frame holds the frame
     * @param offset of its first byte
     * @param length in bytes
     * @return bytes written: {@link #RECORD_HEADER_LENGTH} + length
     */
    public static int writeRecord(
            final MutableDirectBuffer out,
            final int index,
            final long timestampNs,
            final DirectBuffer frame,
            final int offset,
            final int length) {
        writeRecordHeader(out, index, timestampNs, length);
        out.putBytes(index + RECORD_HEADER_LENGTH, frame, offset, length);
        return RECORD_HEADER_LENGTH + length;
    }
}
