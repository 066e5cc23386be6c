package io.polycast.xdp.kernel;

import static io.polycast.xdp.kernel.XdpText.BTH_END;
import static io.polycast.xdp.kernel.XdpText.need;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfAssembler.Label;
import io.polycast.xdp.bpf.Jump;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.Width;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Rewrites a copy for its path, on the device by which it leaves. A frame without our metadata
 * passes untouched: a device carries the same program wherever it is an entry.
 *
 * <p>R7: frame, a tag skipped. R8: its end. R9: row. R6: first word of the metadata. R0: words
 * between BTH and ICRC.
 */
final class EgressProgram {
    private static final int ROWS_MASK = 0x1fff_ffc0;

    private final BpfAssembler code = new BpfAssembler();
    private final ProgramMaps maps;
    private final Label pass = new Label();
    private final Label strange = new Label();
    private final Label rewrite = new Label();
    private final Label done = new Label();
    private final Label patch = new Label();

    private EgressProgram(final ProgramMaps maps) {
        this.maps = maps;
    }

    static UnsafeBuffer assemble(final ProgramMaps maps, final int port) {
        return new EgressProgram(maps).write(port);
    }

    private UnsafeBuffer write(final int port) {
        final Label reth = new Label();
        final Label absent = new Label();
        final Label filter = new Label();
        row(port);
        code.load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.CONTROL)
                .alu(Alu.MOV, Reg.R3, Reg.R2)
                .alu(Alu.AND, Reg.R3, SlotLayout.PRESENT | SlotLayout.ABSENT)
                .jump(Jump.NOT_EQUAL, Reg.R3, SlotLayout.PRESENT, absent);
        macs();
        code.jump(Jump.ANY_BIT, Reg.R6, SlotLayout.RETRANSMITTED, filter)
                .bind(rewrite)
                .load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.CONTROL)
                .alu(Alu.AND, Reg.R2, SlotLayout.HOST)
                .jump(Jump.EQUAL, Reg.R2, 0, done);
        addresses();
        code.jump(Jump.ANY_BIT, Reg.R6, SlotLayout.RETH, reth);
        delta();
        code.bind(patch);
        patch();
        code.bind(done);
        XdpText.increment(code, Width.DOUBLE, Reg.R9, SlotLayout.COPIES);
        end(ProgramEnding.COPY, XdpText.XDP_PASS);
        code.bind(reth);
        reth();
        code.bind(filter);
        filter();
        code.bind(absent);
        final Label none = new Label();
        code.jump(Jump.EQUAL, Reg.R3, 0, none);
        end(ProgramEnding.ABSENT, XdpText.XDP_DROP);
        code.bind(none).bind(strange);
        end(ProgramEnding.NO_ROW, XdpText.XDP_DROP);
        code.bind(pass);
        end(ProgramEnding.PASSED, XdpText.XDP_PASS);
        return code.assemble();
    }

    /** Counts and ends. */
    private void end(final ProgramEnding counter, final int action) {
        XdpText.count(code, maps.countersFd(), counter);
        code.alu(Alu.MOV, Reg.R0, action).exit();
    }

    private void row(final int port) {
        code.load(Width.WORD, Reg.R2, Reg.R1, XdpText.MD_DATA_META)
                .load(Width.WORD, Reg.R7, Reg.R1, XdpText.MD_DATA)
                .load(Width.WORD, Reg.R8, Reg.R1, XdpText.MD_DATA_END)
                .alu(Alu.MOV, Reg.R3, Reg.R2)
                .alu(Alu.ADD, Reg.R3, SlotLayout.META_LENGTH)
                .jump(Jump.GREATER, Reg.R3, Reg.R7, pass)
                .load(Width.WORD, Reg.R6, Reg.R2, 0)
                .load(Width.WORD, Reg.R0, Reg.R2, 4);
        need(code, BTH_END + 4, strange);
        code.jump(Jump.GREATER, Reg.R0, SlotLayout.MOST_WORDS, strange)
                .alu(Alu.MOV, Reg.R2, Reg.R6)
                .alu(Alu.AND, Reg.R2, ROWS_MASK)
                .jump(Jump.GREATER, Reg.R2, maps.lastRows(), strange)
                .loadMapValue(Reg.R9, maps.rowsFd(), port * SlotLayout.ROW_LENGTH)
                .alu(Alu.ADD, Reg.R9, Reg.R2);
    }

    private void macs() {
        final Label untagged = new Label();
        code.load(Width.DOUBLE, Reg.R3, Reg.R9, SlotLayout.MACS)
                .store(Width.DOUBLE, Reg.R7, 0, Reg.R3)
                .load(Width.WORD, Reg.R3, Reg.R9, SlotLayout.MACS + 8)
                .store(Width.WORD, Reg.R7, 8, Reg.R3)
                .alu(Alu.MOV, Reg.R3, Reg.R6)
                .alu(Alu.AND, Reg.R3, SlotLayout.TAGGED)
                .jump(Jump.EQUAL, Reg.R3, 0, untagged);
        need(code, XdpText.TAG + BTH_END + 4, strange);
        code.alu(Alu.ADD, Reg.R7, XdpText.TAG).bind(untagged);
    }

    /** Addresses, header checksum (RFC 1624, equation 3), QPN. */
    private void addresses() {
        code.load(Width.HALF, Reg.R3, Reg.R7, XdpText.IP_CHECKSUM)
                .alu(Alu.XOR, Reg.R3, 0xffff)
                .load(Width.HALF, Reg.R4, Reg.R9, SlotLayout.CHECKSUM)
                .alu(Alu.ADD, Reg.R3, Reg.R4)
                .alu(Alu.MOV, Reg.R4, Reg.R3)
                .alu(Alu.RSH, Reg.R4, 16)
                .alu(Alu.ADD, Reg.R3, Reg.R4)
                .alu(Alu.XOR, Reg.R3, 0xffff)
                .store(Width.HALF, Reg.R7, XdpText.IP_CHECKSUM, Reg.R3)
                // The copy comes from the group.
                .load(Width.WORD, Reg.R3, Reg.R7, XdpText.DESTINATION)
                .store(Width.WORD, Reg.R7, XdpText.SOURCE, Reg.R3)
                .load(Width.WORD, Reg.R3, Reg.R9, SlotLayout.IP)
                .store(Width.WORD, Reg.R7, XdpText.DESTINATION, Reg.R3)
                .load(Width.WORD, Reg.R3, Reg.R7, XdpText.QPN)
                .alu(Alu.AND, Reg.R3, 0xff)
                .load(Width.WORD, Reg.R4, Reg.R9, SlotLayout.QPN)
                .alu(Alu.OR, Reg.R3, Reg.R4)
                .store(Width.WORD, Reg.R7, XdpText.QPN, Reg.R3);
    }

    /** Loads the change of the ICRC into R3; the cached word serves the same length. */
    private void delta() {
        code.load(Width.DOUBLE, Reg.R3, Reg.R9, SlotLayout.CACHED)
                .alu(Alu.MOV, Reg.R4, Reg.R3)
                .alu(Alu.RSH, Reg.R4, 32)
                .jump(Jump.EQUAL, Reg.R4, Reg.R0, patch)
                .alu(Alu.MOV, Reg.R3, 0);
        table();
        code.load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.REGISTER);
        advance(Reg.R2, Reg.R3, 0);
        code.alu(Alu.MOV, Reg.R4, Reg.R0)
                .alu(Alu.LSH, Reg.R4, 32)
                .alu(Alu.OR, Reg.R4, Reg.R3)
                .store(Width.DOUBLE, Reg.R9, SlotLayout.CACHED, Reg.R4);
    }

    /** R5: the zero-shift table for R0 words. */
    private void table() {
        code.alu(Alu.MOV, Reg.R4, Reg.R0)
                .alu(Alu.LSH, Reg.R4, Integer.numberOfTrailingZeros(SlotLayout.TABLE_LENGTH))
                .loadMapValue(Reg.R5, maps.tablesFd(), 0)
                .alu(Alu.ADD, Reg.R5, Reg.R4);
    }

    /**
     * XORs into sum the register moved on over zeros, by the table at an offset from R5; loses R4.
     */
    private void advance(final Reg register, final Reg sum, final int table) {
        for (int nibble = 0; nibble < 8; nibble++) {
            code.alu32(Alu.MOV, Reg.R4, register);
            if (nibble == 0) {
                code.alu(Alu.LSH, Reg.R4, 2);
            } else {
                code.alu(Alu.RSH, Reg.R4, 4 * nibble - 2);
            }
            code.alu(Alu.AND, Reg.R4, 0xf << 2)
                    .alu(Alu.ADD, Reg.R4, Reg.R5)
                    .load(Width.WORD, Reg.R4, Reg.R4, table + nibble * 64)
                    .alu(Alu.XOR, sum, Reg.R4);
        }
    }

    private void patch() {
        code.alu(Alu.MOV, Reg.R4, Reg.R0)
                .alu(Alu.LSH, Reg.R4, 2)
                .alu(Alu.ADD, Reg.R4, Reg.R7)
                .alu(Alu.MOV, Reg.R5, Reg.R4)
                .alu(Alu.ADD, Reg.R5, BTH_END + 4)
                .jump(Jump.GREATER, Reg.R5, Reg.R8, strange)
                .load(Width.WORD, Reg.R1, Reg.R4, BTH_END)
                .alu(Alu.XOR, Reg.R1, Reg.R3)
                .store(Width.WORD, Reg.R4, BTH_END, Reg.R1);
    }

    /**
     * Address and key of a WRITE. The twelve bytes are three words of the CRC: each goes on over
     * the zeros behind it, and CRC-32 is linear in what changed.
     */
    private void reth() {
        need(code, XdpText.RETH_END, strange);
        code.jump(Jump.LESS, Reg.R0, 4, strange)
                .load(Width.DOUBLE, Reg.R3, Reg.R7, XdpText.RETH_VA)
                .alu(Alu.MOV, Reg.R4, Reg.R3)
                .toBigEndian(Reg.R4, 64)
                .load(Width.DOUBLE, Reg.R5, Reg.R9, SlotLayout.VA)
                .alu(Alu.ADD, Reg.R4, Reg.R5)
                .toBigEndian(Reg.R4, 64)
                .store(Width.DOUBLE, Reg.R7, XdpText.RETH_VA, Reg.R4)
                .alu(Alu.XOR, Reg.R3, Reg.R4)
                .load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.REGISTER)
                .alu32(Alu.XOR, Reg.R2, Reg.R3)
                .alu(Alu.RSH, Reg.R3, 32)
                .load(Width.WORD, Reg.R1, Reg.R7, XdpText.RETH_RKEY)
                .load(Width.WORD, Reg.R4, Reg.R9, SlotLayout.RKEY)
                .store(Width.WORD, Reg.R7, XdpText.RETH_RKEY, Reg.R4)
                .alu(Alu.XOR, Reg.R1, Reg.R4);
        table();
        code.alu(Alu.MOV, Reg.R6, 0);
        advance(Reg.R2, Reg.R6, 0);
        advance(Reg.R3, Reg.R6, -SlotLayout.TABLE_LENGTH);
        advance(Reg.R1, Reg.R6, -2 * SlotLayout.TABLE_LENGTH);
        code.alu(Alu.MOV, Reg.R3, Reg.R6).jump(patch);
    }

    /** A retransmission goes only to a path that has not acknowledged it. */
    private void filter() {
        code.load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.CONTROL)
                .alu(Alu.MOV, Reg.R3, Reg.R2)
                .alu(Alu.AND, Reg.R3, SlotLayout.PSN_VALID)
                .jump(Jump.EQUAL, Reg.R3, 0, rewrite)
                .load(Width.WORD, Reg.R1, Reg.R7, XdpText.PSN)
                .toBigEndian(Reg.R1, 32);
        XdpText.distance(code, Reg.R2);
        code.jump32(Jump.SIGNED_GREATER, Reg.R1, 0, rewrite);
        XdpText.increment(code, Width.WORD, Reg.R9, SlotLayout.FILTERED);
        end(ProgramEnding.FILTERED, XdpText.XDP_DROP);
    }
}
