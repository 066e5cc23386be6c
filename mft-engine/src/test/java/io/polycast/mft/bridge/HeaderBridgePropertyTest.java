package io.polycast.mft.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Udp;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Every copy of random data carries right checksums and an ICRC that a full computation confirms. */
class HeaderBridgePropertyTest {
    private static final int[] OPCODES = {
        Opcode.SEND_FIRST, Opcode.SEND_MIDDLE, Opcode.SEND_LAST, Opcode.SEND_LAST_IMM,
        Opcode.SEND_ONLY, Opcode.SEND_ONLY_IMM, Opcode.WRITE_FIRST, Opcode.WRITE_MIDDLE,
        Opcode.WRITE_LAST, Opcode.WRITE_LAST_IMM, Opcode.WRITE_ONLY, Opcode.WRITE_ONLY_IMM
    };

    @Property(tries = 300)
    void everyCopyVerifies(@ForAll final long seed, @ForAll final boolean v6)
            throws GroupRefusedException {
        final Random random = new Random(seed);
        final Mft mft = new Mft(2, 32, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 32)]));
        final byte[] prefix = Arrays.copyOf(Ipv6.parse("fd00:1:2:3:4:5::"), 12);
        final int slot = new MftWriter(mft).install(spec(random, v6));
        // Few entries, so that words are replaced as well as found.
        final HeaderBridge bridge = new HeaderBridge(mft, random.nextLong(), prefix, 2);
        final Icrc icrc = new Icrc();
        final FrameInfo info = new FrameInfo();
        for (int n = 0; n < 20; n++) {
            final byte[] bytes = frame(random, v6);
            final UnsafeBuffer frame = new UnsafeBuffer(bytes);
            assertEquals(
                    FrameKind.ROCE_DATA,
                    Classifier.classify(frame, 0, bytes.length, info),
                    "seed " + seed);
            // Often the path of the host that the frame says it is from, which then gets copies
            // too.
            bridge.begin(slot, random.nextInt(3), frame, info);
            for (int path = 0; path < mft.pathCount(slot); path++) {
                final UnsafeBuffer copy = copy(bridge, mft.row(slot, path), bytes, info);
                final FrameInfo copyInfo = new FrameInfo();
                assertEquals(
                        FrameKind.ROCE_DATA,
                        Classifier.classify(copy, 0, copy.capacity(), copyInfo),
                        "seed " + seed + ": IP checksum and lengths hold");
                assertTrue(icrc.verify(copy, copyInfo), "seed " + seed + ": ICRC of path " + path);
                assertEquals(mft.qpn(mft.row(slot, path)), copyInfo.destQpn);
                if (Udp.checksum(frame, info.udpOffset) != 0) {
                    assertTrue(
                            Udp.isChecksumRight(
                                    copy,
                                    copyInfo.l3Offset,
                                    copyInfo.ipVersion,
                                    copyInfo.udpOffset),
                            "seed " + seed + ": UDP checksum");
                }
            }
        }
    }

    @Property(tries = 100)
    void copiesAreTheSameWhereverTheirHeadersAreWritten(
            @ForAll final long seed, @ForAll final boolean v6) throws GroupRefusedException {
        final Random random = new Random(seed);
        final Mft mft = new Mft(2, 32, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 32)]));
        final byte[] prefix = Arrays.copyOf(Ipv6.parse("fd00:1:2:3:4:5::"), 12);
        final int slot = new MftWriter(mft).install(spec(random, v6));
        final Replicator replicator =
                new Replicator(
                        mft,
                        new HeaderBridge(mft, random.nextLong(), prefix, 16),
                        new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0));
        final Collector moved = new Collector(null);
        final Collector inPlace =
                new Collector(new UnsafeBuffer(ByteBuffer.allocateDirect(4 * HeaderBridge.ROOM)));
        final FrameInfo info = new FrameInfo();
        for (int n = 0; n < 10; n++) {
            final byte[] bytes = frame(random, v6);
            final UnsafeBuffer frame = new UnsafeBuffer(bytes);
            Classifier.classify(frame, 0, bytes.length, info);
            final int path = random.nextInt(mft.pathCount(slot));
            replicator.replicate(slot, path, false, frame, info, moved);
            replicator.replicate(slot, path, false, frame, info, inPlace);
        }
        assertEquals(10 * (mft.pathCount(slot) - 1), moved.copies.size());
        assertEquals(moved.copies, inPlace.copies, "seed " + seed);
    }

    /** Keeps copies; takes their headers in memory of its own if it has some, which may run out. */
    private static final class Collector implements EgressSink {
        private final UnsafeBuffer memory;
        private final List<String> copies = new ArrayList<>();
        private int next;

        Collector(final UnsafeBuffer memory) {
            this.memory = memory;
        }

        @Override
        public UnsafeBuffer headerMemory() {
            return memory;
        }

        @Override
        public int headerSpace() {
            return next == 3 ? NO_SPACE : next * HeaderBridge.ROOM;
        }

        @Override
        public int room(final int egressPort) {
            return Integer.MAX_VALUE;
        }

        @Override
        public boolean offer(
                final int egressPort,
                final DirectBuffer frame,
                final int offset,
                final int length) {
            throw new AssertionError("nothing is authored here");
        }

        @Override
        public boolean offerCopy(
                final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
            if (memory != null) {
                assertEquals(next != 3, copy.header == memory);
                assertEquals(next == 3 ? 0 : next * HeaderBridge.ROOM, headerOffset);
            }
            final byte[] whole = new byte[copy.length()];
            copy.header.getBytes(headerOffset, whole, 0, copy.headerLength);
            copy.tail.getBytes(copy.tailOffset, whole, copy.headerLength, copy.tailLength);
            Icrc.store(new UnsafeBuffer(whole), copy.headerLength + copy.icrcIndex, icrc);
            copies.add(egressPort + " " + Arrays.toString(whole));
            next = (next + 1) % 4;
            return true;
        }
    }

    private static UnsafeBuffer copy(
            final HeaderBridge bridge, final int row, final byte[] frame, final FrameInfo info) {
        final UnsafeBuffer headers =
                new UnsafeBuffer(ByteBuffer.allocateDirect(1 + HeaderBridge.ROOM));
        final int length = bridge.write(row, headers, 1);
        final int tail = frame.length - bridge.replaced();
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length + tail]);
        copy.putBytes(0, headers, 1, length);
        copy.putBytes(length, frame, bridge.replaced(), tail);
        Icrc.store(copy, info.icrcOffset + length - bridge.replaced(), bridge.icrc());
        return copy;
    }

    private static byte[] frame(final Random random, final boolean v6) {
        final int opcode = OPCODES[random.nextInt(OPCODES.length)];
        final int words = 1 + random.nextInt(random.nextInt(4) == 0 ? 1024 : 8);
        final byte[] payload =
                new byte[Opcode.endsMessage(opcode) ? words * 4 - random.nextInt(4) : words * 4];
        random.nextBytes(payload);
        final RoceFrame frame = v6 ? RoceFrame.ipv6() : RoceFrame.ipv4();
        frame.srcMac(random.nextLong())
                .dstMac(random.nextLong())
                .src(v6 ? "fd09::" + (1 + random.nextInt(3)) : "10.1.0." + random.nextInt(3))
                .dst(v6 ? "fd00:1:2:3:4:5:aff:1" : "10.255.0.1")
                .udpChecksum(random.nextBoolean())
                .opcode(opcode)
                .psn(random.nextInt(1 << 24))
                .destQpn(1)
                .ackReq(random.nextBoolean())
                .migReq(random.nextBoolean())
                .payload(payload);
        if (!v6) {
            frame.tos(random.nextInt(256)).identification(random.nextInt(1 << 16));
        }
        for (int tags = random.nextInt(3); tags > 0; tags--) {
            frame.vlan(random.nextInt(1 << 16));
        }
        if (Opcode.hasReth(opcode)) {
            frame.reth(random.nextLong(), random.nextInt(), payload.length);
        }
        if (Opcode.hasImmediate(opcode)) {
            frame.immediate(random.nextInt());
        }
        return frame.build();
    }

    private static GroupSpec spec(final Random random, final boolean v6) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            final byte[] ip = v6 ? Ipv6.parse("fd09::1" + i) : new byte[] {10, 1, 0, (byte) i};
            paths.add(
                    new PathSpec(
                            i,
                            random.nextInt(3) == 0 ? random.nextInt(4096) : -1,
                            ip,
                            random.nextLong() >>> 16,
                            random.nextInt(1 << 24),
                            new MemorySpec(random.nextLong(), random.nextInt(), 0)));
        }
        return new GroupSpec(Ipv4.parse("10.255.0.1"), random.nextLong(), -1, paths);
    }
}
