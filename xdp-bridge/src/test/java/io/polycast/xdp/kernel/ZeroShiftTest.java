package io.polycast.xdp.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The arithmetic of the egress program, in Java, against ICRCs computed in full. */
class ZeroShiftTest {
    private static final UnsafeBuffer TABLES = tables();

    private final FrameInfo info = new FrameInfo();

    private static UnsafeBuffer tables() {
        final UnsafeBuffer tables =
                new UnsafeBuffer(new byte[SlotLayout.TABLES * SlotLayout.TABLE_LENGTH]);
        KernelMaps.fill(tables);
        return tables;
    }

    private static int advance(final int register, final int words) {
        int result = 0;
        for (int nibble = 0; nibble < 8; nibble++) {
            result ^=
                    TABLES.getInt(
                            words * SlotLayout.TABLE_LENGTH
                                    + nibble * 64
                                    + (register >>> 4 * nibble & 15) * 4);
        }
        return result;
    }

    private int delta(final byte[] in, final KernelRow row) {
        final UnsafeBuffer frame = new UnsafeBuffer(in);
        Classifier.classify(frame, 0, in.length, info);
        final KernelGroup group =
                new KernelGroup(
                        Copies.MCST_ID,
                        0,
                        Copies.SOURCE_IP,
                        -1,
                        Copies.MEMORY_BASE,
                        0,
                        -1,
                        List.of(row));
        final int register = RowWriter.register(group, row);
        final int words = (info.icrcOffset - info.bthOffset - 12) / 4;
        if (info.rethOffset < 0) {
            return advance(register, words);
        }
        final long old = Reth.va(frame, info.rethOffset);
        final long va = Long.reverseBytes(old ^ old - Copies.MEMORY_BASE + row.va());
        final int rkey =
                frame.getInt(info.rethOffset + 8, ByteOrder.LITTLE_ENDIAN)
                        ^ Integer.reverseBytes(row.rkey());
        return advance(register ^ (int) va, words)
                ^ advance((int) (va >>> 32), words - 1)
                ^ advance(rkey, words - 2);
    }

    private void check(final Copies.Form form, final KernelRow row) {
        final byte[] in = Copies.toGroup(form);
        final byte[] out = Copies.toPath(form, row);
        final int patched = Icrc.load(new UnsafeBuffer(in), in.length - 4) ^ delta(in, row);
        assertEquals(Icrc.load(new UnsafeBuffer(out), out.length - 4), patched);
        assertEquals(Icrc.load(new UnsafeBuffer(out), info.icrcOffset), patched);
    }

    @Property(tries = 3000)
    void shouldPatchTheIcrcOfAnyFrame(
            @ForAll final long seed,
            @ForAll final boolean tagged,
            @ForAll final int ip,
            @ForAll @IntRange(max = 0xff_ffff) final int qpn,
            @ForAll final long va,
            @ForAll final int rkey) {
        final Random random = new Random(seed);
        final Copies.Form form =
                Copies.Form.random(random, random.nextInt(), tagged ? 0x3005 : -1, 4096);
        check(form, new KernelRow(1, true, 2, ip, qpn, va, rkey));
    }

    @Test
    void shouldPatchTheIcrcAtEveryLengthUpToTheLargestMtu() {
        final Random random = new Random(4);
        for (int bytes = 0; bytes <= 4096; bytes++) {
            final byte[] payload = new byte[bytes];
            random.nextBytes(payload);
            for (final int opcode : new int[] {Opcode.SEND_ONLY, Opcode.WRITE_ONLY_IMM}) {
                final Copies.Form form =
                        new Copies.Form(opcode, bytes, true, -1, random.nextInt(), 0x2000, payload);
                check(form, Copies.member(3));
            }
        }
    }

    @Property
    void shouldNeverAddAnEmptyChecksumDifference(@ForAll final int source, @ForAll final int ip) {
        final KernelRow row = new KernelRow(1, true, 2, ip, 3, 0, 0);
        final KernelGroup group =
                new KernelGroup(Copies.MCST_ID, 0, source, -1, 0, 0, 0, List.of(row));
        assertNotEquals(0, RowWriter.checksum(group, row));
    }
}
