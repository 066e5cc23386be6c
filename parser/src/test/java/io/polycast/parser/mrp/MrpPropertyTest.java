package io.polycast.parser.mrp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

class MrpPropertyTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);
    private final MrpWriter writer = new MrpWriter(buffer, 62);
    private final MrpPacket packet = new MrpPacket();

    @Property
    void shouldReadTheNodesThatWereWritten(
            @ForAll final boolean ipv6,
            @ForAll @IntRange(max = 72) final int count,
            @ForAll @IntRange(max = 65535) final int revision,
            @ForAll final long seed) {
        final Random random = new Random(seed);
        final List<MrpNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(
                    new MrpNode(
                            address(random, ipv6), random.nextInt(1 << 24), random.nextInt(256)));
        }
        final int flags = ipv6 ? Mrp.FLAG_IPV6 : 0;
        final int length = writer.nodes(MrpType.NODES, flags, revision, 3 << 8 | 7, nodes);
        assertTrue(packet.wrap(buffer, 62, length));
        assertEquals(MrpType.NODES, packet.type());
        assertEquals(revision, packet.revision());
        assertEquals(3, packet.seq());
        assertEquals(7, packet.total());
        final List<MrpNode> read = new ArrayList<>();
        for (int i = 0; i < packet.records(); i++) {
            read.add(packet.node(i));
        }
        assertEquals(nodes, read);
    }

    @Property
    void shouldReadTheOtherRecordsThatWereWritten(
            @ForAll final boolean ipv6, @ForAll final long seed) {
        final Random random = new Random(seed);
        final int flags = ipv6 ? Mrp.FLAG_IPV6 : 0;
        final List<MrpDetail> details =
                List.of(
                        new MrpDetail(
                                address(random, ipv6),
                                random.nextInt(1 << 24) - 1,
                                random.nextBoolean(),
                                random.nextLong(),
                                random.nextLong(),
                                random.nextInt()));
        assertTrue(packet.wrap(buffer, 62, writer.details(flags, 1, 1, details)));
        assertEquals(details.get(0), packet.detail(0));

        final MrpGroup group =
                new MrpGroup(
                        random.nextLong(),
                        random.nextInt(1 << 24) - 1,
                        random.nextInt(10) - 1,
                        random.nextInt(),
                        new MrpGroup.Policies(
                                random.nextInt(2),
                                random.nextInt(3),
                                random.nextInt() & 0xFFFF_FFFFL,
                                random.nextBoolean()),
                        new MrpGroup.Counts(random.nextInt(65536), random.nextInt(65536)),
                        address(random, ipv6));
        assertTrue(packet.wrap(buffer, 62, writer.group(flags, 1, group)));
        assertEquals(group, packet.group());

        final MrpOrder order = new MrpOrder(random.nextInt(), random.nextInt(2));
        assertTrue(packet.wrap(buffer, 62, writer.order(MrpType.REMOVE, flags, 1, order)));
        assertEquals(order, packet.order());

        final MrpReason[] reasons = MrpReason.values();
        final MrpRefusal refusal =
                new MrpRefusal(
                        reasons[random.nextInt(reasons.length)],
                        random.nextLong() >>> 16,
                        address(random, ipv6));
        assertTrue(packet.wrap(buffer, 62, writer.refusal(flags, 1, refusal)));
        assertEquals(refusal, packet.refusal());
    }

    @Property
    void shouldThrowOnNoBytesWhatever(@ForAll("packets") final byte[] bytes) {
        final UnsafeBuffer exact = new UnsafeBuffer(bytes);
        if (packet.wrap(exact, 0, bytes.length)) {
            readAll();
        }
        final MrpFrame frame = new MrpFrame();
        if (frame.find(exact, 0, bytes.length, Mrp.PORT) == MrpFrame.FOUND) {
            packet.wrap(exact, frame.payload(), frame.payloadLength());
        }
    }

    @Property
    void shouldRefuseEachTruncation(@ForAll @IntRange(max = 40) final int count) {
        final List<MrpNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(new MrpNode(MrpAddress.ipv4(i), i, 0));
        }
        final int length = writer.nodes(MrpType.NODES, 0, 1, 1, nodes);
        for (int cut = 0; cut < length; cut++) {
            assertFalse(packet.wrap(buffer, 62, cut));
        }
        assertFalse(packet.wrap(buffer, 62, length + 1));
    }

    @Property
    void shouldFindTheFrameThatWasWritten(
            @ForAll final boolean ipv6,
            @ForAll @IntRange(max = 60) final int count,
            @ForAll final long seed) {
        final Random random = new Random(seed);
        final int at = ipv6 ? MrpFrame.HEADERS_IPV6 : MrpFrame.HEADERS_IPV4;
        final int length =
                new MrpWriter(buffer, at)
                        .nodes(
                                MrpType.CONFIRM,
                                ipv6 ? Mrp.FLAG_IPV6 : 0,
                                5,
                                1,
                                java.util.Collections.nCopies(
                                        count, new MrpNode(address(random, ipv6), 1, 0)));
        final MrpAddress from = address(random, ipv6);
        final MrpAddress to = address(random, ipv6);
        final int frameLength =
                MrpFrame.write(buffer, new MrpFrame.Macs(2, 4), from, to, 5000, length);
        final MrpFrame frame = new MrpFrame();
        assertEquals(MrpFrame.OTHER, frame.find(buffer, 0, frameLength, Mrp.PORT));
        assertEquals(MrpFrame.FOUND, frame.find(buffer, 0, frameLength, 5000));
        assertEquals(4, frame.srcMac());
        assertEquals(from, frame.src());
        assertEquals(to, frame.dst());
        assertEquals(at, frame.payload());
        assertEquals(length, frame.payloadLength());
        final int bit = at * 8 + random.nextInt(length * 8);
        buffer.putByte(bit / 8, (byte) (buffer.getByte(bit / 8) ^ 1 << bit % 8));
        assertEquals(MrpFrame.BAD, frame.find(buffer, 0, frameLength, 5000));
    }

    @Property
    void shouldOrderRevisionsSerially(
            @ForAll @IntRange(max = 65535) final int revision,
            @ForAll @IntRange(min = 1, max = 32767) final int ahead) {
        assertTrue(Mrp.isNewer(revision + ahead & 0xFFFF, revision));
        assertFalse(Mrp.isNewer(revision, revision + ahead & 0xFFFF));
        assertFalse(Mrp.isNewer(revision, revision));
        assertFalse(Mrp.isNewer(revision + 32768 & 0xFFFF, revision));
    }

    private void readAll() {
        for (int i = 0; i < packet.records(); i++) {
            if (packet.type().hasNodes()) {
                packet.node(i);
            } else if (packet.type() == MrpType.DETAIL) {
                packet.detail(i);
            }
        }
        switch (packet.type()) {
            case GROUP -> packet.group();
            case COMMIT, REMOVE -> packet.order();
            case REFUSED -> packet.refusal();
            default -> {
                // Read above.
            }
        }
    }

    /** Bytes whose first ones are often those of a header. */
    @Provide
    Arbitrary<byte[]> packets() {
        return Arbitraries.bytes()
                .array(byte[].class)
                .ofMaxSize(200)
                .flatMap(
                        bytes ->
                                Arbitraries.integers()
                                        .between(0, 255)
                                        .map(
                                                type -> {
                                                    if (bytes.length > 7 && type < 192) {
                                                        bytes[0] = (byte) (0x10 | type & 15);
                                                        bytes[1] = (byte) (type >> 4 & 3);
                                                        bytes[4] = 0;
                                                        bytes[5] = 1;
                                                        bytes[6] = 0;
                                                        bytes[7] = (byte) (bytes.length / 8 - 1);
                                                    }
                                                    return bytes;
                                                }));
    }

    private static MrpAddress address(final Random random, final boolean ipv6) {
        return ipv6
                ? new MrpAddress(random.nextLong() | 1L << 61, random.nextLong())
                : MrpAddress.ipv4(random.nextInt());
    }
}
