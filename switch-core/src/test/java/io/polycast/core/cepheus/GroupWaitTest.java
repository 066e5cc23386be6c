package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.cepheus.view.GroupWait;
import io.polycast.core.cepheus.view.GroupWait.Kind;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.SilentPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who holds a group back, as {@code show why} tells. Member 0 sends. */
class GroupWaitTest {
    private static final long MS = 1_000_000L;

    private SwitchRig rig;

    @BeforeEach
    void begin() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
    }

    private GroupWait waits() {
        return GroupWait.of(rig.role.group(GROUP));
    }

    private void ack(final int member, final int psn) {
        rig.nowNs += MS;
        rig.ack(member, psn);
    }

    @Test
    void shouldWaitForASource() {
        assertEquals(new GroupWait(Kind.SOURCE, -1, 0, -1), waits());
    }

    @Test
    void shouldWaitForPathsThatNeverAnswered() {
        rig.set(group(4, -1, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 100 * MS));
        rig.data(0, 0);
        ack(1, 0);
        assertEquals(new GroupWait(Kind.FIRST_FEEDBACK, 2, 1, -1), waits());
    }

    @Test
    void shouldNameTheStuckReceiver() {
        rig.data(0, 0, 1, 2);
        ack(1, 2);
        ack(2, 1);
        ack(3, 2);
        final long movedNs = rig.nowNs;
        assertEquals(new GroupWait(Kind.ACK, 2, 0, 2), waits());
        rig.data(0, 3);
        ack(3, 3);
        ack(1, 3);
        assertEquals(new GroupWait(Kind.ACK, 2, 0, 2), waits());
        assertEquals(movedNs, rig.role.group(GROUP).progress().movedNs());
    }

    @Test
    void shouldNameTheHolderHeardLeastRecently() {
        rig.data(0, 0, 1);
        ack(3, 0);
        ack(1, 0);
        ack(2, 0);
        assertEquals(new GroupWait(Kind.ACK, 3, 2, 1), waits());
    }

    @Test
    void shouldWaitForTheSourceAfterANakAndAfterTheLastAck() {
        rig.data(0, 0, 1);
        ack(1, 1);
        ack(3, 1);
        rig.nak(2, 1);
        assertEquals(new GroupWait(Kind.RETRANSMISSION, 2, 0, 1), waits());
        ack(2, 1);
        assertEquals(new GroupWait(Kind.DATA, -1, 0, -1), waits());
    }
}
