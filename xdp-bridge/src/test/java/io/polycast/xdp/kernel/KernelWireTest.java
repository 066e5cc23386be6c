package io.polycast.xdp.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.polycast.parser.kernel.KernelRow;
import io.polycast.xdp.afxdp.program.SilenceGuard;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.port.Frames;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Groups on ports that are ends of a wire: silence stops them in the kernel too. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KernelWireTest {
    private static final long LONG_NS = 3_600_000_000_000L;

    @TempDir private Path directory;

    private SilenceGuard guard(final boolean open) throws Exception {
        final SilenceGuard guard =
                new SilenceGuard(open, LONG_NS, 16, null, directory.resolve("programs"));
        guard.addGroup(Copies.MCST_ID);
        guard.beat(System.nanoTime());
        return guard;
    }

    private static byte[] group(final int psn) {
        return Copies.toGroup(Copies.Form.send(psn, 80));
    }

    @Test
    void shouldStopGroupsAndPassTheRestWhenAnOpenWireIsSilent() throws Exception {
        try (SilenceGuard guard = guard(true);
                KernelLab lab = new KernelLab(3, 4, 1500, XdpMode.AUTO, guard)) {
            final KernelRow[] rows = {Copies.member(1), Copies.member(2)};
            assertNull(lab.replication.refusal(0));
            final int slot = lab.install(lab.group(rows), 9, 9);
            lab.replication.publish(slot);
            final byte[] plain = Frames.frame(1, 200).byteArray();
            lab.send(group(10));
            lab.send(plain);
            lab.await(
                    "copies, and the plain frame at the switch",
                    () ->
                            lab.out[1].frames.size() == 1
                                    && lab.out[2].frames.size() == 1
                                    && lab.java.frames.size() == 1);
            for (final KernelRow row : rows) {
                assertArrayEquals(
                        Copies.toPath(Copies.Form.send(10, 80), row),
                        lab.out[row.port()].frames.get(0));
            }
            guard.beat(SilenceGuard.LONG_AGO);
            lab.send(group(11));
            lab.send(plain);
            lab.await("the plain frame at the other end", () -> lab.out[1].frames.size() == 2);
            assertArrayEquals(plain, lab.out[1].frames.get(1));
            assertEquals(1, lab.ports[0].stats().silentGroupFrames);
            assertEquals(1, lab.ports[0].stats().silentPassed);
            assertEquals(1, lab.count(ProgramEnding.PASSED));
            assertEquals(1, lab.replication.words().frames(slot));
            assertEquals(1, lab.out[2].frames.size());
            guard.beat(System.nanoTime());
            lab.send(group(11));
            lab.await("a copy again", () -> lab.out[2].frames.size() == 2);
            assertEquals(2, lab.replication.words().frames(slot));
        }
    }

    /** The wire's own look at the switch is for longer silences. */
    @Test
    void shouldLeaveGroupsToJavaOnceTheirExchangeMayBeOver() throws Exception {
        try (SilenceGuard guard = guard(false);
                KernelLab lab = new KernelLab(3, 4, 1500, XdpMode.AUTO, guard)) {
            final int slot = lab.install(lab.group(Copies.member(2)), 9, 9);
            lab.replication.publish(slot);
            lab.replication.beat(System.nanoTime() - KernelLab.LEAVE_NS / 10 * 11);
            lab.send(group(10));
            lab.await("the frame at the switch", () -> lab.java.frames.size() == 1);
            assertEquals(1, lab.count(ProgramEnding.PAUSED));
            assertEquals(0, lab.replication.words().frames(slot));
            lab.replication.beat(System.nanoTime());
            lab.send(group(10));
            lab.await("a copy", () -> lab.out[2].frames.size() == 1);
        }
    }

    @Test
    void shouldStopEverythingWhenAClosedWireIsSilent() throws Exception {
        try (SilenceGuard guard = guard(false);
                KernelLab lab = new KernelLab(3, 4, 1500, XdpMode.AUTO, guard)) {
            final int slot = lab.install(lab.group(Copies.member(2)), 9, 9);
            lab.replication.publish(slot);
            guard.beat(SilenceGuard.LONG_AGO);
            lab.send(group(10));
            lab.send(Frames.frame(1, 200).byteArray());
            lab.await("two dropped", () -> lab.ports[0].stats().silentDropped == 2);
            assertEquals(0, lab.replication.words().frames(slot));
            guard.beat(System.nanoTime());
            lab.send(group(10));
            lab.await("a copy", () -> lab.out[2].frames.size() == 1);
        }
    }

    @Test
    void shouldTakeFramesInPiecesOffAWireOfLongFrames() throws Exception {
        try (SilenceGuard guard = guard(true);
                KernelLab lab = new KernelLab(3, 4, 3800, XdpMode.AUTO, guard)) {
            assertEquals("native (multi-buffer program)", lab.ports[0].programMode());
            assertEquals("multi-buffer program", lab.replication.refusal(0));
            final byte[] longest = Frames.frame(1, 3700).byteArray();
            lab.send(longest);
            lab.await("the frame at the switch", () -> lab.java.frames.size() == 1);
            assertArrayEquals(longest, lab.java.frames.get(0));
            guard.beat(SilenceGuard.LONG_AGO);
            lab.send(longest);
            lab.await("the frame at the other end", () -> lab.out[1].frames.size() == 1);
            assertArrayEquals(longest, lab.out[1].frames.get(0));
            lab.send(group(11));
            lab.await("a group frame", () -> lab.ports[0].stats().silentGroupFrames == 1);
        }
    }

    @Test
    void shouldServeGroupsBeyondAWireOfLongFrames() throws Exception {
        try (SilenceGuard guard = guard(true);
                KernelLab lab = new KernelLab(4, 4, new int[] {1500, 3800, 1500}, guard)) {
            // The wire is from port 0 to port 1, and port 1's device only has the long frames.
            assertEquals("native", lab.ports[0].programMode());
            assertEquals("native (multi-buffer program)", lab.ports[1].programMode());
            lab.replication.publish(
                    lab.install(lab.group(Copies.member(2), Copies.member(3)), 9, 9));
            lab.send(group(10));
            lab.await(
                    "copies", () -> lab.out[2].frames.size() == 1 && lab.out[3].frames.size() == 1);
            guard.beat(SilenceGuard.LONG_AGO);
            final byte[] plain = Frames.frame(1, 200).byteArray();
            for (int host = 0; host < 2; host++) {
                lab.hosts[host].send(
                        new org.agrona.concurrent.UnsafeBuffer(plain), 0, plain.length);
                lab.hosts[host].flush();
            }
            lab.await(
                    "a frame each way",
                    () -> lab.out[0].frames.size() == 1 && lab.out[1].frames.size() == 1);
            assertArrayEquals(plain, lab.out[0].frames.get(0));
            assertArrayEquals(plain, lab.out[1].frames.get(0));
        }
    }
}
