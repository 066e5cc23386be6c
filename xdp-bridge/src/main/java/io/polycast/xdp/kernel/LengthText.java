package io.polycast.xdp.kernel;

import static io.polycast.xdp.kernel.XdpText.BTH;
import static io.polycast.xdp.kernel.XdpText.L3;
import static io.polycast.xdp.kernel.XdpText.UDP;
import static io.polycast.xdp.kernel.XdpText.network;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfAssembler.Label;
import io.polycast.xdp.bpf.Jump;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.Width;
import java.util.function.Function;

/**
 * Headers and lengths of a frame in the ingress program, as Java's classifier wants them. Context
 * in R6, frame in R7, its end in R8; keeps R0 and R9. Leaves the words between BTH and ICRC in R3.
 */
final class LengthText {
    /** Place on the stack of the flags that the frame's opcode gives to its metadata. */
    static final int FLAGS = -24;

    private static final int WRITE_ONLY_IMMEDIATE = 0x0b;
    private static final int IMMEDIATE = 1 << 0x03 | 1 << 0x05 | 1 << 0x09 | 1 << 0x0b;
    private static final int RETH = 1 << 0x06 | 1 << 0x0a | 1 << 0x0b;
    private static final int FIRST_OR_MIDDLE = 1 << 0x00 | 1 << 0x01 | 1 << 0x06 | 1 << 0x07;

    private final BpfAssembler code;
    private final Function<ProgramEnding, Label> exit;

    private LengthText(final BpfAssembler code, final Function<ProgramEnding, Label> exit) {
        this.code = code;
        this.exit = exit;
    }

    /**
     * @param exit label of each reason for which a frame is left to Java
     */
    static void write(final BpfAssembler code, final Function<ProgramEnding, Label> exit) {
        new LengthText(code, exit).write();
    }

    /** Headers and lengths, as Java's classifier wants them; R3: words between BTH and ICRC. */
    private void write() {
        final Label malformed = exit.apply(ProgramEnding.MALFORMED);
        code.load(Width.BYTE, Reg.R1, Reg.R7, L3)
                .jump(Jump.NOT_EQUAL, Reg.R1, 0x45, malformed)
                .load(Width.HALF, Reg.R1, Reg.R7, L3 + 6)
                .alu(Alu.AND, Reg.R1, network(0x3fff))
                .jump(Jump.NOT_EQUAL, Reg.R1, 0, malformed);
        checksum(malformed);
        code.load(Width.HALF, Reg.R1, Reg.R7, L3 + 2)
                .toBigEndian(Reg.R1, 16)
                .load(Width.HALF, Reg.R2, Reg.R7, UDP + 4)
                .toBigEndian(Reg.R2, 16)
                .alu(Alu.ADD, Reg.R2, UDP - L3)
                .jump(Jump.NOT_EQUAL, Reg.R1, Reg.R2, malformed)
                .alu(Alu.MOV, Reg.R2, Reg.R8)
                .alu(Alu.SUB, Reg.R2, Reg.R7)
                .alu(Alu.SUB, Reg.R2, L3)
                .jump(Jump.GREATER, Reg.R1, Reg.R2, malformed)
                .jump(Jump.LESS, Reg.R1, SlotLayout.TO_BTH_END + 4, malformed)
                .alu(Alu.SUB, Reg.R1, SlotLayout.TO_BTH_END + 4)
                .alu(Alu.MOV, Reg.R3, Reg.R1)
                .load(Width.HALF, Reg.R2, Reg.R7, UDP + 6)
                .jump(Jump.NOT_EQUAL, Reg.R2, 0, exit.apply(ProgramEnding.FORM))
                .load(Width.BYTE, Reg.R2, Reg.R7, BTH)
                .jump(Jump.GREATER, Reg.R2, WRITE_ONLY_IMMEDIATE, exit.apply(ProgramEnding.OPCODE))
                .load(Width.WORD, Reg.R5, Reg.R7, XdpText.QPN)
                .alu(Alu.RSH, Reg.R5, 8)
                .jump(Jump.NOT_EQUAL, Reg.R5, 0x010000, exit.apply(ProgramEnding.FORM))
                .load(Width.BYTE, Reg.R4, Reg.R7, BTH + 1)
                .jump(Jump.ANY_BIT, Reg.R4, 0x0f, malformed);
        payload(malformed);
        code.jump(Jump.GREATER, Reg.R3, SlotLayout.MOST_WORDS * 4, exit.apply(ProgramEnding.LENGTH))
                .alu(Alu.RSH, Reg.R3, 2);
    }

    private void checksum(final Label malformed) {
        code.load(Width.WORD, Reg.R1, Reg.R7, L3);
        for (int at = 4; at < 20; at += 4) {
            code.load(Width.WORD, Reg.R2, Reg.R7, L3 + at).alu(Alu.ADD, Reg.R1, Reg.R2);
        }
        code.alu(Alu.MOV, Reg.R2, Reg.R1)
                .alu(Alu.RSH, Reg.R2, 32)
                .alu32(Alu.MOV, Reg.R1, Reg.R1)
                .alu(Alu.ADD, Reg.R1, Reg.R2);
        for (int fold = 0; fold < 2; fold++) {
            code.alu(Alu.MOV, Reg.R2, Reg.R1)
                    .alu(Alu.RSH, Reg.R2, 16)
                    .alu(Alu.AND, Reg.R1, 0xffff)
                    .alu(Alu.ADD, Reg.R1, Reg.R2);
        }
        code.jump(Jump.NOT_EQUAL, Reg.R1, 0xffff, malformed);
    }

    /** Bytes behind the BTH in R1, opcode in R2, the byte with the pad count in R4. */
    private void payload(final Label malformed) {
        final Label whole = new Label();
        has(IMMEDIATE);
        code.alu(Alu.LSH, Reg.R5, 2).alu(Alu.SUB, Reg.R1, Reg.R5);
        has(RETH);
        code.alu(Alu.LSH, Reg.R5, Integer.numberOfTrailingZeros(SlotLayout.RETH))
                .store(Width.DOUBLE, Reg.R10, FLAGS, Reg.R5)
                .alu(Alu.LSH, Reg.R5, 2)
                .alu(Alu.SUB, Reg.R1, Reg.R5)
                .jump(Jump.SIGNED_LESS, Reg.R1, 0, malformed)
                .jump(Jump.ANY_BIT, Reg.R1, 3, malformed)
                .alu(Alu.RSH, Reg.R4, 4)
                .alu(Alu.AND, Reg.R4, 3)
                .jump(Jump.GREATER, Reg.R4, Reg.R1, malformed);
        has(FIRST_OR_MIDDLE);
        code.jump(Jump.EQUAL, Reg.R5, 0, whole)
                .jump(Jump.NOT_EQUAL, Reg.R4, 0, malformed)
                .jump(Jump.EQUAL, Reg.R1, 0, malformed)
                .bind(whole);
    }

    /** R5: whether the opcode in R2 is one of these. */
    private void has(final int opcodes) {
        code.alu32(Alu.MOV, Reg.R5, opcodes).alu(Alu.RSH, Reg.R5, Reg.R2).alu(Alu.AND, Reg.R5, 1);
    }
}
