package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.wire.Aeth;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/** Groups share no feedback, although the rows of one lie behind those of another. */
class NeighbourGroupTest {
    private static final int FATAL = Aeth.NAK_REMOTE_ACCESS_ERROR;
    private static final int EARLIER = 0xFFFF00;

    /** All that the source is told while everything happens that walks over the paths. */
    private static String transcript(final AckRig rig) {
        final StringBuilder text = new StringBuilder();
        rig.data(1, 2, 3, 4);
        text.append(rig.nak(1, 2)).append(rig.ack(2, 4)).append(rig.ack(3, 1)).append(';');
        text.append(rig.membership()).append(rig.has(GroupFeedback.ME_VALID)).append(';');
        text.append(rig.nak(1, 3, FATAL)).append(rig.ack(3, 4)).append(';');
        rig.anew(10);
        text.append(rig.ack(2, 10)).append(rig.aggregator.msn(rig.slot)).append(';');
        text.append(rig.ack(3, 10)).append(rig.data(10)).append(';');
        rig.nowNs += AckRig.NAK_REPEAT_NS;
        text.append(rig.data(11)).append(rig.source(2, 12)).append(rig.ack(0, 11));
        text.append(rig.ack(3, 11)).append(rig.ack(1, 11)).append(';');
        for (int path = 0; path < 4; path++) {
            rig.mft.pathFeedback().set(rig.id(path), PathFeedback.EVICTED);
        }
        text.append(rig.membership()).append(rig.aggregator.minimumPath(rig.slot));
        return text.toString();
    }

    private static void compare(final ObjIntConsumer<PathFeedback> neighbour) {
        final AckRig rig = new AckRig(3);
        final Mft mft = rig.mft;
        final PathFeedback paths = mft.pathFeedback();
        final int id = mft.feedbackId(mft.row(rig.behind, 0));
        assertNotEquals(rig.slot, rig.behind);
        paths.clear(id, PathFeedback.KNOWN);
        neighbour.accept(paths, id);
        final int flags = paths.flags(id);
        final int nakPsn = paths.nakPsn(id);
        assertEquals(transcript(new AckRig(3)), transcript(rig));
        assertEquals(flags, paths.flags(id));
        assertEquals(nakPsn, paths.nakPsn(id));
    }

    @Test
    void shouldNotShareAnUnknownPath() {
        compare((paths, id) -> {});
    }

    @Test
    void shouldNotShareASlowPath() {
        compare(
                (paths, id) -> {
                    paths.ackPsn(id, EARLIER);
                    paths.msn(id, 77);
                    paths.set(id, PathFeedback.KNOWN);
                });
    }

    @Test
    void shouldNotShareAPathAtPsnZero() {
        compare((paths, id) -> paths.set(id, PathFeedback.KNOWN));
    }

    @Test
    void shouldNotShareAWaitingNak() {
        compare((paths, id) -> paths.waitWith(id, EARLIER, NakSeverity.of(0x60)));
    }

    @Test
    void shouldNotShareARefusal() {
        compare((paths, id) -> paths.waitWith(id, EARLIER, NakSeverity.of(FATAL)));
    }

    @Test
    void shouldNotShareARefusalThatStandsAtTheNextData() {
        compare(
                (paths, id) -> {
                    paths.waitWith(id, 0, NakSeverity.of(FATAL));
                    paths.nakPsn(id, -1);
                });
    }
}
