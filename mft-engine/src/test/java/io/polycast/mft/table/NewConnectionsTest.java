package io.polycast.mft.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * A table keeps or forgets a group's connections when the group is set or started again (rule 2).
 */
class NewConnectionsTest {
    private static final int MCST_ID = 0x0AFF0001;
    private static final int GROUPS = 4;
    private static final int PATHS = 16;
    private static final int HISTORY = GroupFeedback.AGG_VALID | GroupFeedback.HIGHEST_VALID;
    private static final int FATAL = NakSeverity.of(0x62);

    private final UnsafeBuffer feedback =
            new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]);
    private Mft mft = new Mft(GROUPS, PATHS, feedback);
    private MftWriter writer = new MftWriter(mft);

    @Test
    void shouldForgetAllWithoutAWrittenEpoch() throws GroupRefusedException {
        final int slot = runFor(group(17, 18));
        evict(slot, 1);
        writer.install(group(17, 18));
        assertEquals(new GroupChange(GroupChange.Kind.ANEW, 0), writer.lastChange());
        assertEquals(GroupFeedback.MISSED, mft.groupFeedback().flags(slot));
        assertEquals(-1, mft.groupFeedback().source(slot));
        assertEquals(0, flags(slot, 0));
        assertEquals(0, flags(slot, 1));
    }

    @Test
    void shouldTellOtherMembersFromOtherQueuePairs() throws GroupRefusedException {
        final GroupSpec group = group(17, 18);
        writer.install(group);
        writer.install(group(17, 28));
        assertEquals(GroupChange.Kind.ANEW, writer.lastChange().kind());
        writer.install(group.withPaths(group.paths().subList(0, 1)));
        assertEquals(GroupChange.Kind.REPLACED, writer.lastChange().kind());
        writer.install(group);
        assertEquals(GroupChange.Kind.REPLACED, writer.lastChange().kind());
    }

    @Test
    void shouldForgetAllWithAnotherEpoch() throws GroupRefusedException {
        final int slot = runFor(group(17, 18).withEpoch(1));
        evict(slot, 1);
        writer.install(group(17, 18).withEpoch(2));
        assertEquals(GroupChange.Kind.ANEW, writer.lastChange().kind());
        assertEquals(GroupFeedback.MISSED, mft.groupFeedback().flags(slot));
        assertEquals(0, flags(slot, 1));
    }

    @Test
    void shouldForgetAllWithAnotherFirstPsn() throws GroupRefusedException {
        final int slot = runFor(group(17, 18).withEpoch(1));
        writer.install(group(17, 18, 5).withEpoch(1));
        assertEquals(GroupChange.Kind.ANEW, writer.lastChange().kind());
        assertEquals(
                GroupFeedback.REGISTERED | GroupFeedback.MISSED, mft.groupFeedback().flags(slot));
        assertEquals(PathFeedback.KNOWN, flags(slot, 0), "what was registered holds again");
    }

    @Test
    void shouldKeepAllWithTheSameEpoch() throws GroupRefusedException {
        final int slot = runFor(group(17, 18).withEpoch(0));
        evict(slot, 1);
        writer.install(group(17, 18).withEpoch(0));
        assertEquals(new GroupChange(GroupChange.Kind.KEPT, 1), writer.lastChange());
        assertEquals(HISTORY | GroupFeedback.MISSED, mft.groupFeedback().flags(slot));
        assertEquals(PathFeedback.KNOWN, flags(slot, 0));
        assertEquals(PathFeedback.KNOWN | PathFeedback.EVICTED, flags(slot, 1));
    }

    @Test
    void shouldForgetOnlyAPathThatIsAnotherWithTheSameEpoch() throws GroupRefusedException {
        final int slot = runFor(group(17, 18).withEpoch(7));
        writer.install(group(17, 28).withEpoch(7));
        assertEquals(HISTORY | GroupFeedback.MISSED, mft.groupFeedback().flags(slot));
        assertEquals(PathFeedback.KNOWN, flags(slot, 0));
        assertEquals(0, flags(slot, 1));
    }

    /** A member's own word, not a new QPN, brings it back: a connection in mid-transfer lacks data. */
    @Test
    void shouldLeaveAMemberOutThatHasAnotherQpn() throws GroupRefusedException {
        final int slot = runFor(group(17, 18).withEpoch(7));
        evict(slot, 1);
        writer.install(group(17, 28).withEpoch(7));
        assertEquals(PathFeedback.EVICTED, flags(slot, 1));
        assertEquals(1, writer.lastChange().leftOut());
    }

    /** A host may use its queue pair again, and all hosts behind a switch may join again. */
    @Test
    void shouldServeAPathThatJoinsAgain() throws GroupRefusedException {
        final GroupSpec hosts = group(17, 18).withEpoch(7);
        final PathSpec toSwitch =
                new PathSpec(3, PathSpec.ANY_VLAN, null, 9, 0, null, PathSpec.NO_FIRST_PSN);
        final int slot = runFor(hosts.withPaths(List.of(hosts.paths().get(0), toSwitch)));
        for (final int firstPsn : new int[] {PathSpec.NO_FIRST_PSN, 500}) {
            evict(slot, 0);
            evict(slot, 1);
            final List<PathSpec> again = new ArrayList<>();
            for (final PathSpec each : List.of(hosts.paths().get(0), toSwitch)) {
                again.add(
                        new PathSpec(
                                each.port(),
                                each.vlanId(),
                                each.ip(),
                                each.mac(),
                                each.qpn(),
                                null,
                                firstPsn));
            }
            writer.install(hosts.withPaths(again));
            final boolean isOut = firstPsn == PathSpec.NO_FIRST_PSN;
            assertEquals(isOut ? 2 : 0, writer.lastChange().leftOut());
            assertEquals(isOut, (flags(slot, 0) & PathFeedback.EVICTED) != 0);
            assertEquals(isOut, (flags(slot, 1) & PathFeedback.EVICTED) != 0);
        }
    }

    @Test
    void shouldForgetWhatWasAcknowledgedAtAStart() throws GroupRefusedException {
        runFor(group(17, 18, 3));
        restart();
        final int slot = writer.start(group(17, 18, 3));
        assertEquals(GroupChange.Kind.CREATED, writer.lastChange().kind());
        assertEquals(
                GroupFeedback.STARTED | GroupFeedback.MISSED | GroupFeedback.PASSED_BEFORE,
                mft.groupFeedback().flags(slot));
        assertEquals(-1, mft.groupFeedback().source(slot));
        assertEquals(0, flags(slot, 0), "unknown, whatever was registered");
    }

    @Test
    void shouldKeepMembersOutAndFatalNaksAtAStart() throws GroupRefusedException {
        final int before = runFor(group(17, 18));
        evict(before, 0);
        wait(before, 1, FATAL);
        mft.pathFeedback().msn(id(before, 1), 6);
        restart();
        final int slot = writer.start(group(17, 18));
        assertEquals(PathFeedback.EVICTED, flags(slot, 0));
        assertEquals(PathFeedback.NAK_WAITS, flags(slot, 1));
        assertEquals(99, mft.pathFeedback().nakPsn(id(slot, 1)));
        assertEquals(FATAL, mft.pathFeedback().nakSeverity(id(slot, 1)));
        assertEquals(6, mft.pathFeedback().msn(id(slot, 1)), "its report carries it");
        assertEquals(1, writer.lastChange().leftOut());
    }

    @Test
    void shouldForgetOtherNaksAtAStart() throws GroupRefusedException {
        wait(runFor(group(17, 18)), 1, NakSeverity.of(0x60));
        restart();
        assertEquals(0, flags(writer.start(group(17, 18)), 1));
    }

    /** Also of a path to a switch, which has no QPN. */
    @Test
    void shouldForgetAllAtAStartWithAnotherEpoch() throws GroupRefusedException {
        final GroupSpec tree = group(17, 18).withPaths(List.of(host(0, 17), nextSwitch(1)));
        final int before = runFor(tree.withEpoch(1));
        evict(before, 0);
        evict(before, 1);
        restart();
        final int slot = writer.start(tree.withEpoch(2));
        assertEquals(0, flags(slot, 0));
        assertEquals(0, flags(slot, 1));
    }

    @Test
    void shouldTakeUpNothingWhenAGroupIsSetThatAnEarlierProcessHad() throws GroupRefusedException {
        evict(runFor(group(17, 18)), 1);
        restart();
        final int slot = writer.install(group(17, 18, 3));
        assertEquals(
                GroupFeedback.REGISTERED | GroupFeedback.MISSED, mft.groupFeedback().flags(slot));
        assertEquals(PathFeedback.KNOWN, flags(slot, 1), "what is registered holds");
    }

    private void evict(final int slot, final int path) {
        mft.pathFeedback().set(id(slot, path), PathFeedback.EVICTED);
    }

    private void wait(final int slot, final int path, final int severity) {
        mft.pathFeedback().nakPsn(id(slot, path), 99);
        mft.pathFeedback().nakSeverity(id(slot, path), severity);
        mft.pathFeedback().set(id(slot, path), PathFeedback.NAK_WAITS);
    }

    private int flags(final int slot, final int path) {
        return mft.pathFeedback().flags(id(slot, path));
    }

    private int id(final int slot, final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    /** A group that has seen data and acknowledgements. */
    private int runFor(final GroupSpec group) throws GroupRefusedException {
        final int slot = writer.install(group);
        mft.groupFeedback().aggAckPsn(slot, 0x4000);
        mft.groupFeedback().set(slot, HISTORY);
        for (int path = 0; path < group.paths().size(); path++) {
            mft.pathFeedback().set(id(slot, path), PathFeedback.KNOWN);
        }
        return slot;
    }

    private void restart() {
        mft = new Mft(GROUPS, PATHS, feedback);
        writer = new MftWriter(mft);
    }

    private static GroupSpec group(final int firstQpn, final int secondQpn) {
        return group(firstQpn, secondQpn, GroupSpec.UNKNOWN_PSN);
    }

    private static GroupSpec group(final int firstQpn, final int secondQpn, final int initialPsn) {
        return new GroupSpec(
                MCST_ID,
                0,
                initialPsn,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                1,
                List.of(host(0, firstQpn), host(1, secondQpn)));
    }

    private static PathSpec nextSwitch(final int port) {
        return new PathSpec(port, PathSpec.ANY_VLAN, null, 0x99, 0, null);
    }

    private static PathSpec host(final int port, final int qpn) {
        final byte[] ip = {10, 0, 0, (byte) (port + 1)};
        return new PathSpec(port, PathSpec.ANY_VLAN, ip, port + 1, qpn, null);
    }
}
