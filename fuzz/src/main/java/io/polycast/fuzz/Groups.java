package io.polycast.fuzz;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import java.util.ArrayList;
import java.util.List;

/** The groups that {@link SwitchTarget} plays with: each kind of path and policy is in one. */
final class Groups {
    static final int COUNT = 3;
    static final int MEMBERS = 4;
    static final long NEXT_SWITCH_MAC = 0x0200_0000_01FEL;
    static final int NEXT_SWITCH_PORT = 4;
    private static final int FIRST_ID = Ipv4.parse("10.255.0.1");

    private Groups() {}

    static int id(final int group) {
        return FIRST_ID + group;
    }

    static boolean isIpv6(final int group) {
        return group == 2;
    }

    /** Address of a group, as data is sent to it. */
    static String address(final int group) {
        return isIpv6(group) ? "fd00:cafe::aff:3" : "10.255.0." + (group + 1);
    }

    static String member(final int group, final int member) {
        return isIpv6(group) ? "fd09::" + (member + 1) : "10.0.0." + (member + 1);
    }

    static long mac(final int member) {
        return 0x0200_0000_0001L + member;
    }

    /**
     * @param group its number
     * @param without index of a member that is not in it, {@link #MEMBERS} for none
     */
    static GroupSpec spec(final int group, final int without) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            if (i != without) {
                paths.add(host(group, i));
            }
        }
        if (group == 1) {
            paths.add(
                    new PathSpec(
                            NEXT_SWITCH_PORT, PathSpec.ANY_VLAN, null, NEXT_SWITCH_MAC, 0, null));
        }
        return switch (group) {
            case 0 -> new GroupSpec(id(0), 0, 0xFF_FFFE, paths);
            case 1 ->
                    new GroupSpec(
                            id(1),
                            0x1000,
                            GroupSpec.UNKNOWN_PSN,
                            true,
                            FatalNakPolicy.EVICT_MEMBER,
                            SilentPolicy.EVICT,
                            1_000_000,
                            paths);
            default ->
                    new GroupSpec(
                            id(2),
                            -16,
                            0,
                            false,
                            FatalNakPolicy.EVICT_MEMBER,
                            SilentPolicy.DEMOTE,
                            1_000_000,
                            paths);
        };
    }

    private static PathSpec host(final int group, final int i) {
        final byte[] ip =
                isIpv6(group)
                        ? Ipv6.parse(member(group, i))
                        : new byte[] {10, 0, 0, (byte) (i + 1)};
        // Of the second group one member wants a tag; bounds of the last member are not known.
        final int vlan = group == 1 && i == 2 ? 30 : PathSpec.ANY_VLAN;
        final long length = i == MEMBERS - 1 ? 0 : 4096;
        final MemorySpec memory = new MemorySpec(0x7000_0000L + i, 0xA000 + i, length);
        return new PathSpec(i, vlan, ip, mac(i), 0x100 + i, memory);
    }
}
