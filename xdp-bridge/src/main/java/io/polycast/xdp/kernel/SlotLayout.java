package io.polycast.xdp.kernel;

import io.polycast.parser.kernel.KernelTable;

/**
 * Layout of a kernel slot: the words that Java and the programs share. Words are in the machine's order
 * unless the list says wire order. Java writes the first line of a group and the programs write the second,
 * so that neither makes the other's core wait.
 *
 * <pre>
 * group, 128 bytes per slot
 *   mcstId @0 wire order     sourceIp @4 wire order    vid @8, -1 untagged    sourcePort @12
 *   portSet @16              maxLength @20             minimum @24: PSN bits 0-23, valid bit 24
 *   rows @28: offset of port 0's row                   vaLow @32              vaHigh @40
 *   receivers @48: ports that a frame should leave by
 *   flow @64: highest PSN bits 0-23, valid bit 24, passed is not 0 bit 25, candidate bits 32-55, valid bit 56
 *   lastPsn @72              stepBackPsn @76           stepsBack @80
 *   asked @84: last PSN with AckReq, bits 0-23, valid bit 24, frames that asked from bit 25 on
 *   frames @88               bytes @96
 *   passed @104: which of the 64 PSNs above the highest passed, bit p & 63 for PSN p; written before flow
 * row, 64 bytes per slot and port
 *   control @0: AckPSN bits 0-23, valid bit 24, absent bit 25, present bit 26, host bit 27
 *   register @4: CRC behind the BTH's changes          macs @8: destination, source, wire order
 *   ip @20 wire order        qpn @24: bits 8-31, wire order      checksum @28: what to add
 *   va @32: what to add      rkey @40 wire order
 *   filtered @44             copies @48                cached @56: words to the ICRC, delta
 * </pre>
 */
final class SlotLayout {
    static final int GROUP_LENGTH = 128;
    static final int MCST_ID = 0;
    static final int SOURCE_IP = 4;
    static final int VID = 8;
    static final int SOURCE_PORT = 12;
    static final int PORT_SET = 16;
    static final int MAX_LENGTH = 20;
    static final int MINIMUM = 24;
    static final int ROWS = 28;
    static final int VA_LOW = 32;
    static final int VA_HIGH = 40;
    static final int RECEIVERS = 48;
    static final int FLOW = 64;
    static final int LAST_PSN = 72;
    static final int STEP_BACK_PSN = 76;
    static final int STEPS_BACK = 80;
    static final int ASKED = 84;
    static final int FRAMES = 88;
    static final int BYTES = 96;
    static final int PASSED = 104;

    static final int ROW_LENGTH = 64;
    static final int CONTROL = 0;
    static final int REGISTER = 4;
    static final int MACS = 8;
    static final int IP = 20;
    static final int QPN = 24;
    static final int CHECKSUM = 28;
    static final int VA = 32;
    static final int RKEY = 40;
    static final int FILTERED = 44;
    static final int COPIES = 48;
    static final int CACHED = 56;

    /** Of minimum, control and both halves of flow. */
    static final int PSN_VALID = (int) KernelTable.HIGHEST_VALID;

    /** In flow: passed is not 0. */
    static final int PASSED_VALID = (int) KernelTable.PASSED_VALID;

    /** PSNs above the highest that are known one by one: bits of passed. */
    static final int WINDOW = 64;

    /** Amount that a frame with AckReq adds to the count in asked. */
    static final int ASKED_ONE = KernelTable.ASKED_ONE;

    static final int ABSENT = 1 << 25;
    static final int PRESENT = 1 << 26;
    static final int HOST = 1 << 27;

    /** Bytes between the start of the IPv4 header and the end of the BTH. */
    static final int TO_BTH_END = 20 + 8 + 12;

    /** Most words between BTH and ICRC: 4096 of payload, and RETH and immediate data. */
    static final int MOST_WORDS = 1024 + 5;

    /** Zero-shift tables: for 0 to {@link #MOST_WORDS} words, and up to a page's end. */
    static final int TABLES = 1041;

    /** Eight nibbles of sixteen words. */
    static final int TABLE_LENGTH = 8 * 16 * 4;

    /** Metadata: offset of port 0's row, and in its low bits these. */
    static final int RETRANSMITTED = 1;

    static final int TAGGED = 2;
    static final int RETH = 4;
    static final int META_LENGTH = 8;

    private SlotLayout() {}
}
