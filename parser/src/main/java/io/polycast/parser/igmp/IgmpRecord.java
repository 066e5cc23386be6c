package io.polycast.parser.igmp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Group record of a version 3 report (RFC 3376, 4.2), big-endian. The first record lies 8 bytes
 * behind the report's first byte.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |  Record type  |  Aux data len |     Number of sources         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                       Multicast address                       |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |    Source addresses, 4 bytes each; aux data, 4-byte words     |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class IgmpRecord {
    /** Bytes of a record without sources and aux data. */
    public static final int HEADER_LENGTH = 8;

    public static final int TYPE_OFFSET = 0;
    public static final int AUX_OFFSET = 1;
    public static final int SOURCE_COUNT_OFFSET = 2;
    public static final int GROUP_OFFSET = 4;
    public static final int SOURCES_OFFSET = 8;

    public static final int IS_INCLUDE = 1;
    public static final int IS_EXCLUDE = 2;
    public static final int TO_INCLUDE = 3;
    public static final int TO_EXCLUDE = 4;
    public static final int ALLOW_NEW = 5;
    public static final int BLOCK_OLD = 6;

    private static final int COUNT_IN_REPORT = 6;

    private IgmpRecord() {}

    /** Records of a version 3 report, in [0, 65536). */
    public static int countOf(final DirectBuffer buffer, final int report) {
        return buffer.getShort(report + COUNT_IN_REPORT, BIG_ENDIAN) & 0xFFFF;
    }

    /** Offset of the first record of a report. */
    public static int first(final int report) {
        return report + Igmp.LENGTH;
    }

    /** {@link #IS_INCLUDE} to {@link #BLOCK_OLD}, or something else. */
    public static int type(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TYPE_OFFSET) & 0xFF;
    }

    /** Sources that the record names, in [0, 65536). */
    public static int sourceCount(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + SOURCE_COUNT_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Group address as an int in network order. */
    public static int group(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + GROUP_OFFSET, BIG_ENDIAN);
    }

    /** Address of a source, by index in [0, {@link #sourceCount}). */
    public static int source(final DirectBuffer buffer, final int offset, final int index) {
        return buffer.getInt(offset + SOURCES_OFFSET + 4 * index, BIG_ENDIAN);
    }

    /** Bytes of the whole record, at least 8. */
    public static int length(final DirectBuffer buffer, final int offset) {
        final int aux = buffer.getByte(offset + AUX_OFFSET) & 0xFF;
        return HEADER_LENGTH + 4 * (sourceCount(buffer, offset) + aux);
    }

    /**
     * Begins a version 3 report; its checksum follows when all records are written.
     *
     * @param buffer to write to
     * @param report offset of the report
     * @param records that will follow, in [0, 65536)
     */
    public static void writeReport(
            final MutableDirectBuffer buffer, final int report, final int records) {
        Igmp.write(buffer, report, Igmp.REPORT_V3, 0, records);
    }

    /**
     * Writes a record without aux data.
     *
     * @param buffer to write to
     * @param offset of the record
     * @param type of the record
     * @param group address
     * @param sources addresses, at most 65,535
     * @return bytes of the record
     */
    public static int write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int type,
            final int group,
            final int... sources) {
        buffer.putByte(offset + TYPE_OFFSET, (byte) type);
        buffer.putByte(offset + AUX_OFFSET, (byte) 0);
        buffer.putShort(offset + SOURCE_COUNT_OFFSET, (short) sources.length, BIG_ENDIAN);
        buffer.putInt(offset + GROUP_OFFSET, group, BIG_ENDIAN);
        for (int i = 0; i < sources.length; i++) {
            buffer.putInt(offset + SOURCES_OFFSET + 4 * i, sources[i], BIG_ENDIAN);
        }
        return HEADER_LENGTH + 4 * sources.length;
    }
}
