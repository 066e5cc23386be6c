package io.polycast.mft.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackFormat;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A start on the state of an earlier process: what it takes up, what it refuses to believe, what it frees. */
class DamagedRecordsTest {
    private static final int GROUP = 0x0AFF_0001;
    private static final int GROUPS = 3;
    private static final int PATHS = 6;

    private final UnsafeBuffer feedback =
            new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]);
    private Mft mft;
    private MftWriter writer;
    private int slot;

    @BeforeEach
    void runAndStop() throws GroupRefusedException {
        restart();
        slot = writer.install(group(GROUP));
        mft.pathFeedback().set(id(0), PathFeedback.EVICTED);
    }

    private void restart() {
        mft = new Mft(GROUPS, PATHS, feedback);
        writer = new MftWriter(mft);
    }

    private static GroupSpec group(final int mcstId) {
        return group(mcstId, 2);
    }

    private static GroupSpec group(final int mcstId, final int members) {
        final PathSpec[] paths = new PathSpec[members];
        for (int i = 0; i < members; i++) {
            paths[i] = new PathSpec(i, -1, new byte[] {10, 0, 0, (byte) i}, i, i, null);
        }
        return new GroupSpec(
                mcstId,
                0,
                5,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                0,
                List.of(paths));
    }

    private int id(final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    private void start(final String fault) throws GroupRefusedException {
        restart();
        slot = writer.start(group(GROUP));
        assertEquals(fault, writer.startFault());
        // A start that knows nothing of an earlier process with records begins anew all the same.
        assertTrue(mft.groupFeedback().has(slot, GroupFeedback.STARTED));
        final int out = fault == null ? PathFeedback.EVICTED : 0;
        assertEquals(out, mft.pathFeedback().flags(id(0)));
        assertEquals(0, mft.pathFeedback().flags(id(1)));
    }

    @Test
    void shouldTakeUpSoundRecords() throws GroupRefusedException {
        start(null);
        assertEquals(1, writer.lastChange().leftOut());
    }

    @Test
    void shouldBeNewWithoutRecords() throws GroupRefusedException {
        writer.remove(GROUP);
        restart();
        slot = writer.start(group(GROUP));
        assertNull(writer.startFault());
        assertTrue(mft.groupFeedback().has(slot, GroupFeedback.REGISTERED));
    }

    @Test
    void shouldNotBelieveAGroupWithAWordOutOfRange() throws GroupRefusedException {
        mft.groupFeedback().minimum(slot, 1 << 24);
        start("group record 0 has minimum of more than 24 bits (16777216)");
    }

    @Test
    void shouldNotBelieveAGroupWithAPathOutOfRange() throws GroupRefusedException {
        mft.pathFeedback().msn(id(1), 1 << 24);
        start("path record " + id(1) + " has MSN of more than 24 bits (16777216)");
    }

    @Test
    void shouldNotBelieveAGroupThatLacksAPath() throws GroupRefusedException {
        mft.pathFeedback().reset(id(1), 0, 0);
        start("it had 2 path records, and 1 are left");
    }

    @Test
    void shouldNotBelieveAGroupWithADamagedPath() throws GroupRefusedException {
        final int at = GROUPS * FeedbackLayout.GROUP_LENGTH + id(1) * FeedbackLayout.PATH_LENGTH;
        feedback.putLong(at, feedback.getLong(at) ^ 1);
        start("path record " + id(1) + " is damaged");
    }

    @Test
    void shouldNotBelieveAGroupWithAPathTwice() throws GroupRefusedException {
        mft.pathFeedback().reset(id(1), GROUP, mft.pathFeedback().keyHash(id(0)));
        start("path record " + Math.max(id(0), id(1)) + " is there twice");
    }

    @Test
    void shouldSupposeThatADamagedRecordWasTheGroups() throws GroupRefusedException {
        final int name = slot * FeedbackLayout.GROUP_LENGTH + 96;
        feedback.putLong(name, feedback.getLong(name) ^ 1);
        start("its record is missing, and group record 0 is damaged");
    }

    @Test
    void shouldKnowNothingOfLostGroups() throws GroupRefusedException {
        FeedbackFormat.makeLost(feedback, GROUPS, PATHS);
        start("nothing is known of it from before");
        writer.endStart();
        writer.remove(GROUP);
        slot = writer.start(group(GROUP));
        assertNull(writer.startFault(), "all groups of the start are there");
        assertTrue(mft.groupFeedback().has(slot, GroupFeedback.REGISTERED));
    }

    @Test
    void shouldFreeDamagedRecordsWhenTheStartEnds() throws GroupRefusedException {
        final int name = slot * FeedbackLayout.GROUP_LENGTH + 96;
        feedback.putLong(name, feedback.getLong(name) ^ 1);
        restart();
        writer.endStart();
        restart();
        slot = writer.start(group(GROUP));
        assertNull(writer.startFault());
    }

    @Test
    void shouldNotFreeAGroupThatTookADamagedRecord() throws GroupRefusedException {
        final int name = slot * FeedbackLayout.GROUP_LENGTH + 96;
        feedback.putLong(name, feedback.getLong(name) ^ 1);
        restart();
        for (int i = 0; i < GROUPS; i++) {
            writer.start(group(GROUP + i));
        }
        writer.endStart();
        for (int i = 0; i < GROUPS; i++) {
            assertEquals(GROUP + i, mft.groupFeedback().mcstId(mft.find(GROUP + i)));
        }
    }

    @Test
    void shouldFreeWhatNobodyTookWhenRoomIsShort() throws GroupRefusedException {
        restart();
        writer.start(group(GROUP + 1));
        writer.start(group(GROUP + 2));
        writer.install(group(GROUP + 3));
        assertEquals(3, writer.groupCount(), "the record of the first group is given up");
        final String message =
                assertThrows(GroupRefusedException.class, () -> writer.install(group(GROUP + 4)))
                        .getMessage();
        assertTrue(message.contains("limits.maxGroups=3"), message);
    }

    @Test
    void shouldFreePathsThatNobodyTookWhenRoomIsShort() throws GroupRefusedException {
        restart();
        writer.install(group(GROUP + 1, 6));
        final GroupRefusedException full =
                assertThrows(GroupRefusedException.class, () -> writer.install(group(GROUP, 1)));
        assertTrue(
                full.getMessage().contains("1 paths wanted, 0 left of limits.maxPaths=6"),
                full.getMessage());
    }

    @Test
    void shouldCountTheRecordsOfAGroupAsItsOwnRoom() throws GroupRefusedException {
        writer.install(group(GROUP + 1, 4));
        restart();
        slot = writer.start(group(GROUP));
        assertEquals(PathFeedback.EVICTED, mft.pathFeedback().flags(id(0)));
        final int other = writer.start(group(GROUP + 1, 4));
        assertTrue(mft.groupFeedback().has(other, GroupFeedback.STARTED), "nothing was given up");
    }

    @Test
    void shouldGiveUpTheRecordsOfAGroupThatIsUnset() throws GroupRefusedException {
        restart();
        assertEquals(Mft.NONE, writer.remove(GROUP));
        slot = writer.start(group(GROUP));
        assertTrue(mft.groupFeedback().has(slot, GroupFeedback.REGISTERED), "it is new");
        assertEquals(PathFeedback.KNOWN, mft.pathFeedback().flags(id(0)));
    }

    @Test
    void shouldGiveUpTheRecordsOfMembersThatLeftInBetween() throws GroupRefusedException {
        final int left = id(1);
        restart();
        slot = writer.start(group(GROUP, 1));
        assertNull(writer.startFault());
        assertEquals(PathFeedback.EVICTED, mft.pathFeedback().flags(id(0)));
        assertEquals(0, mft.pathFeedback().mcstId(left));
        writer.install(group(GROUP + 1, 5));
        assertEquals(2, writer.groupCount(), "five records are free");
    }

    @Test
    void shouldForgetASequenceNakAndKeepARefusal() throws GroupRefusedException {
        mft.pathFeedback().waitWith(id(0), 7, NakSeverity.of(0x62));
        mft.pathFeedback().waitWith(id(1), 8, NakSeverity.of(0x60));
        restart();
        slot = writer.start(group(GROUP));
        assertEquals(7, mft.pathFeedback().nakPsn(id(0)));
        assertTrue(mft.pathFeedback().refuses(id(0)));
        assertEquals(0, mft.pathFeedback().flags(id(1)));
    }
}
