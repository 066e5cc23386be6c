package io.polycast.endhost.wire;

import io.polycast.parser.wire.Opcode;

/** The BTH opcode of a packet from its request and its place in the message. */
public final class PacketForm {
    /** By request opcode, then first (1) and last (2) added up; immediate data only at the end. */
    private static final int[] OPCODES = {
        Opcode.SEND_MIDDLE, Opcode.SEND_FIRST, Opcode.SEND_LAST, Opcode.SEND_ONLY,
        Opcode.SEND_MIDDLE, Opcode.SEND_FIRST, Opcode.SEND_LAST_IMM, Opcode.SEND_ONLY_IMM,
        Opcode.WRITE_MIDDLE, Opcode.WRITE_FIRST, Opcode.WRITE_LAST, Opcode.WRITE_ONLY,
        Opcode.WRITE_MIDDLE, Opcode.WRITE_FIRST, Opcode.WRITE_LAST_IMM, Opcode.WRITE_ONLY_IMM
    };

    private PacketForm() {}

    /**
     * @param request one of the four request opcodes of {@link WorkOpcode}
     * @param first whether the packet begins its message
     * @param last whether the packet ends its message
     * @return the BTH opcode
     */
    public static int opcode(final int request, final boolean first, final boolean last) {
        return OPCODES[request * 4 + (first ? 1 : 0) + (last ? 2 : 0)];
    }
}
