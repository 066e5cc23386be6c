package io.polycast.mft.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The table against a plain map, through installs, replacements and removals. */
class MftModelTest {
    private static final int MAX_GROUPS = 24;
    private static final int MAX_PATHS = 120;

    @Property(tries = 60)
    void behavesLikeAMap(@ForAll final long seed) {
        final Random random = new Random(seed);
        final Mft mft = mft(MAX_GROUPS, MAX_PATHS);
        final MftWriter writer = new MftWriter(mft);
        final Map<Integer, GroupSpec> model = new HashMap<>();
        for (int step = 0; step < 400; step++) {
            final int mcstId = 0x0AFF0000 + random.nextInt(40);
            if (random.nextInt(3) == 0) {
                assertEquals(model.remove(mcstId) != null, writer.remove(mcstId) != Mft.NONE);
            } else {
                final GroupSpec spec = spec(mcstId, random);
                try {
                    writer.install(spec);
                    model.put(mcstId, spec);
                } catch (final GroupRefusedException e) {
                    final int used = model.values().stream().mapToInt(g -> g.paths().size()).sum();
                    assertTrue(
                            model.size() == MAX_GROUPS
                                    || used + spec.paths().size() > MAX_PATHS / 2,
                            "seed " + seed + ": " + e.getMessage());
                }
            }
            check(mft, model, seed);
        }
    }

    private static void check(final Mft mft, final Map<Integer, GroupSpec> model, final long seed) {
        final Set<Integer> ids = new HashSet<>();
        for (int mcstId = 0x0AFF0000; mcstId < 0x0AFF0000 + 40; mcstId++) {
            final GroupSpec spec = model.get(mcstId);
            final int slot = mft.find(mcstId);
            assertEquals(spec != null, slot != Mft.NONE, "seed " + seed);
            if (spec == null) {
                continue;
            }
            assertEquals(spec.paths().size(), mft.pathCount(slot));
            assertEquals(mcstId, mft.groupFeedback().mcstId(slot));
            for (final PathSpec path : spec.paths()) {
                final int found = find(mft, slot, path);
                assertTrue(found != Mft.NONE, "seed " + seed + ": path " + path);
                final int row = mft.row(slot, found);
                assertEquals(path.port(), mft.port(row));
                assertEquals(path.isHost(), mft.isHost(row));
                assertTrue(ids.add(mft.feedbackId(row)), "feedback ids are never shared");
                assertEquals(mcstId, mft.pathFeedback().mcstId(mft.feedbackId(row)));
                if (path.isHost()) {
                    assertEquals(path.qpn(), mft.qpn(row));
                    assertEquals(path.memory().va(), mft.va(row));
                }
            }
        }
    }

