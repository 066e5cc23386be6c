package io.polycast.perf;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Groups and frames that the benchmarks share. */
final class Fixture {
    static final long SWITCH_MAC = 0x0200_0000_00FEL;
    static final int FIRST_PSN = 1000;

    private static final int CACHE_LINE = 64;

    private Fixture() {}

    /** McstID of group n. */
    static int mcstId(final int n) {
        return (10 << 24 | 200 << 16) + n;
    }

    /** Group n with a source at port 0 and receivers at the ports behind it. */
    static GroupSpec group(final int n, final int receivers) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int host = 0; host <= receivers; host++) {
            paths.add(
                    new PathSpec(
                            host % 64,
                            PathSpec.ANY_VLAN,
                            new byte[] {10, 0, (byte) (host >> 8), (byte) (1 + host)},
                            0x0200_0000_0100L + host,
                            0x100 + host,
                            null));
        }
        return new GroupSpec(
                mcstId(n),
                0,
                FIRST_PSN,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                0,
                paths);
    }

    /** A SEND of the source to group 0. */
    static byte[] data(final int payloadLength) {
        return RoceFrame.ipv4()
                .srcMac(0x0200_0000_0100L)
                .dstMac(SWITCH_MAC)
                .src("10.0.0.1")
                .dst(mcstId(0))
                .udpSourcePort(0xC123)
                .opcode(Opcode.SEND_MIDDLE)
                .psn(FIRST_PSN)
                .destQpn(1)
                .payload(new byte[payloadLength])
                .build();
    }

    static UnsafeBuffer direct(final byte[] bytes) {
        final UnsafeBuffer buffer = direct(bytes.length);
        buffer.putBytes(0, bytes);
        return buffer;
    }

    static UnsafeBuffer direct(final int length) {
        final ByteBuffer bytes = BufferUtil.allocateDirectAligned(length, CACHE_LINE);
        return new UnsafeBuffer(bytes);
    }
}
