package io.polycast.core.cepheus.registration;

import static io.polycast.core.cepheus.registration.RegistrationRig.GROUP;
import static io.polycast.core.cepheus.registration.RegistrationRig.MS;
import static io.polycast.core.cepheus.registration.RegistrationRig.UPLINK;
import static io.polycast.core.cepheus.registration.RegistrationRig.far;
import static io.polycast.core.cepheus.registration.RegistrationRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpType;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leader's agent was away, or died, while the switch told of an evicted member. */
class UnheardEventTest {
    private static final String EVICTED = "0 EVENT 1 10.0.0.2";

    private final RegistrationRig rig = new RegistrationRig(false);

    @BeforeEach
    void evictAMember() {
        rig.arpFromAll();
        register(1);
        final PathSpec path =
                rig.role.group(GROUP.last32()).spec().paths().stream()
                        .filter(each -> each.port() == 1)
                        .findFirst()
                        .orElseThrow();
        rig.role.registrar().onPathOut(GROUP.last32(), path, false);
        rig.tick();
        assertEquals(List.of(EVICTED), rig.taken());
        exhaustRepetitions();
    }

    @Test
    void shouldTellALeaderThatRefreshesTheGroupAgain() {
        rig.set(1, host(1), far(0), far(1));
        rig.tick();
        assertTrue(rig.taken().contains(EVICTED));
    }

    @Test
    void shouldNotTellWhatWasHeard() {
        final List<MrpNode> heard = List.of(new MrpNode(host(1), 0, MrpNode.EVICTED));
        rig.send(0, w -> w.nodes(MrpType.HEARD, rig.flags(), 1, 1, heard));
        rig.set(1, host(1), far(0), far(1));
        rig.tick();
        assertFalse(rig.taken().contains(EVICTED));
    }

    @Test
    void shouldTellTheLeaderOfTheNextRevision() {
        register(2);
        rig.tick();
        assertTrue(rig.taken().contains("0 EVENT 2 10.0.0.2"));
    }

    private void register(final int revision) {
        rig.set(revision, host(1), far(0), far(1));
        rig.answer(1, MrpType.CONFIRM, revision);
        rig.answer(UPLINK, MrpType.CONFIRM, revision);
        rig.taken();
        rig.order(MrpType.COMMIT, revision);
        if (revision == 1) {
            rig.answer(1, MrpType.COMMITTED, revision);
            rig.answer(UPLINK, MrpType.COMMITTED, revision);
            rig.taken();
        }
    }

    /** Until the switch repeats the event no more. */
    private void exhaustRepetitions() {
        for (int i = 0; i < 20; i++) {
            rig.nowNs += 1000 * MS;
            rig.tick();
        }
        rig.taken();
        rig.nowNs += 1000 * MS;
        rig.tick();
        assertFalse(rig.taken().contains(EVICTED));
    }
}
