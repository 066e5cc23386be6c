package io.polycast.cli.demo;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.wire.Bth;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Addresses, group and ports of the demo: host n, the sender being 0, is at port n. */
final class DemoFabric {
    /** Address of the group. */
    static final String GROUP = "10.255.0.1";

    static final int MCST_ID = 10 << 24 | 255 << 16 | 1;

    static final long SWITCH_MAC = 0x0200_0000_00FEL;

    /** Group-virtual address of the memory that WRITE goes to. */
    static final long MEMORY_BASE = 0x1000_0000L;

    /** Packets under way, as many as soft-RoCE allows. */
    private static final int WINDOW = 128;

    /** Frames that a link holds each way: more than a window, so that only {@link Hop} loses. */
    private static final int LINK_LENGTH = 256;

    /** Packets after which an ACK is asked for within a message. */
    private static final int ACK_REQUEST_EVERY = 16;

    /** Retry timer where frames are lost: 4.096 us x 2^14 = 67 ms. */
    private static final int TIMEOUT_WITH_LOSSES = 14;

    /** Where none are, 4.096 us x 2^20 = 4.3 s: no pause of the machine shall look like a loss. */
    private static final int TIMEOUT_WITHOUT_LOSSES = 20;

    /** Packets that a receiver keeps until the one before them comes. */
    private static final int OUT_OF_ORDER = 32;

    /** After which it asks for a packet that still lacks. */
    private static final long LATE_NAK_NS = 1_000_000;

    private static final int HEADERS = 128;

    private final DemoSettings settings;
    private final int initialPsn;

    DemoFabric(final DemoSettings settings) {
        this.settings = settings;
        this.initialPsn = new SplittableRandom(settings.seed()).nextInt(1 << 24);
    }

    static long va(final int host) {
        return 0x7F00_0000_0000L + ((long) host << 32);
    }

    static int rkey(final int host) {
        return 0xA000 + host;
    }

    private static long mac(final int host) {
        return 0x0200_0000_0100L + host;
    }

    private static int qpn(final int host) {
        return 0x100 + host;
    }

    /** Memory for the frames on all links. */
    FrameMemory memory() {
        final int chunkSize = (FrameMemory.HEADROOM + HEADERS + settings.pathMtu() + 63) & ~63;
        final int hosts = 1 + settings.receivers();
        return new FrameMemory(chunkSize, hosts * LINK_LENGTH, hosts * LINK_LENGTH);
    }

    List<MemoryPort> ports(final FrameMemory memory) {
        final List<MemoryPort> ports = new ArrayList<>();
        for (int host = 0; host <= settings.receivers(); host++) {
            ports.add(new MemoryPort(host, "p" + host, memory, LINK_LENGTH));
        }
        return ports;
    }

    QpSettings queuePair(final int host) {
        return new QpSettingsBuilder()
                .local(mac(host), "10.0.0." + (1 + host), qpn(host))
                .remote(SWITCH_MAC, GROUP, Bth.VIRTUAL_QPN)
                .pathMtu(settings.pathMtu())
                .sqPsn(initialPsn)
                .rqPsn(initialPsn)
                .window(WINDOW)
                .ackRequestEvery(ACK_REQUEST_EVERY)
                .timeout(settings.loss() > 0 ? TIMEOUT_WITH_LOSSES : TIMEOUT_WITHOUT_LOSSES)
                .retryCount(7)
                .endlessRetryAtSeven(true)
                .sendQueueDepth(DemoSettings.MESSAGE_SLOTS)
                .outOfOrder(takesOutOfOrder(host) ? OUT_OF_ORDER : 0)
                .nakRepeatNs(takesOutOfOrder(host) ? LATE_NAK_NS : 0)
                .build();
    }

    /** Every other receiver does, as RNICs with selective repeat. */
    private static boolean takesOutOfOrder(final int host) {
        return host % 2 == 1;
    }

    GroupSpec group() {
        final List<PathSpec> paths = new ArrayList<>();
        for (int host = 0; host <= settings.receivers(); host++) {
            final MemorySpec memory =
                    settings.write()
                            ? new MemorySpec(
                                    va(host),
                                    rkey(host),
                                    (long) DemoSettings.MESSAGE_SLOTS * DemoSettings.MESSAGE_LENGTH)
                            : null;
            paths.add(
                    new PathSpec(
                            host,
                            PathSpec.ANY_VLAN,
                            new byte[] {10, 0, 0, (byte) (1 + host)},
                            mac(host),
                            qpn(host),
                            memory));
        }
        return new GroupSpec(MCST_ID, MEMORY_BASE, initialPsn, paths);
    }
}
