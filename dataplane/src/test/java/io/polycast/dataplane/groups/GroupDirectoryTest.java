package io.polycast.dataplane.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class GroupDirectoryTest {
    private static final int SHARDS = 5;
    private static final int CHANGES = 2_000;
    private final GroupDirectory directory = new GroupDirectory(SHARDS);

    private static int shardOf(final GroupDirectory directory, final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, 0, frame.length, info);
        return directory.shardOf(info, buffer, 0);
    }

    private static byte[] data(final int id) {
        return RoceFrame.ipv4().dst(id).opcode(Opcode.SEND_ONLY).destQpn(1).build();
    }

    private static byte[] arp(final int id) {
        return Discovery.arpRequest(0x0200_0000_0001L, "10.0.0.1", quad(id));
    }

    private static byte[] solicitation(final int id) {
        return Discovery.neighbourSolicitation(
                0x0200_0000_0001L, "fd00::1", "fd00:6d63::%x:%x".formatted(id >>> 16, id & 0xFFFF));
    }

    private static byte[] mrp(final int id) {
        final byte[] frame = new byte[64];
        MrpFrame.write(
                new UnsafeBuffer(frame),
                new MrpFrame.Macs(0x0200_0000_00FEL, 0x0200_0000_0001L),
                MrpAddress.ipv4(0x0A00_0001),
                MrpAddress.ipv4(id),
                Mrp.PORT,
                8);
        return frame;
    }

    /** A McstID that does not live in shard 0, or nothing would be shown. */
    private int elsewhere() {
        int id = 0x0AFF0001;
        while (directory.owner(id) == 0) {
            id++;
        }
        return id;
    }

    private static String quad(final int id) {
        return (id >>> 24) + "." + (id >> 16 & 0xFF) + "." + (id >> 8 & 0xFF) + "." + (id & 0xFF);
    }

    @Test
    void shouldSendGroupsFramesToItsShardAndAllElseToFirst() {
        final int id = elsewhere();
        for (final byte[] frame : List.of(data(id), arp(id), solicitation(id))) {
            assertEquals(0, shardOf(directory, frame), "no group yet");
        }
        directory.add(id);
        for (final byte[] frame : List.of(data(id), arp(id), solicitation(id))) {
            assertEquals(directory.owner(id), shardOf(directory, frame));
        }
        directory.remove(id);
        for (final byte[] frame : List.of(data(id), arp(id), solicitation(id))) {
            assertEquals(0, shardOf(directory, frame), "no group any more");
        }
    }

    /** Hosts ask for the address, and leaders register, before there is a group. */
    @Test
    void shouldSendFramesOfGroupsToComeToTheirShard() {
        final int id = elsewhere();
        final GroupDirectory prefixed =
                new GroupDirectory(SHARDS, new McstPrefix(id & 0xFFFF_0000, 16));
        for (final byte[] frame : List.of(data(id), arp(id), solicitation(id), mrp(id))) {
            assertEquals(prefixed.owner(id), shardOf(prefixed, frame));
            assertEquals(0, shardOf(directory, frame), "of no prefix");
        }
        final int foreign = id ^ 1 << 31;
        for (final byte[] frame :
                List.of(data(foreign), arp(foreign), solicitation(foreign), mrp(foreign))) {
            assertEquals(0, shardOf(prefixed, frame));
        }
        final FrameInfo info = new FrameInfo();
        info.dstIp = id;
        assertFalse(prefixed.mayBeForGroup(info), "there is no such group yet");
    }

    @Property
    void shouldGiveEveryGroupOneOfTheShards(
            @ForAll final int mcstId, @ForAll @IntRange(min = 1, max = 16) final int shards) {
        final int owner = new GroupDirectory(shards).owner(mcstId);
        assertTrue(owner >= 0 && owner < shards);
    }

    @Test
    void shouldSpreadConsecutiveGroups() {
        final int[] load = new int[SHARDS];
        for (int i = 0; i < 1_000; i++) {
            load[directory.owner(0x0AFF0000 + i)]++;
        }
        for (final int groups : load) {
            assertTrue(groups > 100 && groups < 300, "a fifth each, more or less");
        }
    }

    @Test
    void shouldKnowGroupsInAnyOrderOfChanges() {
        List.of(1, 2, 3, 4).forEach(directory::add);
        directory.remove(2);
        directory.remove(9);
        final FrameInfo info = new FrameInfo();
        for (int id = 1; id <= 4; id++) {
            info.dstIp = id;
            assertEquals(id != 2, directory.mayBeForGroup(info));
        }
        info.dstIp = 0;
        assertFalse(directory.mayBeForGroup(info));
    }

    /** With copies of all groups a churn among 10,000 fills the heap: each change took 128 KB. */
    @Test
    void shouldAllocateNextToNothingForAChangeAmongMany() {
        for (int id = 1; id <= 10_000; id++) {
            directory.add(id);
        }
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long self = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(self);
        for (int id = 1; id <= CHANGES; id++) {
            directory.remove(id);
            directory.add(id + 10_000);
        }
        final long each = (threads.getThreadAllocatedBytes(self) - before) / CHANGES;
        assertTrue(each < 256, each + " bytes a change");
    }

    @Property(tries = 200)
    void shouldHoldWhatASetHolds(@ForAll final long seed) {
        final GroupDirectory any = new GroupDirectory(1);
        final Random random = new Random(seed);
        final Set<Integer> expected = new HashSet<>();
        final FrameInfo info = new FrameInfo();
        for (int i = 0; i < CHANGES; i++) {
            final int id = random.nextInt(-3, 300);
            if (random.nextInt(100) < 45) {
                any.remove(id);
                expected.remove(id);
            } else {
                any.add(id);
                expected.add(id);
            }
        }
        expected.removeAll(Set.of(0, -1));
        for (int id = -3; id < 300; id++) {
            info.dstIp = id;
            assertEquals(expected.contains(id), any.mayBeForGroup(info), "id " + id);
        }
    }
}
