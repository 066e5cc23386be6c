package io.polycast.core;

import static io.polycast.core.SwitchRig.GROUP;
import static io.polycast.core.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Feedback that waits while a group, its members or its data change. */
class PendingFeedbackTest {
    private SwitchRig rig = SwitchRig.withMembers(4, 0);

    @Test
    void shouldBeginAnewWhenNoMemberKeepsItsQueuePair() {
        rig = SwitchRig.withMembers(3, GroupSpec.UNKNOWN_PSN);
        rig.data(0, 100);
        rig.ack(1, 100);
        assertEquals("p0:ack(100)", rig.ack(2, 100));
        // The job starts again: other queue pairs, other PSNs.
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final PathSpec old = host(i);
            paths.add(
                    new PathSpec(
                            old.port(),
                            old.vlanId(),
                            old.ip(),
                            old.mac(),
                            old.qpn() + 0x100,
                            old.memory()));
        }
        rig.set(
                new GroupSpec(
                        GROUP,
                        0,
                        GroupSpec.UNKNOWN_PSN,
                        false,
                        FatalNakPolicy.FAIL_GROUP,
                        SilentPolicy.FREEZE,
                        0,
                        paths));
        assertEquals("p1:data(5) p2:data(5)", rig.data(0, 5));
        rig.ack(1, 5);
        assertEquals("p0:ack(5)", rig.ack(2, 5));
    }
}
