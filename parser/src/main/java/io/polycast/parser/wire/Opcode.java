package io.polycast.parser.wire;

/**
 * BTH opcodes of RoCEv2 and their properties; each question is one table look-up. Arguments are in
 * [0, 256).
 */
public final class Opcode {
    public static final int SEND_FIRST = 0x00;
    public static final int SEND_MIDDLE = 0x01;
    public static final int SEND_LAST = 0x02;
    public static final int SEND_LAST_IMM = 0x03;
    public static final int SEND_ONLY = 0x04;
    public static final int SEND_ONLY_IMM = 0x05;
    public static final int WRITE_FIRST = 0x06;
    public static final int WRITE_MIDDLE = 0x07;
    public static final int WRITE_LAST = 0x08;
    public static final int WRITE_LAST_IMM = 0x09;
    public static final int WRITE_ONLY = 0x0A;
    public static final int WRITE_ONLY_IMM = 0x0B;
    public static final int READ_REQUEST = 0x0C;
    public static final int READ_RESP_FIRST = 0x0D;
    public static final int READ_RESP_MIDDLE = 0x0E;
    public static final int READ_RESP_LAST = 0x0F;
    public static final int READ_RESP_ONLY = 0x10;
    public static final int ACKNOWLEDGE = 0x11;
    public static final int ATOMIC_ACK = 0x12;
    public static final int CMP_SWAP = 0x13;
    public static final int FETCH_ADD = 0x14;
    public static final int SEND_LAST_INV = 0x16;
    public static final int SEND_ONLY_INV = 0x17;
    public static final int FLUSH = 0x1C;
    public static final int ATOMIC_WRITE = 0x1D;

    /** Or it with a SEND or WRITE opcode to get that of an unreliable connection. */
    public static final int UC = 0x20;

    /** First opcode of the reliable datagram transport. */
    public static final int RD = 0x40;

    public static final int UD_SEND_ONLY = 0x64;
    public static final int UD_SEND_ONLY_IMM = 0x65;

    /** Congestion notification of RoCEv2; 0x80 is that of other fabrics and unknown here. */
    public static final int CNP = 0x81;

    /** First opcode of the extended reliable connection transport. */
    public static final int XRC = 0xA0;

    private Opcode() {}

    /** Whether this opcode is assigned; reserved and vendor opcodes are not. */
    public static boolean isKnown(final int opcode) {
        return is(opcode, OpcodeTable.KNOWN);
    }

    /**
     * Bytes of all extension headers between BTH and payload; 16 for a CNP, whose reserved bytes
     * count as one. RD and XRC headers are not told from their payload: 0.
     */
    public static int extensionLength(final int opcode) {
        return OpcodeTable.WORDS[opcode] & OpcodeTable.LENGTH_MASK;
    }

    /** FIRST packet of a message of several. */
    public static boolean isFirst(final int opcode) {
        return is(opcode, OpcodeTable.FIRST);
    }

    /** MIDDLE packet of a message. */
    public static boolean isMiddle(final int opcode) {
        return is(opcode, OpcodeTable.MIDDLE);
    }

    /** LAST packet of a message of several. */
    public static boolean isLast(final int opcode) {
        return is(opcode, OpcodeTable.LAST);
    }

    /** The only packet of its message. */
    public static boolean isOnly(final int opcode) {
        return is(opcode, OpcodeTable.ONLY);
    }

    /** First packet of a message: FIRST or ONLY. */
    public static boolean startsMessage(final int opcode) {
        return is(opcode, OpcodeTable.FIRST | OpcodeTable.ONLY);
    }

    /** Last packet of a message: LAST or ONLY. */
    public static boolean endsMessage(final int opcode) {
        return is(opcode, OpcodeTable.LAST | OpcodeTable.ONLY);
    }

    /** Carries a RETH: WRITE FIRST and ONLY, READ request, FLUSH, ATOMIC WRITE. */
    public static boolean hasReth(final int opcode) {
        return is(opcode, OpcodeTable.RETH);
    }

    /** Carries an AETH. */
    public static boolean hasAeth(final int opcode) {
        return is(opcode, OpcodeTable.AETH);
    }

    /** Carries immediate data. */
    public static boolean hasImmediate(final int opcode) {
        return is(opcode, OpcodeTable.IMMEDIATE);
    }

    /** SEND in all forms over RC and UC, with invalidate too. */
    public static boolean isSend(final int opcode) {
        return is(opcode, OpcodeTable.SEND);
    }

    /** RDMA WRITE in all forms over RC and UC. */
    public static boolean isWrite(final int opcode) {
        return is(opcode, OpcodeTable.WRITE);
    }

    /** SEND or WRITE over an unreliable connection. */
    public static boolean isUc(final int opcode) {
        return is(opcode, OpcodeTable.UNRELIABLE);
    }

    /** May go to a group: SEND and WRITE over RC and UC but with invalidate. */
    public static boolean isGroupData(final int opcode) {
        return is(opcode, OpcodeTable.GROUP_DATA);
    }

    /** Bytes from the end of the BTH to the RETH of an opcode that has one. */
    public static int rethDistance(final int opcode) {
        return opcode == FLUSH ? 4 : 0;
    }

    /** Name for people; reserved opcodes by number. */
    public static String name(final int opcode) {
        return OpcodeTable.name(opcode);
    }

    private static boolean is(final int opcode, final int bits) {
        return (OpcodeTable.WORDS[opcode] & bits) != 0;
    }
}
