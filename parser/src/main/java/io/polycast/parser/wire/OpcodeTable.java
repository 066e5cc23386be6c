package io.polycast.parser.wire;

/** Table of {@link Opcode}: for each opcode a word of flags and the extension headers' length. */
final class OpcodeTable {
    static final int LENGTH_MASK = 0xFF;
    static final int KNOWN = 1 << 8;
    static final int FIRST = 1 << 9;
    static final int MIDDLE = 1 << 10;
    static final int LAST = 1 << 11;
    static final int ONLY = 1 << 12;
    static final int RETH = 1 << 13;
    static final int AETH = 1 << 14;
    static final int IMMEDIATE = 1 << 15;
    static final int SEND = 1 << 16;
    static final int WRITE = 1 << 17;
    static final int UNRELIABLE = 1 << 18;
    static final int GROUP_DATA = 1 << 19;

    static final int[] WORDS = new int[256];

    private static final int FETH_LENGTH = 4;
    private static final int ATOMIC_ACK_ETH_LENGTH = 8;

    private static final String[] NAMES = {
        "SEND_FIRST",
        "SEND_MIDDLE",
        "SEND_LAST",
        "SEND_LAST_IMM",
        "SEND_ONLY",
        "SEND_ONLY_IMM",
        "WRITE_FIRST",
        "WRITE_MIDDLE",
        "WRITE_LAST",
        "WRITE_LAST_IMM",
        "WRITE_ONLY",
        "WRITE_ONLY_IMM",
        "READ_REQUEST",
        "READ_RESP_FIRST",
        "READ_RESP_MIDDLE",
        "READ_RESP_LAST",
        "READ_RESP_ONLY",
        "ACK",
        "ATOMIC_ACK",
        "CMP_SWAP",
        "FETCH_ADD",
        "RESYNC",
        "SEND_LAST_INV",
        "SEND_ONLY_INV",
    };

    static {
        final int imm = IMMEDIATE | ImmDt.LENGTH;
        final int reth = RETH | Reth.LENGTH;
        final int aeth = AETH | Aeth.LENGTH;
        groupData(Opcode.SEND_FIRST, SEND | FIRST);
        groupData(Opcode.SEND_MIDDLE, SEND | MIDDLE);
        groupData(Opcode.SEND_LAST, SEND | LAST);
        groupData(Opcode.SEND_LAST_IMM, SEND | LAST | imm);
        groupData(Opcode.SEND_ONLY, SEND | ONLY);
        groupData(Opcode.SEND_ONLY_IMM, SEND | ONLY | imm);
        groupData(Opcode.WRITE_FIRST, WRITE | FIRST | reth);
        groupData(Opcode.WRITE_MIDDLE, WRITE | MIDDLE);
        groupData(Opcode.WRITE_LAST, WRITE | LAST);
        groupData(Opcode.WRITE_LAST_IMM, WRITE | LAST | imm);
        groupData(Opcode.WRITE_ONLY, WRITE | ONLY | reth);
        groupData(
                Opcode.WRITE_ONLY_IMM,
                WRITE | ONLY | RETH | IMMEDIATE | Reth.LENGTH + ImmDt.LENGTH);
        put(Opcode.READ_REQUEST, ONLY | reth);
        put(Opcode.READ_RESP_FIRST, FIRST | aeth);
        put(Opcode.READ_RESP_MIDDLE, MIDDLE);
        put(Opcode.READ_RESP_LAST, LAST | aeth);
        put(Opcode.READ_RESP_ONLY, ONLY | aeth);
        put(Opcode.ACKNOWLEDGE, ONLY | aeth);
        put(Opcode.ATOMIC_ACK, ONLY | AETH | Aeth.LENGTH + ATOMIC_ACK_ETH_LENGTH);
        put(Opcode.CMP_SWAP, ONLY | AtomicEth.LENGTH);
        put(Opcode.FETCH_ADD, ONLY | AtomicEth.LENGTH);
        put(Opcode.SEND_LAST_INV, SEND | LAST | Ieth.LENGTH);
        put(Opcode.SEND_ONLY_INV, SEND | ONLY | Ieth.LENGTH);
        put(Opcode.FLUSH, ONLY | RETH | FETH_LENGTH + Reth.LENGTH);
        put(Opcode.ATOMIC_WRITE, ONLY | reth);
        put(Opcode.UD_SEND_ONLY, ONLY | Deth.LENGTH);
        put(Opcode.UD_SEND_ONLY_IMM, ONLY | IMMEDIATE | Deth.LENGTH + ImmDt.LENGTH);
        put(Opcode.CNP, ONLY | Cnp.RESERVED_LENGTH);
        // never parsed any further: all that is asked of them is that they are recognised
        for (int operation = Opcode.SEND_FIRST; operation <= Opcode.FETCH_ADD + 1; operation++) {
            put(Opcode.RD | operation, 0);
        }
        for (int operation = Opcode.SEND_FIRST; operation <= Opcode.SEND_ONLY_INV; operation++) {
            if (operation != Opcode.FETCH_ADD + 1) {
                put(Opcode.XRC | operation, 0);
            }
        }
    }

    private OpcodeTable() {}

    private static void put(final int opcode, final int word) {
        WORDS[opcode] = KNOWN | word;
    }

    private static void groupData(final int opcode, final int word) {
        put(opcode, GROUP_DATA | word);
        put(Opcode.UC | opcode, GROUP_DATA | UNRELIABLE | word);
    }

    static String name(final int opcode) {
        if (opcode < 0 || opcode > 0xFF || (WORDS[opcode] & KNOWN) == 0) {
            return "opcode 0x" + Integer.toHexString(opcode);
        }
        switch (opcode) {
            case Opcode.CNP:
                return "CNP";
            case Opcode.FLUSH:
                return "FLUSH";
            case Opcode.ATOMIC_WRITE:
                return "ATOMIC_WRITE";
            default:
                return transport(opcode) + NAMES[opcode & 0x1F];
        }
    }

    private static String transport(final int opcode) {
        switch (opcode & 0xE0) {
            case Opcode.UC:
                return "UC_";
            case Opcode.RD:
                return "RD_";
            case Opcode.UD_SEND_ONLY & 0xE0:
                return "UD_";
            case Opcode.XRC:
                return "XRC_";
            default:
                return "";
        }
    }
}
