package io.polycast.mft.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.bridge.HeaderBridge;
import io.polycast.mft.bridge.Replicator;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of feedback that table, replicator and source tracker own (docs/protocol.md). */
class RulesOfSourcesTest {
    private static final int WINDOW = 1_000;
    private static final int ANSWER_WINDOW = 100;
    private static final long IDLE_NS = 1_000;
    private static final int PATHS = 4;

    private Mft mft;
    private GroupFeedback groups;
    private PathFeedback paths;
    private SourceTracker tracker;
    private Replicator replicator;
    private int slot;
    private final List<Integer> ports = new ArrayList<>();

    private final EgressSink egress =
            new EgressSink() {
                @Override
                public boolean offer(
                        final int port, final DirectBuffer frame, final int at, final int length) {
                    throw new AssertionError("the replicator writes no frames of its own");
                }

                @Override
                public boolean offerCopy(
                        final int port, final Copy copy, final int headerOffset, final int icrc) {
                    ports.add(port);
                    return true;
                }

                @Override
                public int room(final int port) {
                    return Integer.MAX_VALUE;
                }
            };

    @BeforeEach
    void begin() throws GroupRefusedException {
        mft = new Mft(2, 16, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 16)]));
        groups = mft.groupFeedback();
        paths = mft.pathFeedback();
        tracker = new SourceTracker(mft, WINDOW, IDLE_NS, ANSWER_WINDOW);
        replicator =
                new Replicator(
                        mft,
                        new HeaderBridge(mft, 1, null, 16),
                        new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0));
        final List<PathSpec> members = new ArrayList<>();
        for (int i = 0; i < PATHS; i++) {
            members.add(new PathSpec(i, PathSpec.ANY_VLAN, ip(i), i, 2 + i, null));
        }
        slot =
                new MftWriter(mft)
                        .install(new GroupSpec(0x0AFF_0001, 0, GroupSpec.UNKNOWN_PSN, members));
    }

    private static byte[] ip(final int member) {
        return new byte[] {10, 0, 0, (byte) (1 + member)};
    }

    private int id(final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    private void establish(final int path, final int psn) {
        groups.source(slot, id(path));
        tracker.onEstablished(slot, psn);
        tracker.onAccepted(0, slot);
    }

    private void know(final int path, final int psn) {
        paths.ackPsn(id(path), psn);
        paths.set(id(path), PathFeedback.KNOWN);
    }

    /** Ports of the copies of a retransmission. */
    private List<Integer> retransmit(final int psn) {
        final byte[] bytes =
                RoceFrame.ipv4()
                        .src("10.0.0.1")
                        .dst("10.255.0.1")
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .psn(psn)
                        .payload(new byte[8])
                        .build();
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(frame, 0, bytes.length, info);
        ports.clear();
        replicator.replicate(slot, 0, true, frame, info, egress);
        return List.copyOf(ports);
    }

    @Test
    void rule1ShouldNeverFilterAPathThatNeverAnswered() {
        know(1, 20);
        paths.ackPsn(id(2), 30);
        assertEquals(List.of(2, 3), retransmit(20), "words of an unknown path say nothing");
        assertEquals(List.of(1, 2, 3), retransmit(21));
    }

    @Test
    void rule4ShouldFilterAcrossTheEndOfTheNumbers() {
        know(1, 3);
        know(2, Psn.MASK - 3);
        know(3, Psn.MASK);
        assertEquals(List.of(2), retransmit(Psn.MASK));
        assertEquals(List.of(2, 3), retransmit(0));
        assertEquals(List.of(1, 2, 3), retransmit(4));
    }

    @Test
    void rule5ShouldSeeTheDataThatAPathHasAskedFor() {
        know(1, 5);
        paths.nakPsn(id(1), 6);
        paths.set(id(1), PathFeedback.NAK_WAITS);
        retransmit(7);
        assertEquals(0, replicator.answered());
        retransmit(6);
        assertEquals(1, replicator.answered());
        assertEquals(id(1), replicator.answeredId(0));
    }

    @Property(tries = 100)
    void rule2ShouldBeginAnewAfterAnIdleTimeWhereverTheDataLies(
            @ForAll @IntRange(max = Psn.MASK) final int psn,
            @ForAll @IntRange(max = PATHS - 1) final int path)
            throws GroupRefusedException {
        begin();
        establish(0, 500);
        assertNotEquals(
                SourceTracker.ANEW, tracker.judge(IDLE_NS - 1, slot, id(0), Psn.plus(500, 1)));
        assertEquals(SourceTracker.ANEW, tracker.judge(IDLE_NS, slot, id(path), psn));
    }

    @Test
    void rule2ShouldBeginAnewWithTheSourcesOwnDataFarBehindOnly() {
        establish(0, 500);
        groups.unknown(slot, 0);
        groups.receivers(slot, PATHS - 1);
        groups.minimum(slot, 500);
        groups.aggAckPsn(slot, 500);
        groups.set(slot, GroupFeedback.AGG_VALID);
        assertEquals(SourceTracker.SOURCE, tracker.judge(1, slot, id(0), 500 - ANSWER_WINDOW));
        assertEquals(SourceTracker.ANEW, tracker.judge(1, slot, id(0), 500 - ANSWER_WINDOW - 1));
        assertEquals(
                SourceTracker.IMPLAUSIBLE,
                tracker.judge(1, slot, id(1), 500 - ANSWER_WINDOW - 1),
                "another member's does not");
    }

    @Test
    void rule9ShouldKnowTheSourceBefore() {
        establish(0, 500);
        groups.aggAckPsn(slot, 500);
        groups.set(slot, GroupFeedback.AGG_VALID);
        groups.turnAckPsn(slot, 400);
        assertEquals(SourceTracker.IMPLAUSIBLE, tracker.judge(1, slot, id(1), 400));
        groups.set(slot, GroupFeedback.TURN_VALID);
        assertEquals(SourceTracker.FORMER, tracker.judge(1, slot, id(1), 400));
        assertEquals(SourceTracker.IMPLAUSIBLE, tracker.judge(1, slot, id(1), 401));
    }

    @Test
    void rule10ShouldCountOnlyFromAMembersOwnPortAndAddress() {
        final int first = memberOn(1, ip(1));
        assertTrue(first >= 0);
        assertTrue(memberOn(2, ip(1)) < 0, "another member's port");
        assertTrue(memberOn(1, ip(2)) < 0, "another member's address");
        assertTrue(memberOn(1, ip(9)) < 0, "nobody's address");
    }

    private int memberOn(final int port, final byte[] ip) {
        final byte[] bytes =
                RoceFrame.ipv4()
                        .src("10.0.0." + ip[3])
                        .dst("10.255.0.1")
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .payload(new byte[8])
                        .build();
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(frame, 0, bytes.length, info);
        return mft.member(slot, port, info.vlanId, info.srcIp, frame, info.l3Offset + 12);
    }

    @Test
    void rule11ShouldTurnTheTreeInsideTheWindowOnly() {
        establish(0, 500);
        groups.aggAckPsn(slot, 500);
        groups.set(slot, GroupFeedback.AGG_VALID);
        assertEquals(SourceTracker.IMPLAUSIBLE, tracker.judge(1, slot, id(1), 500));
        assertEquals(SourceTracker.CANDIDATE, tracker.judge(1, slot, id(1), 501));
        assertEquals(SourceTracker.CANDIDATE, tracker.judge(1, slot, id(1), 500 + WINDOW));
        assertEquals(SourceTracker.IMPLAUSIBLE, tracker.judge(1, slot, id(1), 501 + WINDOW));
    }

    @Test
    void rule12ShouldMoveTheBoundByOneStepAndNotByAJump() {
        establish(0, 500);
        tracker.onData(slot, 501);
        assertEquals(501, groups.highest(slot));
        tracker.onData(slot, 600);
        assertEquals(501, groups.highest(slot), "a lone jump may be a corrupted PSN");
        tracker.onData(slot, 601);
        assertEquals(601, groups.highest(slot), "once p + 1 follows p, p counts");
    }
}
