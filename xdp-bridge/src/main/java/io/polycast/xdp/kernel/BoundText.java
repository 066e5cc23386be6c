package io.polycast.xdp.kernel;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfAssembler.Label;
import io.polycast.xdp.bpf.Jump;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.Width;

/**
 * The bound on feedback in the ingress program (rule 12), as the engine's {@code SourceTracker}
 * moves it: by one step, to a jump's successor, and on over what has passed above it.
 */
final class BoundText {
    private BoundText() {}

    /**
     * A jump to where one went before goes to Java, which verifies its ICRC, unless it follows the
     * last. R0: the group's words, R4: PSN, R5: flow; loses R1 and R2.
     */
    static void believeOrAsk(final BpfAssembler code, final Label jump) {
        final Label known = new Label();
        final Label above = new Label();
        code.alu(Alu.MOV, Reg.R1, Reg.R4);
        XdpText.distance(code, Reg.R5);
        code.jump32(Jump.SIGNED_NOT_GREATER, Reg.R1, 1 << 8, known)
                .alu(Alu.MOV, Reg.R2, Reg.R5)
                .alu(Alu.RSH, Reg.R2, 32)
                .jump(Jump.LESS, Reg.R2, SlotLayout.PSN_VALID, above)
                .alu(Alu.MOV, Reg.R1, Reg.R4);
        XdpText.distance(code, Reg.R2);
        code.jump32(Jump.EQUAL, Reg.R1, 0, jump)
                .jump32(Jump.EQUAL, Reg.R1, 1 << 8, known)
                .bind(above)
                .alu(Alu.MOV, Reg.R1, Reg.R4);
        XdpText.distance(code, Reg.R5);
        code.jump32(Jump.SIGNED_GREATER, Reg.R1, SlotLayout.WINDOW << 8, known)
                .load(Width.DOUBLE, Reg.R2, Reg.R0, SlotLayout.PASSED)
                .alu(Alu.MOV, Reg.R1, Reg.R4)
                .alu(Alu.AND, Reg.R1, SlotLayout.WINDOW - 1)
                .alu(Alu.RSH, Reg.R2, Reg.R1)
                .jump(Jump.ANY_BIT, Reg.R2, 1, jump)
                .bind(known);
    }

    /**
     * A frame is taken; goes to the label or on. R8: PSN, R9: the group's words; loses R1 to R5. A
     * flow with PSNs above the highest is written by an atomic exchange, so its reader sees the map
     * of that moment or later.
     */
    static void follow(final BpfAssembler code, final Label followed) {
        final Label jumped = new Label();
        final Label candidate = new Label();
        final Label above = new Label();
        final Label store = new Label();
        final Label exchange = new Label();
        code.load(Width.DOUBLE, Reg.R5, Reg.R9, SlotLayout.FLOW).alu(Alu.MOV, Reg.R1, Reg.R8);
        XdpText.distance(code, Reg.R5);
        code.jump32(Jump.SIGNED_NOT_GREATER, Reg.R1, 0, followed)
                .jump32(Jump.NOT_EQUAL, Reg.R1, 1 << 8, jumped)
                .jump(Jump.ANY_BIT, Reg.R5, SlotLayout.PASSED_VALID, above)
                .alu(Alu.RSH, Reg.R5, 32)
                .alu(Alu.LSH, Reg.R5, 32)
                .alu(Alu.OR, Reg.R5, Reg.R8)
                .alu(Alu.OR, Reg.R5, SlotLayout.PSN_VALID)
                .bind(store)
                .store(Width.DOUBLE, Reg.R9, SlotLayout.FLOW, Reg.R5)
                .jump(followed)
                .bind(jumped)
                .alu(Alu.MOV, Reg.R2, Reg.R5)
                .alu(Alu.RSH, Reg.R2, 32)
                .alu(Alu.ADD, Reg.R2, 1)
                .alu32(Alu.MOV, Reg.R5, Reg.R5)
                .jump(Jump.LESS, Reg.R2, SlotLayout.PSN_VALID + 1, candidate)
                .alu(Alu.AND, Reg.R2, 0xffffff)
                .jump(Jump.NOT_EQUAL, Reg.R2, Reg.R8, candidate)
                .jump(Jump.ANY_BIT, Reg.R5, SlotLayout.PASSED_VALID, above)
                .alu(Alu.MOV, Reg.R5, Reg.R8)
                .alu(Alu.OR, Reg.R5, SlotLayout.PSN_VALID)
                .jump(store)
                .bind(candidate)
                .alu(Alu.MOV, Reg.R2, Reg.R8)
                .alu(Alu.OR, Reg.R2, SlotLayout.PSN_VALID)
                .alu(Alu.LSH, Reg.R2, 32)
                .alu(Alu.OR, Reg.R5, Reg.R2)
                .jump32(Jump.SIGNED_GREATER, Reg.R1, SlotLayout.WINDOW << 8, exchange)
                .alu(Alu.MOV, Reg.R2, 1)
                .alu(Alu.MOV, Reg.R1, Reg.R8)
                .alu(Alu.AND, Reg.R1, SlotLayout.WINDOW - 1)
                .alu(Alu.LSH, Reg.R2, Reg.R1)
                .load(Width.DOUBLE, Reg.R1, Reg.R9, SlotLayout.PASSED)
                .alu(Alu.OR, Reg.R2, Reg.R1)
                .store(Width.DOUBLE, Reg.R9, SlotLayout.PASSED, Reg.R2)
                .alu(Alu.OR, Reg.R5, SlotLayout.PASSED_VALID)
                .jump(exchange)
                .bind(above);
        run(code);
        code.bind(exchange).exchange(Reg.R9, SlotLayout.FLOW, Reg.R5);
    }

