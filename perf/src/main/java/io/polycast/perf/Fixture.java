package io.polycast.perf;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Groups and frames that the benchmarks share. */
final class Fixture {
    static final long SWITCH_MAC = 0x0200_0000_00FEL;
    static final int FIRST_PSN = 1000;

    private static final int CACHE_LINE = 64;

    /** Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4. */
    private static final int OVERHEAD = 58;

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
        return new GroupSpec(mcstId(n), 0, FIRST_PSN, paths);
    }

    /** A table of groups 0 to {@code groups - 1}. */
    static Mft table(final int groups, final int receivers) throws GroupRefusedException {
        final int paths = groups * (receivers + 1);
        final Mft mft = new Mft(groups, paths, direct(FeedbackLayout.length(groups, paths)));
        final MftWriter writer = new MftWriter(mft);
        for (int n = 0; n < groups; n++) {
            writer.install(group(n, receivers));
        }
        return mft;
    }

    static CounterBlock counters() {
        return new CounterBlock(direct(CounterBlock.LENGTH), 0);
    }

    /**
     * A SEND of the source to group 0. RoCEv2 frames are 58 bytes and a multiple of 4 long: the bytes
     * that lack are Ethernet padding behind the ICRC.
     *
     * @param length of the frame in bytes, without FCS
     */
    static byte[] data(final int length) {
        final byte[] frame =
                RoceFrame.ipv4()
                        .srcMac(0x0200_0000_0100L)
                        .dstMac(SWITCH_MAC)
                        .src("10.0.0.1")
                        .dst(mcstId(0))
                        .udpSourcePort(0xC123)
                        .opcode(Opcode.SEND_MIDDLE)
                        .psn(FIRST_PSN)
                        .destQpn(1)
                        .payload(new byte[length - OVERHEAD & ~3])
                        .build();
        return Arrays.copyOf(frame, length);
    }

    /** Numbers 0 to {@code count - 1} in random order, the same in every run. */
    static int[] shuffled(final int count) {
        final SplittableRandom random = new SplittableRandom(1);
        final int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> i);
        for (int i = count - 1; i > 0; i--) {
            final int other = random.nextInt(i + 1);
            final int number = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = number;
        }
        return numbers;
    }

    static UnsafeBuffer direct(final byte[] bytes) {
        final UnsafeBuffer buffer = direct(bytes.length);
        buffer.putBytes(0, bytes);
        return buffer;
    }

    static UnsafeBuffer direct(final int length) {
        final ByteBuffer bytes = BufferUtil.allocateDirectAligned(length, CACHE_LINE);
        return new UnsafeBuffer(bytes, 0, length);
    }
}
