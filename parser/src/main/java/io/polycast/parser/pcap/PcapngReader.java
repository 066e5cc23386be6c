package io.polycast.parser.pcap;

import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * pcapng: blocks of type, total length, body, total length again. Byte order and interfaces belong
 * to a section.
 */
final class PcapngReader extends CaptureReader {
    /** The same in either byte order. */
    static final int SECTION_HEADER = 0x0A0D_0D0A;

    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;
    private static final int BYTE_ORDER_MAGIC = 0x1A2B_3C4D;
    private static final int BLOCK_OVERHEAD = 12;
    private static final int BODY_OFFSET = 8;

    private static final int OPTION_END = 0;
    private static final int OPTION_TSRESOL = 9;
    private static final int OPTION_FCSLEN = 13;
    private static final int OPTION_TSOFFSET = 14;

    /** More in one section are refused: a bound on what a file can make us keep. */
    private static final int MAX_INTERFACES = 4096;

    private final List<Interface> interfaces = new ArrayList<>();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    /** Content of an interface description; the link type was checked. */
    private record Interface(long unitsPerSecond, long offsetSeconds, int fcsLength, long snap) {}

    PcapngReader(final DirectBuffer buffer, final int start, final int length) {
        super(buffer, start, length);
        blockLength();
    }

    @Override
    public boolean next() {
        while (position < end) {
            final int length = blockLength();
            final int body = position + BODY_OFFSET;
            final int bodyLength = length - BLOCK_OVERHEAD;
            boolean found = false;
            switch (buffer.getInt(position, order)) {
                case SECTION_HEADER:
                    interfaces.clear();
                    break;
                case INTERFACE_DESCRIPTION:
                    interfaces.add(description(body, bodyLength));
                    break;
                case ENHANCED_PACKET:
                    enhanced(body, bodyLength);
                    found = true;
                    break;
                case SIMPLE_PACKET:
                    simple(body, bodyLength);
                    found = true;
                    break;
                default:
                    break;
            }
            position += length;
            if (found) {
                return true;
            }
        }
        return false;
    }

    /** Length of the block at the position, which then lies in the file; sets the byte order. */
    private int blockLength() {
        if (end - position < BLOCK_OVERHEAD) {
            throw truncated("block header");
        }
        if (buffer.getInt(position) == SECTION_HEADER) {
            order = sectionOrder();
        }
        final long length = uint(position + 4);
        if (length < BLOCK_OVERHEAD || (length & 3) != 0) {
            throw broken("block length " + length + " is not a multiple of 4 from 12 up");
        }
        if (length > end - position) {
            throw truncated("block of " + length + " bytes");
        }
        if (uint(position + (int) length - 4) != length) {
            throw broken("block's two lengths differ");
        }
        return (int) length;
    }

    private ByteOrder sectionOrder() {
        final int magic = buffer.getInt(position + BODY_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (magic == BYTE_ORDER_MAGIC) {
            return ByteOrder.LITTLE_ENDIAN;
        }
        if (magic == Integer.reverseBytes(BYTE_ORDER_MAGIC)) {
            return ByteOrder.BIG_ENDIAN;
        }
        throw broken("section without byte order magic");
    }

    private Interface description(final int body, final int length) {
        if (length < 8) {
            throw broken("interface description of " + length + " bytes");
        }
        if (interfaces.size() == MAX_INTERFACES) {
            throw broken("more than " + MAX_INTERFACES + " interfaces");
        }
        final int linkType = ushort(body);
        if (linkType != LINK_ETHERNET) {
            throw linkType(linkType);
        }
        long units = 1_000_000;
        long offsetSeconds = 0;
        int fcsLength = 0;
        int at = body + 8;
        final int bodyEnd = body + length;
        while (bodyEnd - at >= 4 && ushort(at) != OPTION_END) {
            final int option = ushort(at);
            final int optionLength = ushort(at + 2);
            if (optionLength > bodyEnd - at - 4) {
                throw broken("option " + option + " ends beyond its block");
            }
            if (option == OPTION_TSRESOL && optionLength == 1) {
                units = unitsPerSecond(buffer.getByte(at + 4) & 0xFF);
            } else if (option == OPTION_FCSLEN && optionLength == 1) {
                fcsLength = buffer.getByte(at + 4) & 0xFF;
            } else if (option == OPTION_TSOFFSET && optionLength == 8) {
                offsetSeconds = buffer.getLong(at + 4, order);
            }
            at += 4 + (optionLength + 3 & ~3);
        }
        final long snap = uint(body + 4);
        return new Interface(units, offsetSeconds, fcsLength, snap == 0 ? Long.MAX_VALUE : snap);
    }

    private long unitsPerSecond(final int resolution) {
        final int exponent = resolution & 0x7F;
        final boolean binary = (resolution & 0x80) != 0;
        if (exponent > (binary ? 62 : 18)) {
            throw broken("time resolution " + resolution + " is finer than any clock");
        }
        return binary ? 1L << exponent : BigInteger.TEN.pow(exponent).longValueExact();
    }

    private void enhanced(final int body, final int length) {
        if (length < 20) {
            throw broken("packet block of " + length + " bytes");
        }
        final Interface from = source(uint(body));
        final long captured = uint(body + 12);
        if (captured > length - 20) {
            throw broken("packet of " + captured + " bytes ends beyond its block");
        }
        final long time = uint(body + 4) << 32 | uint(body + 8);
        frame(body + 20, captured, uint(body + 16), from.fcsLength, nanos(time, from));
    }

    /** Simple packets carry no time: theirs is that of the packet before, 0 at first. */
    private void simple(final int body, final int length) {
        if (length < 4) {
            throw broken("packet block of " + length + " bytes");
        }
        final Interface from = source(0);
        final long original = uint(body);
        final long captured = Math.min(original, from.snap);
        if (captured > length - 4) {
            throw broken("packet of " + captured + " bytes ends beyond its block");
        }
        frame(body + 4, captured, original, from.fcsLength, timestampNs);
    }

    private Interface source(final long index) {
        if (index >= interfaces.size()) {
            throw broken("packet of interface " + index + ", which is not described");
        }
        return interfaces.get((int) index);
    }

    private static long nanos(final long time, final Interface from) {
        final long seconds = Long.divideUnsigned(time, from.unitsPerSecond);
        final long fraction = Long.remainderUnsigned(time, from.unitsPerSecond);
        // up to 2^62 units a second: the product needs 92 bits
        final long high = Math.multiplyHigh(fraction, 1_000_000_000L);
        final long fractionNs =
                high == 0
                        ? Long.divideUnsigned(fraction * 1_000_000_000L, from.unitsPerSecond)
                        : BigInteger.valueOf(fraction)
                                .multiply(BigInteger.valueOf(1_000_000_000L))
                                .divide(BigInteger.valueOf(from.unitsPerSecond))
                                .longValue();
        return (seconds + from.offsetSeconds) * 1_000_000_000L + fractionNs;
    }

    private CaptureFormatException broken(final String what) {
        return new CaptureFormatException("broken pcapng: " + what, at(), FETCH_AGAIN);
    }

    private int ushort(final int index) {
        return buffer.getShort(index, order) & 0xFFFF;
    }

    private long uint(final int index) {
        return buffer.getInt(index, order) & 0xFFFF_FFFFL;
    }
}
