package io.polycast.parser.pcap;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** Classic pcap. */
final class PcapReader extends CaptureReader {
    private static final int FCS_PRESENT = 1 << 26;

    private final ByteOrder order;
    private final int unitNs;
    private final int fcsLength;

    PcapReader(
            final DirectBuffer buffer,
            final int start,
            final int length,
            final ByteOrder order,
            final int unitNs) {
        super(buffer, start, length);
        this.order = order;
        this.unitNs = unitNs;
        if (length < PcapFormat.FILE_HEADER_LENGTH) {
            throw truncated("file header");
        }
        final int major = buffer.getShort(start + PcapFormat.VERSION_OFFSET, order);
        if (major != 2) {
            throw new CaptureFormatException(
                    "pcap version " + major + " is not 2",
                    PcapFormat.VERSION_OFFSET,
                    "convert it with: editcap -F nsecpcap IN OUT");
        }
        // the upper half holds flags: whether there is an FCS, and its length in 16-bit units
        final int link = buffer.getInt(start + PcapFormat.LINK_TYPE_OFFSET, order);
        fcsLength = (link & FCS_PRESENT) == 0 ? 0 : (link >>> 28) * 2;
        if ((link & 0xFFFF) != LINK_ETHERNET) {
            position = start + PcapFormat.LINK_TYPE_OFFSET;
            throw linkType(link & 0xFFFF);
        }
        position = start + PcapFormat.FILE_HEADER_LENGTH;
    }

    @Override
    public boolean next() {
        if (position == end) {
            return false;
        }
        if (end - position < PcapFormat.RECORD_HEADER_LENGTH) {
            throw truncated("record header");
        }
        final long seconds = uint(PcapFormat.SECONDS_OFFSET);
        final long fraction = uint(PcapFormat.FRACTION_OFFSET);
        final int at = position + PcapFormat.RECORD_HEADER_LENGTH;
        final long captured = uint(PcapFormat.CAPTURED_OFFSET);
        frame(
                at,
                captured,
                uint(PcapFormat.ORIGINAL_OFFSET),
                fcsLength,
                seconds * 1_000_000_000L + fraction * unitNs);
        position = at + (int) captured;
        return true;
    }

    private long uint(final int field) {
        return buffer.getInt(position + field, order) & 0xFFFF_FFFFL;
    }
}
