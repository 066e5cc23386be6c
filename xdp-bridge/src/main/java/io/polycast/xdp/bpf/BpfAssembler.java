package io.polycast.xdp.bpf;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes eBPF programs (RFC 9669). An instruction is eight bytes:
 *
 * <pre>
 *   code u8 @0, dst_reg low nibble and src_reg high nibble @1, off s16 @2, imm s32 @4
 * </pre>
 *
 * in the machine's order; a 64-bit immediate takes two. Jumps go to labels and are resolved by
 * {@link #assemble}.
 */
public final class BpfAssembler {
    /** Bytes of an instruction. */
    public static final int INSTRUCTION = 8;

    private static final int LD = 0x00;
    private static final int LDX = 0x01;
    private static final int ST = 0x02;
    private static final int STX = 0x03;
    private static final int ALU32 = 0x04;
    private static final int JMP = 0x05;
    private static final int JMP32 = 0x06;
    private static final int ALU64 = 0x07;
    private static final int MEM = 0x60;
    private static final int ATOMIC = 0xc0;
    private static final int XCHG = 0xe1;
    private static final int SOURCE_REGISTER = 0x08;
    private static final int CALL = 0x80;
    private static final int EXIT = 0x90;
    private static final int NEG = 0x80;
    private static final int END = 0xd0;
    private static final int PSEUDO_MAP_FD = 1;
    private static final int PSEUDO_MAP_VALUE = 2;

    private final List<Long> instructions = new ArrayList<>();
    private final List<Fixup> fixups = new ArrayList<>();

    /** A place in a program. */
    public static final class Label {
        private int at = -1;
    }

    private record Fixup(int at, Label target) {}

    /**
     * @param operation to do in 64 bits
     * @param dst left operand and result
     * @param src right operand
     * @return this
     */
    public BpfAssembler alu(final Alu operation, final Reg dst, final Reg src) {
        return put(ALU64 | operation.code | SOURCE_REGISTER, dst, src, 0, 0);
    }

    /**
     * @param operation to do in 64 bits
     * @param dst left operand and result
     * @param value right operand, sign-extended
     * @return this
     */
    public BpfAssembler alu(final Alu operation, final Reg dst, final int value) {
        return put(ALU64 | operation.code, dst, Reg.R0, 0, value);
    }

    /**
     * @param operation to do in 32 bits; the result's upper half is zero
     * @param dst left operand and result
     * @param src right operand
     * @return this
     */
    public BpfAssembler alu32(final Alu operation, final Reg dst, final Reg src) {
        return put(ALU32 | operation.code | SOURCE_REGISTER, dst, src, 0, 0);
    }

    /**
     * @param operation to do in 32 bits; the result's upper half is zero
     * @param dst left operand and result
     * @param value right operand
     * @return this
     */
    public BpfAssembler alu32(final Alu operation, final Reg dst, final int value) {
        return put(ALU32 | operation.code, dst, Reg.R0, 0, value);
    }

    /**
     * @param dst to negate in 64 bits
     * @return this
     */
    public BpfAssembler negate(final Reg dst) {
        return put(ALU64 | NEG, dst, Reg.R0, 0, 0);
    }

    /**
     * @param dst to turn from the machine's order to big endian, or back
     * @param bits 16, 32 or 64; higher ones become zero
     * @return this
     */
    public BpfAssembler toBigEndian(final Reg dst, final int bits) {
        return put(ALU32 | END | SOURCE_REGISTER, dst, Reg.R0, 0, bits);
    }

    /**
     * @param width of the value
     * @param dst gets it, zero-extended
     * @param base address
     * @param offset from the base
     * @return this
     */
    public BpfAssembler load(final Width width, final Reg dst, final Reg base, final int offset) {
        return put(LDX | MEM | width.code, dst, base, offset, 0);
    }

    /**
     * @param width of the value
     * @param base address
     * @param offset from the base
     * @param src value
     * @return this
     */
    public BpfAssembler store(final Width width, final Reg base, final int offset, final Reg src) {
        return put(STX | MEM | width.code, base, src, offset, 0);
    }

    /**
     * @param width of the value
     * @param base address
     * @param offset from the base
     * @param value sign-extended
     * @return this
     */
    public BpfAssembler store(
            final Width width, final Reg base, final int offset, final int value) {
        return put(ST | MEM | width.code, base, Reg.R0, offset, value);
    }

    /**
     * @param width WORD or DOUBLE
     * @param base address
     * @param offset from the base
     * @param src added to the value there, atomically
     * @return this
     */
    public BpfAssembler atomicAdd(
            final Width width, final Reg base, final int offset, final Reg src) {
        if (width != Width.WORD && width != Width.DOUBLE) {
            throw new IllegalArgumentException("no atomic add of a " + width);
        }
        return put(STX | ATOMIC | width.code, base, src, offset, 0);
    }

    /**
     * Stores after all earlier stores, for any reader.
     *
     * @param base address of eight bytes
     * @param offset from the base
     * @param src value; gets the value that was there
     * @return this
     */
    public BpfAssembler exchange(final Reg base, final int offset, final Reg src) {
        return put(STX | ATOMIC | Width.DOUBLE.code, base, src, offset, XCHG);
    }

    /**
     * @param dst gets the value
     * @param value of 64 bits
     * @return this
     */
    public BpfAssembler load64(final Reg dst, final long value) {
        return wide(dst, 0, (int) value, (int) (value >>> 32));
    }

    /**
     * @param dst gets the map
     * @param fd of the map
     * @return this
     */
    public BpfAssembler loadMap(final Reg dst, final int fd) {
        return wide(dst, PSEUDO_MAP_FD, fd, 0);
    }

    /**
     * @param dst gets the address of a byte in an array map's value 0
     * @param fd of the map
     * @param offset of the byte
     * @return this
     */
    public BpfAssembler loadMapValue(final Reg dst, final int fd, final int offset) {
        return wide(dst, PSEUDO_MAP_VALUE, fd, offset);
    }

    /**
     * @param helper to call with R1 to R5; the result is in R0
     * @return this
     */
    public BpfAssembler call(final Helper helper) {
        return put(JMP | CALL, Reg.R0, Reg.R0, 0, helper.id);
    }

    /**
     * Ends the program; its result is in R0.
     *
     * @return this
     */
    public BpfAssembler exit() {
        return put(JMP | EXIT, Reg.R0, Reg.R0, 0, 0);
    }

    /**
     * @param target where to go on
     * @return this
     */
    public BpfAssembler jump(final Label target) {
        fixups.add(new Fixup(instructions.size(), target));
        return put(JMP, Reg.R0, Reg.R0, 0, 0);
    }

    /**
     * @param condition of the jump, over 64 bits
     * @param dst left operand
     * @param src right operand
     * @param target where to go on when it holds
     * @return this
     */
    public BpfAssembler jump(
            final Jump condition, final Reg dst, final Reg src, final Label target) {
        fixups.add(new Fixup(instructions.size(), target));
        return put(JMP | condition.code | SOURCE_REGISTER, dst, src, 0, 0);
    }

    /**
     * @param condition of the jump, over 64 bits
     * @param dst left operand
     * @param value right operand, sign-extended
     * @param target where to go on when it holds
     * @return this
     */
    public BpfAssembler jump(
            final Jump condition, final Reg dst, final int value, final Label target) {
        fixups.add(new Fixup(instructions.size(), target));
        return put(JMP | condition.code, dst, Reg.R0, 0, value);
    }

    /**
     * @param condition of the jump, over the lower 32 bits
     * @param dst left operand
     * @param value right operand
     * @param target where to go on when it holds
     * @return this
     */
    public BpfAssembler jump32(
            final Jump condition, final Reg dst, final int value, final Label target) {
        fixups.add(new Fixup(instructions.size(), target));
        return put(JMP32 | condition.code, dst, Reg.R0, 0, value);
    }

    /**
     * @param condition of the jump, over the lower 32 bits
     * @param dst left operand
     * @param src right operand
     * @param target where to go on when it holds
     * @return this
     */
    public BpfAssembler jump32(
            final Jump condition, final Reg dst, final Reg src, final Label target) {
        fixups.add(new Fixup(instructions.size(), target));
        return put(JMP32 | condition.code | SOURCE_REGISTER, dst, src, 0, 0);
    }

    /**
     * @param label to stand here
     * @return this
     */
    public BpfAssembler bind(final Label label) {
        if (label.at >= 0) {
            throw new IllegalStateException("label bound twice, at " + label.at);
        }
        label.at = instructions.size();
        return this;
    }

    /**
     * @return the program in direct memory
     * @throws IllegalStateException when a label is not bound or too far away
     */
    public UnsafeBuffer assemble() {
        final UnsafeBuffer code =
                new UnsafeBuffer(
                        java.nio.ByteBuffer.allocateDirect(instructions.size() * INSTRUCTION));
        for (int i = 0; i < instructions.size(); i++) {
            code.putLong(i * INSTRUCTION, instructions.get(i), ByteOrder.nativeOrder());
        }
        for (final Fixup fixup : fixups) {
            final int distance = fixup.target.at - fixup.at - 1;
            if (fixup.target.at < 0 || distance != (short) distance) {
                throw new IllegalStateException(
                        "jump at " + fixup.at + " to " + fixup.target.at + " cannot be encoded");
            }
            code.putShort(fixup.at * INSTRUCTION + 2, (short) distance, ByteOrder.nativeOrder());
        }
        return code;
    }

    private BpfAssembler wide(final Reg dst, final int pseudo, final int low, final int high) {
        put(LD | Width.DOUBLE.code, dst, Reg.values()[pseudo], 0, low);
        return put(0, Reg.R0, Reg.R0, 0, high);
    }

    private BpfAssembler put(
            final int code, final Reg dst, final Reg src, final int offset, final int immediate) {
        if (offset != (short) offset) {
            throw new IllegalArgumentException("offset=" + offset + " not in 16 bits");
        }
        // Little endian (every machine this runs on): byte 0 is the low one.
        instructions.add(
                (long) immediate << 32
                        | (offset & 0xffffL) << 16
                        | (long) src.ordinal() << 12
                        | (long) dst.ordinal() << 8
                        | code);
        return this;
    }
}
