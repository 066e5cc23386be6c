package io.polycast.core.cepheus.registration;

import static io.polycast.core.cepheus.registration.RegistrationRig.UPLINK;
import static io.polycast.core.cepheus.registration.RegistrationRig.far;
import static io.polycast.core.cepheus.registration.RegistrationRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom a switch names as missing, after what its branches have named. */
class MissingNodesTest {
    private final RegistrationRig rig = new RegistrationRig(false);

    @BeforeEach
    void commit() {
        rig.arpFromAll();
        rig.set(1, host(1), far(0), far(1));
        rig.answer(1, MrpType.CONFIRM, 1);
        rig.answer(UPLINK, MrpType.CONFIRM, 1);
        rig.order(MrpType.COMMIT, 1);
        rig.taken();
    }

    /** A node that the switch does not know any more has left, and has not removed the group yet. */
    @Test
    void shouldNameWhomANextSwitchPrunes() {
        rig.answer(1, MrpType.COMMITTED, 1);
        committed(UPLINK, 0, far(7));
        assertEquals(List.of("0 COMMITTED 1 10.0.1.8"), answers());
        rig.answer(UPLINK, MrpType.COMMITTED, 1);
        assertEquals(List.of("0 COMMITTED 1"), answers());
    }

    @Test
    void shouldNotBelieveAHostAboutOthers() {
        committed(1, 0, far(0));
        rig.answer(UPLINK, MrpType.COMMITTED, 1);
        assertEquals(List.of("0 COMMITTED 1"), answers());
    }

    @Test
    void shouldPassOnThatThereAreMore() {
        rig.answer(1, MrpType.COMMITTED, 1);
        committed(UPLINK, Mrp.FLAG_MORE, far(0));
        assertEquals(List.of("0 COMMITTED 1 10.0.1.1 MORE"), answers());
        committed(UPLINK, 0, far(0));
        assertEquals(List.of("0 COMMITTED 1 10.0.1.1"), answers());
    }

    private void committed(final int port, final int flag, final MrpAddress... missing) {
        final List<MrpNode> nodes =
                Arrays.stream(missing).map(node -> new MrpNode(node, 0, 0)).toList();
        rig.send(port, w -> w.nodes(MrpType.COMMITTED, rig.flags() | flag, 1, 1, nodes));
    }

    /** Of the switch to the leader, which asks again. */
    private List<String> answers() {
        rig.taken();
        rig.order(MrpType.COMMIT, 1);
        return rig.taken().stream().filter(each -> each.startsWith("0 COMMITTED")).toList();
    }
}
