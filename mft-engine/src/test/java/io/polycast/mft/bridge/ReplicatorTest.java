package io.polycast.mft.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths get a copy, what is counted, and whose NAK a copy answers; with headers in memory of either owner. */
class ReplicatorTest {
    private static final int PATHS = 5;
    private static final long BASE = 1_000;
    private static final long VA = 0x10_0000;

    private final Mft mft =
            new Mft(2, 16, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 16)]));
    private final PathFeedback paths = mft.pathFeedback();
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final Replicator replicator =
            new Replicator(mft, new HeaderBridge(mft, 1, null, 16), counters);
    private final List<Integer> served = new ArrayList<>();
    private final Set<Integer> full = new HashSet<>();
    private int slot;

    /** Takes copies for all ports but full ones. */
    private final class Ports implements EgressSink {
        private final UnsafeBuffer memory;

        Ports(final boolean hasMemory) {
            memory = hasMemory ? new UnsafeBuffer(ByteBuffer.allocateDirect(128)) : null;
        }

        @Override
        public UnsafeBuffer headerMemory() {
            return memory;
        }

        @Override
        public int headerSpace() {
            return memory == null ? NO_SPACE : 0;
        }

        @Override
        public int room(final int port) {
            return Integer.MAX_VALUE;
        }

        @Override
        public boolean offer(
                final int port, final DirectBuffer frame, final int at, final int length) {
            throw new AssertionError("the replicator writes no frames of its own");
        }

        @Override
        public boolean offerCopy(
                final int port, final Copy copy, final int headerOffset, final int icrc) {
            if (full.contains(port)) {
                return false;
            }
            served.add(port);
            return true;
        }
    }

    /** A group whose member of path 3 registered 100 bytes, path 4 memory of unknown length, path 2 none. */
    private void install(final boolean ucAllowed) throws GroupRefusedException {
        final List<PathSpec> members = new ArrayList<>();
        for (int i = 0; i < PATHS; i++) {
            final MemorySpec memory = i == 2 ? null : new MemorySpec(VA, 7, i == 4 ? 0 : 100);
            final byte[] ip = {10, 0, 0, (byte) (1 + i)};
            members.add(new PathSpec(i, PathSpec.ANY_VLAN, ip, i, 2 + i, memory));
        }
        slot =
                new MftWriter(mft)
                        .install(
                                new GroupSpec(
                                        0x0AFF_0001,
                                        BASE,
                                        GroupSpec.UNKNOWN_PSN,
                                        ucAllowed,
                                        FatalNakPolicy.FAIL_GROUP,
                                        SilentPolicy.FREEZE,
                                        0,
                                        members));
    }

    private int id(final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    private static RoceFrame frame(final int opcode, final int psn) {
        return RoceFrame.ipv4()
                .src("10.0.0.1")
                .dst("10.255.0.1")
                .opcode(opcode)
                .destQpn(1)
                .psn(psn)
                .payload(new byte[8]);
    }

    private int replicate(final int opcode, final int psn, final boolean again, final Ports ports) {
        final byte[] bytes = frame(opcode, psn).build();
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, 0, bytes.length, info);
        served.clear();
        return replicator.replicate(slot, 0, again, buffer, info, ports);
    }

    private void know(final int path, final int psn) {
        paths.ackPsn(id(path), psn);
        paths.set(id(path), PathFeedback.KNOWN);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSendNewDataToAllInServiceWhateverTheyAcknowledged(final boolean hasMemory)
            throws GroupRefusedException {
        install(false);
        know(1, 50);
        assertEquals(4, replicate(Opcode.SEND_ONLY, 9, false, new Ports(hasMemory)));
        paths.set(id(2), PathFeedback.EVICTED);
        assertEquals(3, replicate(Opcode.SEND_ONLY, 9, false, new Ports(hasMemory)));
        assertEquals(List.of(1, 3, 4), served);
        assertEquals(7, counters.get(Tally.COPIES_OUT));
        assertEquals(0, counters.get(Tally.COPIES_FILTERED));
        assertEquals(0, counters.get(Tally.COPIES_REFUSED));
    }

    /** The frames after the first find all its ICRC words. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepNewDataBeforeItsFirstPsnFromAPathThatJoins(final boolean hasMemory)
            throws GroupRefusedException {
        install(true);
        know(2, 50);
        paths.set(id(2), PathFeedback.JOINING);
        assertEquals(4, replicate(Opcode.SEND_ONLY, 51, false, new Ports(hasMemory)));
        for (int psn = 49; psn < 51; psn++) {
            assertEquals(3, replicate(Opcode.SEND_ONLY, psn, false, new Ports(hasMemory)));
            assertEquals(List.of(1, 3, 4), served);
        }
        assertEquals(4, replicate(Opcode.SEND_ONLY, 51, false, new Ports(hasMemory)));
        assertEquals(4, replicate(Opcode.UC | Opcode.SEND_ONLY, 9, false, new Ports(hasMemory)));
        assertEquals(2, counters.get(Tally.COPIES_FILTERED));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountCopiesThatNoPortTook(final boolean hasMemory) throws GroupRefusedException {
        install(false);
        // The second frame finds all ICRC words of the first.
        for (int psn = 9; psn < 11; psn++) {
            full.addAll(List.of(1, 4));
            assertEquals(2, replicate(Opcode.SEND_ONLY, psn, false, new Ports(hasMemory)));
            assertEquals(List.of(2, 3), served);
            assertEquals(2, replicator.refused());
            full.clear();
            assertEquals(4, replicate(Opcode.SEND_ONLY, psn, false, new Ports(hasMemory)));
            assertEquals(0, replicator.refused());
        }
        assertEquals(4, counters.get(Tally.COPIES_REFUSED));
        assertEquals(12, counters.get(Tally.COPIES_OUT));
    }

    /** Rule 8: a copy that no port took is no request to its member. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNamePathsWhoseRetransmissionNoPortTook(final boolean hasMemory)
            throws GroupRefusedException {
        install(false);
        know(1, 9);
        full.addAll(List.of(2, 4));
        assertEquals(1, replicate(Opcode.SEND_ONLY, 9, true, new Ports(hasMemory)));
        assertEquals(List.of(3), served);
        assertEquals(2, replicator.refused());
        assertEquals(id(2), replicator.refusedId(0));
        assertEquals(id(4), replicator.refusedId(1));
        assertEquals(1, counters.get(Tally.COPIES_FILTERED));
        assertEquals(2, counters.get(Tally.COPIES_REFUSED));
        assertEquals(1, counters.get(Tally.COPIES_OUT));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNameEachPathWhoseNakACopyAnswered(final boolean hasMemory)
            throws GroupRefusedException {
        install(false);
        paths.waitWith(id(1), 9, NakSeverity.of(0x60));
        paths.waitWith(id(2), 8, NakSeverity.of(0x60));
        paths.waitWith(id(3), 9, NakSeverity.of(0x2C));
        paths.waitWith(id(4), 9, NakSeverity.of(0x62));
        replicate(Opcode.SEND_ONLY, 9, false, new Ports(hasMemory));
        assertEquals(List.of(1, 2, 3, 4), served);
        assertEquals(2, replicator.answered(), "no data answers a fatal NAK");
        assertEquals(id(1), replicator.answeredId(0));
        assertEquals(id(3), replicator.answeredId(1));
        replicate(Opcode.SEND_ONLY, 10, false, new Ports(hasMemory));
        assertEquals(0, replicator.answered());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerNoNakWithACopyThatNoPortTook(final boolean hasMemory)
            throws GroupRefusedException {
        install(false);
        paths.waitWith(id(1), 9, NakSeverity.of(0x60));
        full.add(1);
        replicate(Opcode.SEND_ONLY, 9, false, new Ports(hasMemory));
        assertEquals(0, replicator.answered());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerNoNakWithUcData(final boolean hasMemory) throws GroupRefusedException {
        install(true);
        paths.waitWith(id(1), 9, NakSeverity.of(0x60));
        replicate(Opcode.UC | Opcode.SEND_ONLY, 9, false, new Ports(hasMemory));
        assertEquals(List.of(1, 2, 3, 4), served);
        assertEquals(0, replicator.answered());
    }

    private boolean isInBounds(final RoceFrame frame) {
        final byte[] bytes = frame.build();
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, 0, bytes.length, info);
        return replicator.isInBounds(slot, 0, buffer, info);
    }

    private boolean isWriteInBounds(final long address, final long length) {
        return isInBounds(frame(Opcode.WRITE_FIRST, 9).reth(address, 1, length));
    }

    private void evict(final int path) {
        paths.set(id(path), PathFeedback.EVICTED);
    }

    @Test
    void shouldWriteInsideTheMemoryOfEveryReceiverOnly() throws GroupRefusedException {
        install(false);
        assertFalse(isWriteInBounds(BASE, 8), "path 2 has no memory");
        assertEquals(1, counters.get(Tally.COPIES_OUT_OF_BOUNDS));
        assertTrue(isWriteInBounds(BASE, 0), "a WRITE of no bytes passes");
        assertTrue(isInBounds(frame(Opcode.SEND_ONLY, 9)), "a SEND passes");
        evict(2);
        assertTrue(isWriteInBounds(BASE, 100));
        assertFalse(isWriteInBounds(BASE, 101));
        assertTrue(isWriteInBounds(BASE + 92, 8));
        assertFalse(isWriteInBounds(BASE + 93, 8));
        assertFalse(isWriteInBounds(BASE - 1, 8));
        assertFalse(isWriteInBounds(BASE + 200, 8));
        assertFalse(isWriteInBounds(BASE, 0xFFFF_FFFFL), "2^32 - 1 bytes");
        assertEquals(6, counters.get(Tally.COPIES_OUT_OF_BOUNDS));
    }

    @Test
    void shouldLeaveBoundsToTheSwitchThatHasTheMember() throws GroupRefusedException {
        slot =
                new MftWriter(mft)
                        .install(
                                new GroupSpec(
                                        0x0AFF_0001,
                                        BASE,
                                        GroupSpec.UNKNOWN_PSN,
                                        false,
                                        FatalNakPolicy.FAIL_GROUP,
                                        SilentPolicy.FREEZE,
                                        0,
                                        List.of(
                                                new PathSpec(0, -1, null, 1, 0, null),
                                                new PathSpec(1, -1, null, 2, 0, null))));
        assertTrue(isWriteInBounds(BASE - 1, 8));
        assertEquals(0, counters.get(Tally.COPIES_OUT_OF_BOUNDS));
    }

    @Test
    void shouldLeaveBoundsToAMemberWhoseLengthIsUnknown() throws GroupRefusedException {
        install(false);
        evict(1);
        evict(2);
        evict(3);
        assertTrue(isWriteInBounds(BASE - 1, 8));
        assertTrue(isWriteInBounds(BASE + 5_000, 1 << 30));
    }
}
