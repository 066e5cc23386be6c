package io.polycast.mft.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A group's rows say what its entry says (rules 10 and 11: whose frame it is). */
class TableRowsTest {
    private static final int GROUP = 0x0AFF_0001;
    private static final byte[] IP6 = {
        (byte) 0xFD, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, (byte) 0xF0
    };

    private final Mft mft =
            new Mft(4, 16, new UnsafeBuffer(new byte[FeedbackLayout.length(4, 16)]));
    private final MftWriter writer = new MftWriter(mft);

    private int install(final PathSpec... paths) throws GroupRefusedException {
        return writer.install(group(GROUP, paths));
    }

    private static GroupSpec group(final int mcstId, final PathSpec... paths) {
        return new GroupSpec(
                mcstId,
                0x1234_5678_9ABCL,
                77,
                true,
                FatalNakPolicy.EVICT_MEMBER,
                SilentPolicy.DEMOTE,
                2_000_000_000L,
                List.of(paths));
    }

    private static PathSpec host(final int port, final int vlan, final int last) {
        return new PathSpec(port, vlan, new byte[] {10, 0, 0, (byte) last}, last, last, null);
    }

    private static byte[] ip(final int last) {
        return new byte[] {10, 0, 0, (byte) last};
    }

    private static PathSpec nextSwitch(final int port, final int vlan, final long mac) {
        return new PathSpec(port, vlan, null, mac, 0, null);
    }

