package io.polycast.mft.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The same members come again with other queue pairs: their PSNs start anywhere. */
class NewConnectionsTest {
    private static final int MCST_ID = 0x0AFF0001;
    private static final int GROUPS = 4;
    private static final int PATHS = 16;
    private static final int HISTORY = GroupFeedback.AGG_VALID | GroupFeedback.HIGHEST_VALID;

    private final UnsafeBuffer feedback =
            new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]);
    private Mft mft = new Mft(GROUPS, PATHS, feedback);
    private MftWriter writer = new MftWriter(mft);

    @Test
    void shouldForgetPsnsOfAGroupWhoseConnectionsAreAllNew() throws GroupRefusedException {
        final int slot = runFor(17, 18);
        writer.install(group(27, 28));
        assertEquals(0, mft.groupFeedback().flags(slot) & HISTORY);
    }

    @Test
    void shouldKeepPsnsOfAGroupOfWhichAConnectionGoesOn() throws GroupRefusedException {
        final int slot = runFor(17, 18);
        writer.install(group(17, 28));
        assertEquals(HISTORY, mft.groupFeedback().flags(slot) & HISTORY);
    }

    @Test
    void shouldForgetPsnsThatAnEarlierProcessLeftOfOtherConnections() throws GroupRefusedException {
        runFor(17, 18);
        restart();
        final int slot = writer.install(group(27, 28));
        assertEquals(0, mft.groupFeedback().flags(slot) & HISTORY);
    }

    @Test
    void shouldKeepPsnsThatAnEarlierProcessLeftOfTheSameConnections() throws GroupRefusedException {
        runFor(17, 18);
        restart();
        final int slot = writer.install(group(17, 18));
        assertEquals(HISTORY, mft.groupFeedback().flags(slot) & HISTORY);
    }

    /** A group that has seen data and acknowledgements. */
    private int runFor(final int firstQpn, final int secondQpn) throws GroupRefusedException {
        final int slot = writer.install(group(firstQpn, secondQpn));
        mft.groupFeedback().aggAckPsn(slot, 0x4000);
        mft.groupFeedback().set(slot, HISTORY);
        return slot;
    }

    private void restart() {
        mft = new Mft(GROUPS, PATHS, feedback);
        writer = new MftWriter(mft);
    }

    private static GroupSpec group(final int firstQpn, final int secondQpn) {
        return new GroupSpec(
                MCST_ID,
                0,
                GroupSpec.UNKNOWN_PSN,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                1,
                List.of(host(0, firstQpn), host(1, secondQpn)));
    }

    private static PathSpec host(final int port, final int qpn) {
        final byte[] ip = {10, 0, 0, (byte) (port + 1)};
        return new PathSpec(port, PathSpec.ANY_VLAN, ip, port + 1, qpn, null);
    }
}
