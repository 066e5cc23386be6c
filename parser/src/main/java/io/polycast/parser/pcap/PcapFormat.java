package io.polycast.parser.pcap;

/** Layout of pcap: a file header of 24 bytes, then records with a header of 16 bytes each. */
final class PcapFormat {
    /** Magic numbers as a big-endian reader sees them. */
    static final int MAGIC_US = 0xA1B2_C3D4;

    static final int MAGIC_NS = 0xA1B2_3C4D;
    static final int MAGIC_US_SWAPPED = 0xD4C3_B2A1;
    static final int MAGIC_NS_SWAPPED = 0x4D3C_B2A1;

    static final int FILE_HEADER_LENGTH = 24;
    static final int VERSION_OFFSET = 4;
    static final int SNAPLEN_OFFSET = 16;
    static final int LINK_TYPE_OFFSET = 20;

    static final int RECORD_HEADER_LENGTH = 16;
    static final int SECONDS_OFFSET = 0;
    static final int FRACTION_OFFSET = 4;
    static final int CAPTURED_OFFSET = 8;
    static final int ORIGINAL_OFFSET = 12;

    private PcapFormat() {}
}
