package io.polycast.parser.pcap;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * Goes through the frames of a capture in pcap (microseconds or nanoseconds, either byte order) or
 * pcapng (section header, interface description, enhanced and simple packet blocks; others are
 * skipped).
 *
 * <pre>
 *   while (reader.next()) { use(reader.timestampNs(), reader.offset(), reader.length()); }
 * </pre>
 *
 * <p>Frames stay where they are: offset and length point into the capture's buffer. The FCS, where
 * an interface says that frames carry one, is left out.
 */
public abstract class CaptureReader {
    static final int LINK_ETHERNET = 1;
    static final String FETCH_AGAIN = "copy or capture it again in full";

    final DirectBuffer buffer;
    final int end;

    /** Next byte to read, absolute in the buffer. */
    int position;

    long timestampNs;
    int offset;
    int length;

    private final int start;

    CaptureReader(final DirectBuffer buffer, final int start, final int length) {
        this.buffer = buffer;
        this.start = start;
        this.end = start + length;
        this.position = start;
    }

    /**
     * Opens a capture that takes up a whole buffer.
     *
     * @param capture the file's bytes
     * @return a reader before the first frame
     * @throws CaptureFormatException when it is neither pcap nor pcapng of Ethernet
     */
    public static CaptureReader over(final DirectBuffer capture) {
        return over(capture, 0, capture.capacity());
    }

    /**
     * Opens a capture.
     *
     * @param buffer that holds the file's bytes
     * @param offset of the first
     * @param length of the file in bytes
     * @return a reader before the first frame
     * @throws CaptureFormatException when it is neither pcap nor pcapng of Ethernet
     */
    public static CaptureReader over(
            final DirectBuffer buffer, final int offset, final int length) {
        buffer.boundsCheck(offset, length);
        if (length < 4) {
            throw new CaptureFormatException(
                    "file of " + length + " bytes is too short for a capture", 0, FETCH_AGAIN);
        }
        final int magic = buffer.getInt(offset, ByteOrder.BIG_ENDIAN);
        switch (magic) {
            case PcapFormat.MAGIC_US:
                return new PcapReader(buffer, offset, length, ByteOrder.BIG_ENDIAN, 1000);
            case PcapFormat.MAGIC_NS:
                return new PcapReader(buffer, offset, length, ByteOrder.BIG_ENDIAN, 1);
            case PcapFormat.MAGIC_US_SWAPPED:
                return new PcapReader(buffer, offset, length, ByteOrder.LITTLE_ENDIAN, 1000);
            case PcapFormat.MAGIC_NS_SWAPPED:
                return new PcapReader(buffer, offset, length, ByteOrder.LITTLE_ENDIAN, 1);
            case PcapngReader.SECTION_HEADER:
                return new PcapngReader(buffer, offset, length);
            default:
                throw new CaptureFormatException(
                        String.format("magic number 0x%08x is neither pcap nor pcapng", magic),
                        0,
                        "convert it with: editcap -F nsecpcap IN OUT");
        }
    }

    /**
     * Moves to the next frame.
     *
     * @return false when there is none left
     * @throws CaptureFormatException when the capture is broken here
     */
    public abstract boolean next();

    /**
     * @return time of the current frame in ns since 1970, UTC
     */
    public final long timestampNs() {
        return timestampNs;
    }

    /**
     * @return first byte of the current frame, absolute in the buffer
     */
    public final int offset() {
        return offset;
    }

    /**
     * @return bytes of the current frame, without FCS
     */
    public final int length() {
        return length;
    }

    /** Takes the frame at {@code at}; sizes are unsigned, all of them untrusted. */
    final void frame(
            final int at,
            final long captured,
            final long original,
            final int fcsLength,
            final long timeNs) {
        if (captured > end - at) {
            throw truncated("packet of " + captured + " bytes");
        }
        if (captured < original) {
            throw new CaptureFormatException(
                    "packet was cut to " + captured + " of " + original + " bytes",
                    at - start,
                    "capture again without a snapshot length (tcpdump -s 0)");
        }
        offset = at;
        length = (int) Math.max(0, captured - fcsLength);
        timestampNs = timeNs;
    }

    final CaptureFormatException truncated(final String what) {
        return new CaptureFormatException(
                "truncated capture: " + what + " ends beyond the file", at(), FETCH_AGAIN);
    }

    final CaptureFormatException linkType(final int linkType) {
        return new CaptureFormatException(
                "link type " + linkType + " is not Ethernet (1)",
                at(),
                "capture on an Ethernet interface, not on 'any'");
    }

    /** Where the current record begins, counted from the capture's first byte. */
    final long at() {
        return position - (long) start;
    }
}
