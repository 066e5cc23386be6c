package io.polycast.mft.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;

/** ICRC words that are kept from frame to frame serve only the flow, the length and the rows that they are of. */
class KeptWordsTest {
    private static final int MEMBERS = 3;
    private static final byte[] PREFIX = Arrays.copyOf(Ipv6.parse("fd00:1:2:3:4:5::"), 12);

    /** Groups 0 and 1 are IPv4, groups 2 and 3 IPv6; some members are in several. */
    private static GroupSpec spec(final int group, final int firstQpn) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            final byte[] ip =
                    group < 2
                            ? new byte[] {10, 1, 0, (byte) (i + group)}
                            : Ipv6.parse("fd09::" + i + ":" + (i + group));
            paths.add(new PathSpec(i, -1, ip, 5 + i, firstQpn + i, null));
        }
        return new GroupSpec(
                Ipv4.parse("10.255.0." + (1 + group)),
                0,
                -1,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                0,
                paths);
    }

    private static byte[] frame(final Random random, final int group) {
        final boolean v6 = group > 1;
        final int from = random.nextInt(MEMBERS + 2);
        return (v6 ? RoceFrame.ipv6() : RoceFrame.ipv4())
                .src(v6 ? "fd09::" + random.nextInt(2) + ":" + from : "10.1.0." + from)
                .dst(v6 ? "fd00:1:2:3:4:5:aff:" + (1 + group) : "10.255.0." + (1 + group))
                .opcode(Opcode.SEND_ONLY)
                .psn(random.nextInt(1 << 24))
                .destQpn(1 + random.nextInt(2))
                .payload(new byte[4 + 4 * random.nextInt(3)])
                .build();
    }

    @Property(tries = 100)
    void shouldServeTheirOwnFlowOnly(@ForAll final long seed) throws GroupRefusedException {
        final Random random = new Random(seed);
        final Mft mft = new Mft(4, 16, new UnsafeBuffer(new byte[FeedbackLayout.length(4, 16)]));
        final MftWriter writer = new MftWriter(mft);
        final int[] slots = new int[4];
        for (int group = 0; group < slots.length; group++) {
            slots[group] = writer.install(spec(group, 100));
        }
        final HeaderBridge bridge = new HeaderBridge(mft, 1, PREFIX, 1 << random.nextInt(8));
        final Icrc icrc = new Icrc();
        final FrameInfo info = new FrameInfo();
        for (int n = 0; n < 100; n++) {
            final int group = random.nextInt(slots.length);
            if (random.nextInt(10) == 0) {
                // The rows that it leaves are the next one's.
                writer.remove(spec(group, 0).mcstId());
                slots[group] = writer.install(spec(group, 100 + n));
            }
            final byte[] bytes = frame(random, group);
            final UnsafeBuffer frame = new UnsafeBuffer(bytes);
            Classifier.classify(frame, 0, bytes.length, info);
            bridge.begin(slots[group], random.nextInt(MEMBERS), frame, info);
            for (int path = 0; path < MEMBERS; path++) {
                final int row = mft.row(slots[group], path);
                final UnsafeBuffer headers =
                        new UnsafeBuffer(ByteBuffer.allocateDirect(HeaderBridge.ROOM));
                final int length = bridge.write(row, headers, 0);
                final UnsafeBuffer copy = new UnsafeBuffer(bytes.clone());
                copy.putBytes(0, headers, 0, length);
                Icrc.store(copy, info.icrcOffset, bridge.icrc());
                final FrameInfo copyInfo = new FrameInfo();
                Classifier.classify(copy, 0, bytes.length, copyInfo);
                assertEquals(mft.qpn(row), copyInfo.destQpn, "seed " + seed);
                assertTrue(icrc.verify(copy, copyInfo), "seed " + seed + ", frame " + n);
            }
        }
    }
}
