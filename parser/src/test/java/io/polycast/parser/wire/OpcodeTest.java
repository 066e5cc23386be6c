package io.polycast.parser.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpcodeTest {
    /** Opcode, name, bytes of extension headers, then what it is. */
    @ParameterizedTest
    @CsvSource({
        "0x00, SEND_FIRST,        0, first send group",
        "0x01, SEND_MIDDLE,       0, middle send group",
        "0x02, SEND_LAST,         0, last send group",
        "0x03, SEND_LAST_IMM,     4, last send group imm",
        "0x04, SEND_ONLY,         0, only send group",
        "0x05, SEND_ONLY_IMM,     4, only send group imm",
        "0x06, WRITE_FIRST,      16, first write group reth",
        "0x07, WRITE_MIDDLE,      0, middle write group",
        "0x08, WRITE_LAST,        0, last write group",
        "0x09, WRITE_LAST_IMM,    4, last write group imm",
        "0x0A, WRITE_ONLY,       16, only write group reth",
        "0x0B, WRITE_ONLY_IMM,   20, only write group imm reth",
        "0x0C, READ_REQUEST,     16, only reth",
        "0x0D, READ_RESP_FIRST,   4, first aeth",
        "0x0E, READ_RESP_MIDDLE,  0, middle",
        "0x0F, READ_RESP_LAST,    4, last aeth",
        "0x10, READ_RESP_ONLY,    4, only aeth",
        "0x11, ACK,               4, only aeth",
        "0x12, ATOMIC_ACK,       12, only aeth",
        "0x13, CMP_SWAP,         28, only",
        "0x14, FETCH_ADD,        28, only",
        "0x16, SEND_LAST_INV,     4, last send",
        "0x17, SEND_ONLY_INV,     4, only send",
        "0x1C, FLUSH,            20, only reth",
        "0x1D, ATOMIC_WRITE,     16, only reth",
        "0x20, UC_SEND_FIRST,     0, first send group uc",
        "0x25, UC_SEND_ONLY_IMM,  4, only send group imm uc",
        "0x26, UC_WRITE_FIRST,   16, first write group reth uc",
        "0x2B, UC_WRITE_ONLY_IMM,20, only write group imm reth uc",
        "0x64, UD_SEND_ONLY,      8, only",
        "0x65, UD_SEND_ONLY_IMM, 12, only imm",
        "0x81, CNP,              16, only"
    })
    void shouldKnowWhatEachOpcodeCarries(
            final String code, final String name, final int length, final String words) {
        final int opcode = Integer.decode(code);
        assertTrue(Opcode.isKnown(opcode));
        assertEquals(name, Opcode.name(opcode));
        assertEquals(length, Opcode.extensionLength(opcode));
        assertEquals(words.contains("first"), Opcode.isFirst(opcode));
        assertEquals(words.contains("middle"), Opcode.isMiddle(opcode));
        assertEquals(words.contains("last"), Opcode.isLast(opcode));
        assertEquals(words.contains("only"), Opcode.isOnly(opcode));
        assertEquals(words.contains("send"), Opcode.isSend(opcode));
        assertEquals(words.contains("write"), Opcode.isWrite(opcode));
        assertEquals(words.contains("group"), Opcode.isGroupData(opcode));
        assertEquals(words.contains("imm"), Opcode.hasImmediate(opcode));
        assertEquals(words.contains("reth"), Opcode.hasReth(opcode));
        assertEquals(words.contains("aeth"), Opcode.hasAeth(opcode));
        assertEquals(words.contains("uc"), Opcode.isUc(opcode));
        assertEquals(
                words.contains("first") || words.contains("only"), Opcode.startsMessage(opcode));
        assertEquals(words.contains("last") || words.contains("only"), Opcode.endsMessage(opcode));
    }

    @Test
    void shouldNotKnowReservedOpcodesNorTheCnpOfOtherFabrics() {
        for (final int opcode : new int[] {0x15, 0x18, 0x1E, 0x2C, 0x63, 0x66, 0x80, 0xC0, 0xE0}) {
            assertFalse(Opcode.isKnown(opcode));
            assertEquals("opcode 0x" + Integer.toHexString(opcode), Opcode.name(opcode));
        }
    }
}