    /** The port of the path that a frame from a MAC comes on, or -1. */
    private int switchPath(final int slot, final int port, final int vlan, final long mac) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[20]);
        for (int i = 0; i < 6; i++) {
            frame.putByte(3 + 6 + i, (byte) (mac >>> 40 - 8 * i));
        }
        return mft.switchPath(slot, port, vlan, frame, 3);
    }

    private int member(final int slot, final int port, final int vlan, final int srcIp) {
        return mft.member(slot, port, vlan, srcIp, new UnsafeBuffer(new byte[16]), 0);
    }

    @Test
    void shouldHoldAGroup() throws GroupRefusedException {
        final int slot = install(host(3, -1, 1), host(5, 9, 2));
        assertEquals(GROUP, mft.mcstId(slot));
        assertEquals(2, mft.pathCount(slot));
        assertEquals(0x1234_5678_9ABCL, mft.memoryBase(slot));
        assertEquals(77, mft.initialPsn(slot));
        assertEquals(2_000_000_000L, mft.silentAfterNs(slot));
        assertTrue(mft.isUcAllowed(slot));
        assertTrue(mft.evictsOnFatalNak(slot));
        assertEquals(SilentPolicy.DEMOTE.ordinal(), mft.silentPolicy(slot));
        assertFalse(mft.isIpv6(slot));
        assertTrue(mft.takes(slot, false));
        assertFalse(mft.takes(slot, true));
    }

    @Test
    void shouldHoldTheOtherPolicies() throws GroupRefusedException {
        final int slot =
                writer.install(
                        new GroupSpec(
                                GROUP,
                                0,
                                -1,
                                false,
                                FatalNakPolicy.FAIL_GROUP,
                                SilentPolicy.EVICT,
                                1,
                                List.of(host(3, -1, 1))));
        assertFalse(mft.isUcAllowed(slot));
        assertFalse(mft.evictsOnFatalNak(slot));
        assertEquals(SilentPolicy.EVICT.ordinal(), mft.silentPolicy(slot));
        assertEquals(-1, mft.initialPsn(slot));
    }

    @Test
    void shouldCountTheVersionsOfAGroup() throws GroupRefusedException {
        final int slot = install(host(3, -1, 1));
        assertEquals(1, mft.version(slot));
        install(host(3, -1, 1));
        assertEquals(2, mft.version(slot));
        assertEquals(slot, writer.remove(GROUP));
        assertEquals(0, mft.version(slot));
        assertEquals(Mft.NONE, mft.find(GROUP));
        assertEquals(Mft.NONE, writer.remove(GROUP));
    }

    @Test
    void shouldHoldAMember() throws GroupRefusedException {
        final byte[] ip = {(byte) 192, (byte) 168, (byte) 200, (byte) 250};
        final int slot =
                install(
                        new PathSpec(
                                63,
                                4095,
                                ip,
                                0xF1F2_F3F4_F5F6L,
                                0xABCDEF,
                                new MemorySpec(0xFEDC_BA98_7654_3210L, 0x8765_4321, 1L << 40)));
        final int row = mft.row(slot, 0);
        assertEquals(63, mft.port(row));
        assertEquals(4095, mft.vlanId(row));
        assertEquals(0xC0A8_C8FA, mft.ipLow(row));
        assertEquals(0xABCDEF, mft.qpn(row));
        assertTrue(mft.isHost(row));
        assertTrue(mft.hasMemory(row));
        assertFalse(mft.isHostThatKeepsTags(row));
        assertEquals(0xFEDC_BA98_7654_3210L, mft.va(row));
        assertEquals(0x8765_4321, mft.rkey(row));
        assertEquals(1L << 40, mft.memoryLength(row));
        final byte[] mac = new byte[6];
        mft.rows().getBytes(mft.macOffset(row), mac);
        assertArrayEquals(
                new byte[] {
                    (byte) 0xF1, (byte) 0xF2, (byte) 0xF3, (byte) 0xF4, (byte) 0xF5, (byte) 0xF6
                },
                mac);
    }

    @Test
    void shouldHoldAPathToASwitch() throws GroupRefusedException {
        final int slot = install(nextSwitch(4, -1, 0x0200_0000_0009L));
        final int row = mft.row(slot, 0);
        assertFalse(mft.isHost(row));
        assertFalse(mft.hasMemory(row));
        assertFalse(mft.isHostThatKeepsTags(row), "no host");
        assertEquals(-1, mft.vlanId(row));
        assertTrue(mft.takes(slot, false) && mft.takes(slot, true), "members are elsewhere");
    }

    @Test
    void shouldHoldIpv6Members() throws GroupRefusedException {
        final int slot = install(new PathSpec(2, -1, IP6, 1, 1, null));
        assertTrue(mft.isIpv6(slot));
        assertTrue(mft.takes(slot, true));
        assertFalse(mft.takes(slot, false));
        final byte[] ip = new byte[16];
        mft.rows().getBytes(mft.ip6Offset(mft.row(slot, 0)), ip);
        assertArrayEquals(IP6, ip);
    }

    @Test
    void rule10ShouldCompareAllBytesOfAnIpv6Address() throws GroupRefusedException {
        final int slot = install(new PathSpec(2, -1, IP6, 1, 1, null));
        for (int i = -1; i < 16; i++) {
            final byte[] ip = IP6.clone();
            if (i >= 0) {
                ip[i] ^= 1;
            }
            final UnsafeBuffer frame = new UnsafeBuffer(new byte[20]);
            frame.putBytes(4, ip);
            final int low = PathKey.ipLow(ip);
            final int expected = i < 0 ? 0 : Mft.NONE;
            assertEquals(expected, mft.member(slot, 2, -1, low, frame, 4), "byte " + i);
        }
    }

    @Test
    void rule10ShouldKnowAMemberByPortVlanAndAddress() throws GroupRefusedException {
        final int slot =
                install(host(3, 5, 1), host(3, 6, 1), host(3, -1, 2), host(4, 5, 1), host(6, 0, 7));
        for (final int[] known : new int[][] {{3, 5}, {3, 6}, {4, 5}}) {
            final int path = member(slot, known[0], known[1], 0x0A00_0001);
            assertEquals(known[0], mft.port(mft.row(slot, path)));
            assertEquals(known[1], mft.vlanId(mft.row(slot, path)));
        }
        assertEquals(Mft.NONE, member(slot, 3, -1, 0x0A00_0001), "no tag");
        assertEquals(Mft.NONE, member(slot, 3, 7, 0x0A00_0001), "another VLAN");
        assertEquals(Mft.NONE, member(slot, 4, 6, 0x0A00_0001), "another port's VLAN");
        assertEquals(Mft.NONE, member(slot, 5, 5, 0x0A00_0001), "another port");
        assertEquals(Mft.NONE, member(slot, 6, 5, 0x0A00_0007), "VLAN 0 is a VLAN");
        assertEquals(7, mft.qpn(mft.row(slot, member(slot, 6, 0, 0x0A00_0007))));
        for (final int vlan : new int[] {-1, 0, 5, 4095}) {
            final int any = member(slot, 3, vlan, 0x0A00_0002);
            assertEquals(2, mft.qpn(mft.row(slot, any)), "its tags stay as they came");
        }
    }

    @Test
    void rule10ShouldKnowASwitchByPortVlanAndMac() throws GroupRefusedException {
        final long mac = 0x0201_0203_0405L;
        final int slot =
                install(
                        host(3, -1, 1),
                        nextSwitch(3, 5, mac),
                        nextSwitch(3, 6, mac),
                        nextSwitch(3, -1, mac + 1),
                        nextSwitch(4, -1, mac));
        assertEquals(5, mft.vlanId(mft.row(slot, switchPath(slot, 3, 5, mac))));
        assertEquals(6, mft.vlanId(mft.row(slot, switchPath(slot, 3, 6, mac))));
        assertEquals(4, mft.port(mft.row(slot, switchPath(slot, 4, 9, mac))));
        assertEquals(-1, mft.vlanId(mft.row(slot, switchPath(slot, 3, 5, mac + 1))));
        assertEquals(Mft.NONE, switchPath(slot, 3, 7, mac), "another VLAN");
        assertEquals(Mft.NONE, switchPath(slot, 3, 5, 0x0201_0203_0407L), "another MAC");
        assertEquals(Mft.NONE, switchPath(slot, 3, 5, 0x0301_0203_0405L), "another first byte");
        assertEquals(Mft.NONE, switchPath(slot, 5, 5, mac), "a port without paths");
        assertEquals(Mft.NONE, switchPath(slot, 4, 5, mac + 1), "on the last port");
        assertEquals(Mft.NONE, switchPath(slot, 3, -1, 1), "a host's MAC");
    }

    @Test
    void shouldTellWhatASetChanged() throws GroupRefusedException {
        assertNull(writer.lastChange());
        final int slot = install(host(3, -1, 1));
        assertEquals(1, writer.groupCount());
        assertArrayEquals(new int[] {slot}, writer.slots());
        assertEquals(GROUP, writer.spec(slot).mcstId());
        final int other = writer.install(group(GROUP + 1, host(1, -1, 1)));
        assertArrayEquals(new int[] {Math.min(slot, other), Math.max(slot, other)}, writer.slots());
        writer.remove(GROUP);
        assertNull(writer.spec(slot));
        assertEquals(1, writer.groupCount());
    }

    @Test
    void shouldForgetTheSourceWithItsPath() throws GroupRefusedException {
        final GroupSpec two = group(GROUP, host(1, -1, 1), host(2, -1, 2)).withEpoch(4);
        final int slot = writer.install(two);
        mft.groupFeedback().source(slot, mft.feedbackId(mft.row(slot, 1)));
        writer.install(two.withPaths(List.of(host(1, -1, 1), host(3, -1, 3))));
        assertEquals(Mft.NONE, mft.groupFeedback().source(slot));
        mft.groupFeedback().source(slot, mft.feedbackId(mft.row(slot, 0)));
        writer.install(two.withPaths(List.of(host(1, -1, 1))));
        assertEquals(
                mft.feedbackId(mft.row(slot, 0)), mft.groupFeedback().source(slot), "it stays");
        writer.install(two.withPaths(List.of(new PathSpec(1, -1, ip(1), 1, 99, null))));
        assertEquals(Mft.NONE, mft.groupFeedback().source(slot), "another queue pair");
        writer.install(two);
        mft.groupFeedback().source(slot, mft.feedbackId(mft.row(slot, 1)));
        writer.install(two.withPaths(List.of(host(1, -1, 1))));
        assertEquals(Mft.NONE, mft.groupFeedback().source(slot), "its path is gone");
    }

    @Test
    void rule1ShouldSetPathsBeforeTheRegisteredFirstPsn() throws GroupRefusedException {
        final int slot = install(host(1, -1, 1), host(2, -1, 2));
        for (int path = 0; path < 2; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            assertTrue(mft.pathFeedback().has(id, PathFeedback.KNOWN));
            assertEquals(76, mft.pathFeedback().ackPsn(id));
        }
    }

    @Test
    void shouldTellSlotsAndFreeRecords() throws GroupRefusedException {
        install(host(1, -1, 1));
        final int slot = writer.install(group(GROUP + 1, host(1, -1, 1)));
        final int id = mft.feedbackId(mft.row(slot, 0));
        assertEquals(GROUP + 1, mft.mcstId(slot));
        assertEquals(GROUP + 1, mft.pathFeedback().mcstId(id));
        assertEquals(slot, writer.remove(GROUP + 1));
        assertEquals(0, mft.pathFeedback().mcstId(id));
        assertEquals(0, mft.groupFeedback().mcstId(slot));
        assertEquals(slot, writer.start(group(GROUP + 2, host(1, -1, 1))));
    }

    @Test
    void shouldReplaceAGroupInAFullTable() throws GroupRefusedException {
        final PathSpec[] most = new PathSpec[16];
        for (int i = 0; i < most.length; i++) {
            most[i] = host(i, -1, i);
        }
        final int slot = install(most);
        install(most);
        assertEquals(16, mft.pathCount(slot));
        final GroupSpec kept = group(GROUP, most).withEpoch(3);
        writer.install(kept);
        for (final int out : new int[] {2, 5, 9}) {
            mft.pathFeedback().set(mft.feedbackId(mft.row(slot, out)), PathFeedback.EVICTED);
        }
        writer.install(kept);
        assertEquals(3, writer.lastChange().leftOut());
    }
}
