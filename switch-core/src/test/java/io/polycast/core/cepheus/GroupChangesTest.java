package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.PORTS;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.GroupPicture;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups that are set, started and unset: answers to the caller, and state that does not outlive them. */
class GroupChangesTest {
    private final SwitchRig rig = new SwitchRig();

    private static GroupSpec onPort(final int port) {
        final PathSpec path = host(1);
        final PathSpec other =
                new PathSpec(port, path.vlanId(), path.ip(), path.mac(), path.qpn(), path.memory());
        return new GroupSpec(GROUP, 0, 0, List.of(host(0), other));
    }

    @Test
    void shouldRefuseAPortThatTheSwitchLacks() throws GroupRefusedException {
        assertThrows(
                GroupRefusedException.class,
                () -> rig.role.setGroup(rig.nowNs, onPort(PORTS), rig));
        assertThrows(
                GroupRefusedException.class, () -> rig.role.startGroup(rig.nowNs, onPort(PORTS)));
        assertEquals(0, rig.role.groupCount());
        assertNull(rig.role.startGroup(rig.nowNs, onPort(PORTS - 1)), "a start without a fault");
        assertEquals(1, rig.role.groupCount());
    }

    @Test
    void shouldSayWhetherThereWasAGroupToUnset() {
        assertFalse(rig.role.unsetGroup(rig.nowNs, GROUP));
        rig.set(group(3, 0));
        assertTrue(rig.role.unsetGroup(rig.nowNs, GROUP));
        assertFalse(rig.role.unsetGroup(rig.nowNs, GROUP));
        assertEquals(List.of(), rig.role.groups());
    }

    /** 192.0.2.9 is behind 10.0.0.9 although it is a negative int. */
    @Test
    void shouldShowGroupsInOrderOfTheirAddresses() {
        final int[] ids = {0xC000_0209, 0x0A00_0009, 0x6400_0009};
        for (final int id : ids) {
            rig.set(new GroupSpec(id, 0, 0, List.of(host(0), host(1))));
        }
        assertEquals(
                List.of(ids[1], ids[2], ids[0]),
                rig.role.groups().stream().map(GroupPicture::mcstId).toList());
    }

    @Test
    void shouldForgetTheMostCongestedPathOfTheOldEntry() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        assertEquals("p0:cnp", rig.cnp(1));
        assertEquals("", rig.cnp(2), "another path is the most congested one");
        rig.set(group(3, -1));
        rig.data(0, 10);
        assertEquals("p0:cnp", rig.cnp(2));
    }
}
