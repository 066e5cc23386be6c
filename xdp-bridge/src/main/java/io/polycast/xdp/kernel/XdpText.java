package io.polycast.xdp.kernel;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfAssembler.Label;
import io.polycast.xdp.bpf.Helper;
import io.polycast.xdp.bpf.Jump;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.Width;

/** Common instruction sequences of both programs. Offsets are those of an untagged frame. */
final class XdpText {
    static final int XDP_DROP = 1;
    static final int XDP_PASS = 2;
    static final int XDP_REDIRECT = 4;

    /** struct xdp_md. */
    static final int MD_DATA = 0;

    static final int MD_DATA_END = 4;
    static final int MD_DATA_META = 8;

    static final int TAG = 4;
    static final int L3 = 14;
    static final int IP_CHECKSUM = L3 + 10;
    static final int SOURCE = L3 + 12;
    static final int DESTINATION = L3 + 16;
    static final int UDP = L3 + 20;
    static final int BTH = UDP + 8;
    static final int QPN = BTH + 4;
    static final int PSN = BTH + 8;
    static final int RETH_VA = BTH + 12;
    static final int RETH_RKEY = RETH_VA + 8;
    static final int RETH_BYTES = RETH_VA + 12;
    static final int RETH_END = RETH_VA + 16;
    static final int BTH_END = BTH + 12;

    /** Where keys lie on the stack. */
    static final int KEY = -4;

    private XdpText() {}

    /** Goes on when a frame (its place in R7, its end in R8) has that many bytes; loses R2. */
    static void need(final BpfAssembler code, final int bytes, final Label otherwise) {
        code.alu(Alu.MOV, Reg.R2, Reg.R7)
                .alu(Alu.ADD, Reg.R2, bytes)
                .jump(Jump.GREATER, Reg.R2, Reg.R8, otherwise);
    }

    /** Adds one to this core's counter; loses R0 to R5. */
    static void count(final BpfAssembler code, final int countersFd, final ProgramEnding counter) {
        final Label none = new Label();
        look(code, countersFd, 0);
        code.jump(Jump.EQUAL, Reg.R0, 0, none);
        increment(code, Width.DOUBLE, Reg.R0, counter.ordinal() * Long.BYTES);
        code.bind(none);
    }

    /** Value of a constant key in R0, or null; loses R1 to R5. */
    static void look(final BpfAssembler code, final int mapFd, final int key) {
        code.store(Width.WORD, Reg.R10, KEY, key);
        look(code, mapFd);
    }

    /** Value of the key that lies on the stack in R0, or null; loses R1 to R5. */
    static void look(final BpfAssembler code, final int mapFd) {
        code.loadMap(Reg.R1, mapFd)
                .alu(Alu.MOV, Reg.R2, Reg.R10)
                .alu(Alu.ADD, Reg.R2, KEY)
                .call(Helper.MAP_LOOKUP_ELEM);
    }

    /** Adds one to a word of which this core is the only writer; loses R1. */
    static void increment(
            final BpfAssembler code, final Width width, final Reg base, final int offset) {
        code.load(width, Reg.R1, base, offset)
                .alu(Alu.ADD, Reg.R1, 1)
                .store(width, base, offset, Reg.R1);
    }

    /** A 16-bit word as a load from a frame has it: every machine this runs on is little-endian. */
    static int network(final int value) {
        return Short.reverseBytes((short) value) & 0xffff;
    }

    /** Signed distance of two 24-bit numbers in the upper bits of R1: R1 minus a register's. */
    static void distance(final BpfAssembler code, final Reg from) {
        code.alu32(Alu.SUB, Reg.R1, from).alu32(Alu.LSH, Reg.R1, 8);
    }
}
