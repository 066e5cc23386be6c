package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The longest frames, and devices with several queues. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AfXdpLimitsTest {
    /** On a veth, the driver takes a program for frames in one piece up to here. */
    private static final int ONE_PIECE = 3506;

    @Test
    void shouldStayWithOnePieceFramesAsLongAsTheDriverDoes() throws Exception {
        shouldCarryTheLongestFrame(ONE_PIECE, XdpMode.AUTO, "native");
    }

    @Test
    void shouldTakeAMultiBufferProgramAboveThat() throws Exception {
        shouldCarryTheLongestFrame(ONE_PIECE + 1, XdpMode.AUTO, "native (multi-buffer program)");
    }

    @Test
    void shouldCarryTheLargestMtuThatAChunkHolds() throws Exception {
        assertEquals(3822, AfXdpLimits.maxMtu(4096));
        shouldCarryTheLongestFrame(3822, XdpMode.NATIVE, "native (multi-buffer program)");
        shouldCarryTheLongestFrame(3822, XdpMode.GENERIC, "generic");
    }

    /** In and out of the switch, with and without VLAN tag. */
    private static void shouldCarryTheLongestFrame(
            final int mtu, final XdpMode mode, final String expectedMode) throws Exception {
        try (SwitchLab lab = new SwitchLab(2, mtu)) {
            final AfXdpPort in = lab.open(0, mode);
            final AfXdpPort out = lab.open(1, mode);
            assertEquals(expectedMode, in.programMode());
            assertEquals(mtu + 18, in.maxFrameLength());
            final UnsafeBuffer tagged = Frames.frame(1, mtu + 18);
            tagged.putBytes(12, new byte[] {(byte) 0x81, 0, 0, 5});
            final UnsafeBuffer plain = Frames.frame(2, mtu + 14);
            assertTrue(lab.hosts[0].send(tagged, 0, mtu + 18));
            assertTrue(lab.hosts[0].send(plain, 0, mtu + 14));
            lab.hosts[0].flush();
            final Frames.Collector sink = new Frames.Collector(lab.hostMemory);
            Await.until(
                    "two frames through the switch",
                    () -> {
                        in.receive(
                                (port, offset, length, at) -> {
                                    assertTrue(out.sendShared(offset, length));
                                    lab.memory.release(offset);
                                },
                                8);
                        out.flush();
                        lab.hosts[1].receive(sink, 8);
                        return sink.frames.size() == 2;
                    });
            assertArrayEquals(tagged.byteArray(), sink.frames.get(0));
            assertArrayEquals(plain.byteArray(), sink.frames.get(1));
            assertEquals(0, in.stats().rxInvalid);
        }
    }

    @Test
    void shouldRefuseAnMtuThatNoChunkHoldsWithNumbersAndRemedy() throws Exception {
        try (SwitchLab lab = new SwitchLab(1, 3823)) {
            final PortException refused =
                    assertThrows(PortException.class, () -> lab.open(0, XdpMode.AUTO));
            assertEquals(PortException.Kind.DEVICE, refused.kind());
            assertEquals(
                    "port p0: device p0 has MTU 3823: frames of up to 3841 bytes > 3840 that a"
                        + " chunk of 4096 less 256 of headroom holds, RoCE path MTU 2048 at most;"
                        + " ip link set p0 mtu 3822",
                    refused.getMessage());
        }
    }

    @Test
    void shouldServeAllQueuesAndRefuseToServeSome() throws Exception {
        try (SwitchLab lab = new SwitchLab(1, 1500, 2)) {
            final Frames.Collector taken = new Frames.Collector(lab.memory);
            final PortException refused =
                    assertThrows(PortException.class, () -> lab.open(0, XdpMode.AUTO, 1));
            assertEquals(PortException.Kind.DEVICE, refused.kind());
            assertTrue(
                    refused.getMessage().contains("device p0 has 2 receive queues, queues=1"),
                    refused.getMessage());
            final AfXdpPort both = lab.open(0, XdpMode.AUTO, AfXdpSpec.ALL_QUEUES);
            send(lab, 100);
            Await.until(
                    "100 frames",
                    () -> {
                        both.receive(taken, 64);
                        return taken.frames.size() == 100;
                    });
            final Set<UnsafeBuffer> seen = new HashSet<>();
            taken.frames.forEach(frame -> seen.add(new UnsafeBuffer(frame)));
            for (int i = 0; i < 100; i++) {
                assertTrue(seen.remove(flow(i)), "frame " + i);
            }
        }
    }

    private static void send(final SwitchLab lab, final int frames) {
        for (int i = 0; i < frames; i++) {
            assertTrue(lab.hosts[0].send(flow(i), 0, 200));
        }
        lab.hosts[0].flush();
    }

    /** A UDP frame with addresses and ports of its own: the sender's device chooses a queue by them. */
    private static UnsafeBuffer flow(final int number) {
        final UnsafeBuffer frame = Frames.frame(number, 200);
        frame.putBytes(12, new byte[] {8, 0, 0x45, 0, 0, (byte) 186, 0, 0, 0, 0, 64, 17});
        return frame;
    }
}