    private static int find(final Mft mft, final int slot, final PathSpec path) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[64]);
        if (path.isHost()) {
            frame.putBytes(0, path.ip());
            final int low = Integer.reverseBytes(frame.getInt(0));
            final int found = mft.member(slot, path.port(), path.vlanId(), low, frame, 0);
            assertEquals(mft.memberPath(slot, path.port(), path.vlanId(), low, frame, 0), found);
            final int elsewhere = path.port() + 1;
            assertEquals(
                    mft.memberPath(slot, elsewhere, path.vlanId(), low, frame, 0),
                    mft.member(slot, elsewhere, path.vlanId(), low, frame, 0));
            return found;
        }
        for (int i = 0; i < 6; i++) {
            frame.putByte(6 + i, (byte) (path.mac() >>> 40 - 8 * i));
        }
        return mft.switchPath(slot, path.port(), path.vlanId(), frame, 0);
    }

    private static GroupSpec spec(final int mcstId, final Random random) {
        final List<PathSpec> paths = new ArrayList<>();
        final int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            // Few ports, so that several paths share one.
            final int port = random.nextInt(4);
            final int vlan = random.nextInt(3) == 0 ? 5 : -1;
            final boolean host = random.nextInt(4) != 0;
            paths.add(
                    new PathSpec(
                            port,
                            vlan,
                            host ? new byte[] {10, 0, (byte) random.nextInt(2), (byte) i} : null,
                            0x0200_0000_0000L + i,
                            host ? 100 + i : 0,
                            host ? new MemorySpec(i * 4096L, i, 4096) : null));
        }
        return new GroupSpec(mcstId, 0, -1, paths);
    }

    @Test
    void shouldChangeNothingByReadingAhead() throws GroupRefusedException {
        final int groups = 600;
        final UnsafeBuffer feedback =
                new UnsafeBuffer(new byte[FeedbackLayout.length(groups, 8 * groups)]);
        final Mft mft = new Mft(groups, 8 * groups, feedback);
        final MftWriter writer = new MftWriter(mft);
        final ReadAhead readAhead = new ReadAhead(mft, new long[mft.maxGroups()]);
        assertFalse(readAhead.isOfUse(), "an empty table is in the caches");
        for (int i = 0; i < groups; i++) {
            writer.install(spec(0x0AFF_0000 + i, new Random(i)));
        }
        assertTrue(readAhead.isOfUse());
        final byte[] before = bytes(mft, feedback);
        for (int i = -8; i < groups; i++) {
            readAhead.add(0x0AFF_0000 + i * 31 % (groups + 8));
            if (i % (ReadAhead.FRAMES + 3) == 0) {
                readAhead.read();
            }
        }
        readAhead.read();
        assertArrayEquals(before, bytes(mft, feedback));
    }

    private static byte[] bytes(final Mft mft, final UnsafeBuffer feedback) {
        final byte[] all =
                new byte[mft.paths.capacity() + mft.groups.capacity() + feedback.capacity()];
        mft.paths.getBytes(0, all, 0, mft.paths.capacity());
        mft.groups.getBytes(0, all, mft.paths.capacity(), mft.groups.capacity());
        feedback.getBytes(0, all, all.length - feedback.capacity(), feedback.capacity());
        return all;
    }

    @Test
    void shouldHoldAHundredThousandGroups() throws GroupRefusedException {
        final int groups = 100_000;
        final Mft mft = mft(groups, 2 * groups);
        final MftWriter writer = new MftWriter(mft);
        for (int i = 0; i < groups; i++) {
            final List<PathSpec> paths =
                    List.of(
                            new PathSpec(i & 63, -1, new byte[] {10, 0, 0, 1}, 1, 1, null),
                            new PathSpec(i + 1 & 63, -1, new byte[] {10, 0, 0, 2}, 2, 2, null));
            writer.install(new GroupSpec(0x0A00_0000 + i, 0, -1, paths));
        }
        for (int i = 0; i < groups; i++) {
            assertEquals(0x0A00_0000 + i, mft.mcstId(mft.find(0x0A00_0000 + i)));
        }
        assertEquals(Mft.NONE, mft.find(0x0B00_0000));
        final GroupRefusedException full =
                assertThrows(
                        GroupRefusedException.class,
                        () -> writer.install(spec(0x0B00_0000, new Random(1))));
        assertTrue(full.getMessage().contains("limits.maxGroups=100000"), full.getMessage());
    }

    @Test
    void shouldKeepRowsOnCacheLines() {
        assertEquals(64, PathRow.LENGTH);
        assertEquals(128, GroupRow.LENGTH);
        assertEquals(0, mft(1, 1).rows().addressOffset() % 64);
    }

    @Test
    void shouldRefuseContradictoryGroups() {
        final MftWriter writer = new MftWriter(mft(4, 16));
        refused(writer, 0xE000_0001, "224/4");
        refused(writer, 0x7F00_0001, "127/8");
        final PathSpec twice = new PathSpec(1, -1, new byte[] {1, 2, 3, 4}, 1, 1, null);
        refused(writer, 0x0AFF_0001, "same port", twice, twice);
        for (final byte[] ip : new byte[][] {{1, 2, 3, 4}, new byte[16], null}) {
            final PathSpec any = new PathSpec(1, -1, ip, 1, 1, null);
            final PathSpec five = new PathSpec(1, 5, ip, 1, 1, null);
            refused(writer, 0x0AFF_0001, "a VLAN of its own", any, five);
            refused(writer, 0x0AFF_0001, "a VLAN of its own", five, any);
            refused(writer, 0x0AFF_0001, "same port", five, five);
        }
        refused(
                writer,
                0x0AFF_0001,
                "mixes IPv4 and IPv6",
                twice,
                new PathSpec(2, -1, new byte[16], 1, 1, null));
        refused(
                writer,
                0x0AFF_0001,
                "24 bits",
                new PathSpec(1, -1, new byte[] {1, 2, 3, 4}, 1, 1 << 24, null));
    }

    @Test
    void shouldTellPathsToOneAddressApartByVlanOrPort() throws GroupRefusedException {
        final byte[] ip = {1, 2, 3, 4};
        final MftWriter writer = new MftWriter(mft(4, 16));
        writer.install(
                new GroupSpec(
                        0x0AFF_0001,
                        0,
                        -1,
                        List.of(
                                new PathSpec(1, 5, ip, 1, 1, null),
                                new PathSpec(1, 6, ip, 1, 1, null),
                                new PathSpec(2, -1, ip, 1, 1, null),
                                new PathSpec(3, 5, null, 1, 0, null),
                                new PathSpec(3, 6, null, 1, 0, null),
                                new PathSpec(3, -1, null, 2, 0, null))));
        assertEquals(1, writer.groupCount());
    }

    private static void refused(
            final MftWriter writer,
            final int mcstId,
            final String because,
            final PathSpec... paths) {
        final List<PathSpec> list =
                paths.length == 0
                        ? List.of(new PathSpec(1, -1, new byte[] {1, 2, 3, 4}, 1, 1, null))
                        : List.of(paths);
        final GroupSpec spec = new GroupSpec(mcstId, 0, -1, list);
        final String message =
                assertThrows(GroupRefusedException.class, () -> writer.install(spec)).getMessage();
        assertTrue(message.contains(because), message);
    }

    private static Mft mft(final int groups, final int paths) {
        return new Mft(
                groups, paths, new UnsafeBuffer(new byte[FeedbackLayout.length(groups, paths)]));
    }
}
