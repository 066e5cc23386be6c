package io.polycast.mft.table;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The limits of a group's entry, each with the last value that is taken and the first that is refused. */
class GroupCheckTest {
    private static final int GROUP = 0x0AFF_0001;

    private static GroupSpec group(
            final int mcstId, final int initialPsn, final List<PathSpec> paths) {
        return new GroupSpec(
                mcstId,
                0,
                initialPsn,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                0,
                paths);
    }

    private static PathSpec host(final int port, final int qpn) {
        return new PathSpec(port, -1, new byte[] {10, 0, 0, (byte) port}, 1, qpn, null);
    }

    private static void taken(final GroupSpec spec) {
        assertDoesNotThrow(() -> GroupCheck.check(spec));
    }

    private static void refused(final GroupSpec spec, final String because) {
        final String message =
                assertThrows(GroupRefusedException.class, () -> GroupCheck.check(spec))
                        .getMessage();
        assertTrue(message.contains(because), message);
    }

    @Test
    void shouldTakeUnicastAddressesOnly() {
        final List<PathSpec> one = List.of(host(1, 1));
        for (final int first : new int[] {1, 10, 126, 128, 223, 240}) {
            taken(group(first << 24, -1, one));
        }
        for (final int first : new int[] {0, 127, 224, 239}) {
            refused(group(first << 24 | 1, -1, one), "unicast address");
        }
    }

    @Test
    void shouldTakeTwentyFourBitsOfAPathsFirstPsn() {
        for (final int firstPsn : new int[] {PathSpec.NO_FIRST_PSN, 0, 0xFF_FFFF}) {
            taken(group(GROUP, -1, List.of(joiner(firstPsn))));
        }
        for (final int firstPsn : new int[] {-2, 0x100_0000}) {
            refused(group(GROUP, -1, List.of(joiner(firstPsn))), "firstPsn " + firstPsn);
        }
    }

    private static PathSpec joiner(final int firstPsn) {
        return new PathSpec(1, -1, new byte[] {10, 0, 0, 1}, 1, 1, null, firstPsn);
    }

    @Test
    void shouldTakeTwentyFourBitsOfPsnAndQpn() {
        taken(group(GROUP, -1, List.of(host(1, 0))));
        taken(group(GROUP, 0, List.of(host(1, 0xFF_FFFF))));
        taken(group(GROUP, 0xFF_FFFF, List.of(host(1, 1))));
        refused(group(GROUP, -2, List.of(host(1, 1))), "initialPsn -2");
        refused(group(GROUP, 1 << 24, List.of(host(1, 1))), "initialPsn 16777216");
        refused(group(GROUP, -1, List.of(host(1, -1))), "qpn -1");
        refused(group(GROUP, -1, List.of(host(1, 1 << 24))), "qpn 16777216");
    }

    @Test
    void shouldTakeSixtyFourPorts() {
        taken(group(GROUP, -1, List.of(host(0, 1), host(63, 1))));
        refused(group(GROUP, -1, List.of(host(64, 1))), "port 64");
        refused(group(GROUP, -1, List.of(host(-1, 1))), "port -1");
    }

    @Test
    void shouldTakeOneTo254Paths() {
        refused(group(GROUP, -1, List.of()), "without paths");
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < GroupSpec.MAX_PATHS; i++) {
            paths.add(new PathSpec(1, -1, new byte[] {10, 0, 1, (byte) i}, 1, 1, null));
        }
        taken(group(GROUP, -1, paths));
        paths.add(host(2, 1));
        refused(group(GROUP, -1, paths), "group with 255 paths");
    }

    @Test
    void shouldNotMixAddressesOfTwoLengths() {
        final PathSpec v6 = new PathSpec(2, -1, new byte[16], 1, 1, null);
        taken(group(GROUP, -1, List.of(v6)));
        refused(group(GROUP, -1, List.of(v6, host(1, 1))), "mixes");
        refused(group(GROUP, -1, List.of(host(1, 1), v6)), "mixes");
    }
}
