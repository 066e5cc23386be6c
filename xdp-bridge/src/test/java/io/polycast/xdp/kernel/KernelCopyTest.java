package io.polycast.xdp.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every byte of what leaves. */
@Tag("root")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KernelCopyTest {
    private static final int MTU = 3498;

    @Test
    void shouldMakeEveryByteOfEveryCopyAsJavaWould() throws Exception {
        check(-1, 0xff_ff00);
    }

    @Test
    void shouldKeepATagAndItsPriority() throws Exception {
        check(0x6123, 77);
    }

    private void check(final int vlan, final int firstPsn) throws Exception {
        final KernelRow[] rows = {Copies.member(1), Copies.member(2), Copies.nextHop(3)};
        try (KernelLab lab = new KernelLab(4, 4, MTU)) {
            for (int port = 0; port < 4; port++) {
                assertNull(lab.replication.refusal(port));
            }
            final int slot =
                    lab.install(lab.group(Copies.MCST_ID, vlan, rows), firstPsn - 1, firstPsn - 1);
            lab.replication.publish(slot);
            final Random random = new Random(firstPsn);
            final List<Copies.Form> forms = new ArrayList<>();
            long bytes = 0;
            for (int i = 0; i < 2000; i++) {
                final int most = i % 2 == 0 ? 300 : MTU - 80;
                forms.add(Copies.Form.random(random, firstPsn + i, vlan, most));
                final byte[] frame = Copies.toGroup(forms.get(i));
                bytes += frame.length;
                lab.send(frame);
                if (i % 50 == 49) {
                    final int wanted = i + 1;
                    lab.await(
                            wanted + " copies",
                            () ->
                                    lab.out[1].frames.size() == wanted
                                            && lab.out[2].frames.size() == wanted
                                            && lab.out[3].frames.size() == wanted);
                }
            }
            for (final KernelRow row : rows) {
                for (int i = 0; i < forms.size(); i++) {
                    assertArrayEquals(
                            Copies.toPath(forms.get(i), row),
                            lab.out[row.port()].frames.get(i),
                            "port "
                                    + row.port()
                                    + " frame "
                                    + i
                                    + " "
                                    + Opcode.name(forms.get(i).opcode()));
                }
                assertEquals(2000, lab.replication.words().copies(slot, row.port()));
            }
            assertEquals(0, lab.out[0].frames.size());
            assertEquals(0, lab.java.frames.size());
            assertEquals(2000, lab.replication.words().frames(slot));
            assertEquals(bytes, lab.replication.words().bytes(slot));
            assertEquals(2000, lab.count(ProgramEnding.REPLICATED));
            assertEquals(6000, lab.count(ProgramEnding.COPY));
            assertEquals(0, lab.replication.words().stepsBack(slot));
            assertEquals(
                    firstPsn + 1999 & 0xff_ffff | 1L << 24, lab.replication.words().flow(slot));
        }
    }

    @Test
    void shouldLeaveACorruptFrameCorrupt() throws Exception {
        try (KernelLab lab = new KernelLab(2, 4, 1500)) {
            final KernelRow row = Copies.member(1);
            lab.replication.publish(lab.install(lab.group(row), 9, 9));
            final Copies.Form form = Copies.Form.send(10, 333);
            final byte[] frame = Copies.toGroup(form);
            frame[200] ^= 4;
            lab.send(frame);
            lab.await("a copy", () -> lab.out[1].frames.size() == 1);
            final byte[] copy = Copies.toPath(form, row);
            copy[200] ^= 4;
            assertArrayEquals(copy, lab.out[1].frames.get(0));
        }
    }
}