    /**
     * The bound moves to the PSN in R8, and over the run that follows it. R1: by how much in bits 8
     * to 31, R5: flow with the candidate that is to stay.
     */
    private static void run(final BpfAssembler code) {
        final Label near = new Label();
        final Label none = new Label();
        code.load(Width.DOUBLE, Reg.R2, Reg.R9, SlotLayout.PASSED).alu(Alu.MOV, Reg.R3, Reg.R5);
        rotate(code, Alu.RSH, Alu.LSH);
        code.alu32(Alu.RSH, Reg.R1, 8)
                .jump(Jump.LESS, Reg.R1, SlotLayout.WINDOW, near)
                .alu(Alu.MOV, Reg.R2, 0)
                .alu(Alu.MOV, Reg.R1, 0)
                .bind(near)
                .alu(Alu.RSH, Reg.R2, Reg.R1)
                .alu(Alu.MOV, Reg.R1, Reg.R8);
        for (int bits = SlotLayout.WINDOW / 2; bits > 0; bits /= 2) {
            final Label shorter = new Label();
            code.alu(Alu.MOV, Reg.R3, Reg.R2)
                    .alu(Alu.LSH, Reg.R3, SlotLayout.WINDOW - bits)
                    .alu(Alu.ARSH, Reg.R3, SlotLayout.WINDOW - bits)
                    .jump(Jump.NOT_EQUAL, Reg.R3, -1, shorter)
                    .alu(Alu.RSH, Reg.R2, bits)
                    .alu(Alu.ADD, Reg.R1, bits)
                    .bind(shorter);
        }
        code.alu(Alu.AND, Reg.R1, 0xffffff)
                .alu(Alu.RSH, Reg.R5, 32)
                .alu(Alu.LSH, Reg.R5, 32)
                .alu(Alu.OR, Reg.R5, Reg.R1)
                .alu(Alu.OR, Reg.R5, SlotLayout.PSN_VALID)
                .jump(Jump.EQUAL, Reg.R2, 0, none)
                .alu(Alu.OR, Reg.R5, SlotLayout.PASSED_VALID)
                .bind(none)
                .alu(Alu.MOV, Reg.R3, Reg.R1);
        rotate(code, Alu.LSH, Alu.RSH);
        code.store(Width.DOUBLE, Reg.R9, SlotLayout.PASSED, Reg.R2);
    }

    /**
     * Turns R2 round by the PSN after the one in R3: the first way, what falls out the other; loses
     * R3, R4.
     */
    private static void rotate(final BpfAssembler code, final Alu by, final Alu back) {
        code.alu(Alu.ADD, Reg.R3, 1)
                .alu(Alu.AND, Reg.R3, SlotLayout.WINDOW - 1)
                .alu(Alu.MOV, Reg.R4, Reg.R2)
                .alu(by, Reg.R4, Reg.R3)
                .negate(Reg.R3)
                .alu(Alu.AND, Reg.R3, SlotLayout.WINDOW - 1)
                .alu(back, Reg.R2, Reg.R3)
                .alu(Alu.OR, Reg.R2, Reg.R4);
    }
}
