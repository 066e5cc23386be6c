package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.wire.Aeth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of a group as a trace shows them: event, port, path, PSN, detail. */
class CepheusTraceTest {
    private final SwitchRig rig = new SwitchRig();
    private final List<String> seen = new ArrayList<>();

    private List<String> seen() {
        final List<String> events = List.copyOf(seen);
        seen.clear();
        return events;
    }

    @Test
    void shouldTraceTheLifeOfAGroup() {
        rig.role.trace(
                (nowNs, event, mcstId, port, path, psn, detail) -> {
                    assertEquals(rig.nowNs, nowNs);
                    assertEquals(GROUP, mcstId);
                    seen.add(event + " " + port + " " + path + " " + psn + " " + detail);
                });
        rig.set(group(3, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0));
        assertEquals(List.of("GROUP_SET -1 -1 -1 3"), seen());
        rig.data(0, 0, 1, 2);
        assertEquals(List.of("SOURCE 0 0 0 0"), seen());
        rig.ack(1, 0);
        assertEquals(List.of(), seen());
        rig.ack(2, 1);
        assertEquals(List.of("ACK_OUT 0 0 0 " + Aeth.ACK_UNLIMITED), seen());
        rig.cnp(1);
        assertEquals(List.of("CNP_OUT 0 0 -1 0"), seen());
        rig.nak(1, 1);
        assertEquals(List.of("NAK_OUT 0 0 1 " + Aeth.NAK_PSN_SEQUENCE_ERROR), seen());
        rig.nak(1, 1, Aeth.NAK_REMOTE_ACCESS_ERROR);
        assertEquals(List.of("EVICTED 1 1 -1 0", "ACK_OUT 0 0 1 " + Aeth.ACK_UNLIMITED), seen());
        rig.role.unsetGroup(rig.nowNs, GROUP);
        assertEquals(List.of("GROUP_UNSET -1 -1 -1 0"), seen());
    }
}
