package io.polycast.mft.bridge;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The IP checksum of plain headers is summed in words of its own: it must be the one of RFC 1624. */
class PlainHeadersTest {
    private static final String GROUP = "10.255.0.1";
    private static final int IP = Ethernet.LENGTH;

    private final UnsafeBuffer copy =
            new UnsafeBuffer(ByteBuffer.allocateDirect(HeaderBridge.ROOM));

    /** One's halves sum up to all ones, another's carry. */
    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.2", "1.0.254.255", "223.255.255.254", "1.0.0.1"})
    void shouldUpdateEveryChecksumAsTheRfcDoes(final String member) throws GroupRefusedException {
        final Mft mft = new Mft(1, 1, new UnsafeBuffer(new byte[FeedbackLayout.length(1, 1)]));
        final int slot = new MftWriter(mft).install(group(member));
        final HeaderBridge bridge = new HeaderBridge(mft, 0x0200_0000_00FEL, null, 2);
        final UnsafeBuffer frame = frame();
        final FrameInfo info = new FrameInfo();
        for (int identification = 0; identification < 1 << 16; identification++) {
            Ipv4.identification(frame, IP, identification);
            Ipv4.checksum(frame, IP, 0);
            Ipv4.checksum(frame, IP, Ipv4.computeChecksum(frame, IP));
            Classifier.classify(frame, 0, frame.capacity(), info);
            bridge.begin(slot, 0, frame, info);
            assertEquals(PlainHeaders.LENGTH, bridge.write(mft.row(slot, 0), copy, 0));
            assertEquals(expected(info, frame, member), Ipv4.checksum(copy, IP));
        }
    }

    private static int expected(
            final FrameInfo info, final UnsafeBuffer frame, final String member) {
        final int source =
                InternetChecksum.update32(Ipv4.checksum(frame, IP), info.srcIp, Ipv4.parse(GROUP));
        return InternetChecksum.update32(source, info.dstIp, Ipv4.parse(member));
    }

    private static UnsafeBuffer frame() {
        return new UnsafeBuffer(
                RoceFrame.ipv4()
                        .src("10.0.0.1")
                        .dst(GROUP)
                        .opcode(Opcode.SEND_MIDDLE)
                        .payload(new byte[4])
                        .build());
    }

    private static GroupSpec group(final String member) {
        final UnsafeBuffer ip = new UnsafeBuffer(new byte[4]);
        ip.putInt(0, Ipv4.parse(member), BIG_ENDIAN);
        return new GroupSpec(
                Ipv4.parse(GROUP),
                0,
                -1,
                List.of(
                        new PathSpec(
                                0, PathSpec.ANY_VLAN, ip.byteArray(), 0x0200_0000_0002L, 2, null)));
    }
}
