package io.polycast.xdp.bpf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Encodings as in RFC 9669 and linux/bpf.h, little endian. */
class BpfAssemblerTest {
    private static String hex(final BpfAssembler assembler) {
        final UnsafeBuffer code = assembler.assemble();
        final byte[] bytes = new byte[code.capacity()];
        code.getBytes(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static BpfAssembler asm() {
        return new BpfAssembler();
    }

    @Test
    void shouldEncodeArithmetic() {
        assertEquals("bf61000000000000", hex(asm().alu(Alu.MOV, Reg.R1, Reg.R6)));
        assertEquals("b7030000ffffffff", hex(asm().alu(Alu.MOV, Reg.R3, -1)));
        assertEquals("07020000fcffffff", hex(asm().alu(Alu.ADD, Reg.R2, -4)));
        assertEquals("1c21000000000000", hex(asm().alu32(Alu.SUB, Reg.R1, Reg.R2)));
        assertEquals("5404000000ff0000", hex(asm().alu32(Alu.AND, Reg.R4, 0xff00)));
        assertEquals("c705000020000000", hex(asm().alu(Alu.ARSH, Reg.R5, 32)));
        assertEquals("8700000000000000", hex(asm().negate(Reg.R0)));
        assertEquals("dc01000010000000", hex(asm().toBigEndian(Reg.R1, 16)));
    }

    @Test
    void shouldEncodeLoadsAndStores() {
        assertEquals("6112100000000000", hex(asm().load(Width.WORD, Reg.R2, Reg.R1, 16)));
        assertEquals("7112ffff00000000", hex(asm().load(Width.BYTE, Reg.R2, Reg.R1, -1)));
        assertEquals("691a0c0000000000", hex(asm().load(Width.HALF, Reg.R10, Reg.R1, 12)));
        assertEquals("7b1af8ff00000000", hex(asm().store(Width.DOUBLE, Reg.R10, -8, Reg.R1)));
        assertEquals("620afcff07000000", hex(asm().store(Width.WORD, Reg.R10, -4, 7)));
        assertEquals("db12080000000000", hex(asm().atomicAdd(Width.DOUBLE, Reg.R2, 8, Reg.R1)));
        assertEquals("db120800e1000000", hex(asm().exchange(Reg.R2, 8, Reg.R1)));
    }

    @Test
    void shouldTakeTwoSlotsForWideImmediates() {
        assertEquals(
                "18010000efcdab890000000067452301", hex(asm().load64(Reg.R1, 0x0123456789abcdefL)));
        assertEquals("18110000050000000000000000000000", hex(asm().loadMap(Reg.R1, 5)));
        assertEquals("18270000050000000000000010000000", hex(asm().loadMapValue(Reg.R7, 5, 16)));
    }

    @Test
    void shouldEncodeCallsAndExit() {
        assertEquals("8500000033000000", hex(asm().call(Helper.REDIRECT_MAP)));
        assertEquals("9500000000000000", hex(asm().exit()));
    }

    @Test
    void shouldCountJumpsInSlotsFromTheNextInstruction() {
        final BpfAssembler.Label out = new BpfAssembler.Label();
        final BpfAssembler.Label back = new BpfAssembler.Label();
        assertEquals(
                "1500020001000000" // if r0 == 1: over the two slots of the wide load
                        + "18020000000000000000000000000000"
                        + "0500fcff00000000" // four slots back from the next one
                        + "9500000000000000",
                hex(
                        asm().bind(back)
                                .jump(Jump.EQUAL, Reg.R0, 1, out)
                                .load64(Reg.R2, 0)
                                .bind(out)
                                .jump(back)
                                .exit()));
        assertEquals(
                "2d21000000000000",
                hex(asm().jump(Jump.GREATER, Reg.R1, Reg.R2, next())).substring(0, 16));
        assertEquals(
                "5601000006000000",
                hex(asm().jump32(Jump.NOT_EQUAL, Reg.R1, 6, next())).substring(0, 16));
        assertEquals(
                "5e92000000000000",
                hex(asm().jump32(Jump.NOT_EQUAL, Reg.R2, Reg.R9, next())).substring(0, 16));
    }

    /** A label right behind the first instruction. */
    private static BpfAssembler.Label next() {
        final BpfAssembler.Label label = new BpfAssembler.Label();
        asm().exit().bind(label);
        return label;
    }

    @Test
    void shouldRefuseLabelsThatLeadNowhere() {
        final BpfAssembler.Label label = new BpfAssembler.Label();
        final BpfAssembler unbound = asm().jump(label).exit();
        assertThrows(IllegalStateException.class, unbound::assemble);
        final BpfAssembler twice = asm().bind(label);
        assertThrows(IllegalStateException.class, () -> twice.bind(label));
        assertThrows(
                IllegalArgumentException.class,
                () -> asm().load(Width.BYTE, Reg.R1, Reg.R2, 40_000));
        assertThrows(
                IllegalArgumentException.class,
                () -> asm().atomicAdd(Width.BYTE, Reg.R1, 0, Reg.R2));
    }

    @Property
    void shouldPutEachFieldWhereTheKernelReadsIt(
            @ForAll final Reg dst, @ForAll final Reg base, @ForAll final short offset) {
        final UnsafeBuffer code = asm().load(Width.DOUBLE, dst, base, offset).assemble();
        assertEquals(0x79, code.getByte(0));
        assertEquals(dst.ordinal() | base.ordinal() << 4, code.getByte(1) & 0xff);
        assertEquals(offset, code.getShort(2));
        assertEquals(0, code.getInt(4));
    }
}
