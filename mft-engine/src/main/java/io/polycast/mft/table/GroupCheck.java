package io.polycast.mft.table;

import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Conditions that every group meets before it enters a table. */
final class GroupCheck {
    private static final int PORTS = 64;

    private GroupCheck() {}

    static void check(final GroupSpec spec) throws GroupRefusedException {
        final int first = spec.mcstId() >>> 24;
        require(
                first != 0 && first != 127 && (first < 224 || first > 239),
                "group id in 0/8, 127/8 or 224/4: receivers drop such sources; take an unused"
                        + " unicast address");
        require(!spec.paths().isEmpty(), "group without paths; name at least one member");
        require(
                spec.paths().size() <= GroupSpec.MAX_PATHS,
                "group with " + spec.paths().size() + " paths; at most " + GroupSpec.MAX_PATHS);
        require(
                spec.initialPsn() >= GroupSpec.UNKNOWN_PSN && spec.initialPsn() <= 0xFF_FFFF,
                "initialPsn " + spec.initialPsn() + " out of [0, 0xFFFFFF]");
        final int ipLength = spec.isIpv6() ? 16 : 4;
        final Map<List<Object>, Set<Integer>> vlans = new HashMap<>();
        for (final PathSpec path : spec.paths()) {
            require(
                    path.port() >= 0 && path.port() < PORTS,
                    "port " + path.port() + " out of [0, 63]");
            require(
                    path.firstPsn() >= PathSpec.NO_FIRST_PSN && path.firstPsn() <= 0xFF_FFFF,
                    "firstPsn " + path.firstPsn() + " out of [0, 0xFFFFFF]");
            if (path.isHost()) {
                require(
                        path.ip().length == ipLength,
                        "group mixes IPv4 and IPv6 members; split it");
                require(
                        path.qpn() >= 0 && path.qpn() <= 0xFF_FFFF,
                        "qpn " + path.qpn() + " out of 24 bits");
            }
            checkVlan(path, vlans.computeIfAbsent(place(path), key -> new HashSet<>()));
        }
    }

    /** Where a path leads, but for its VLAN. */
    private static List<Object> place(final PathSpec path) {
        return path.isHost()
                ? List.of(path.port(), Arrays.toString(path.ip()))
                : List.of(path.port(), path.mac());
    }

    /**
     * A path that keeps tags takes frames of every VLAN: those of another path to the same place,
     * too.
     */
    private static void checkVlan(final PathSpec path, final Set<Integer> others)
            throws GroupRefusedException {
        require(
                others.add(path.vlanId()),
                "two paths with the same port, VLAN and address; remove one");
        require(
                others.size() == 1 || !others.contains(PathSpec.ANY_VLAN),
                "two paths with the same port and address, one of them without VLAN, which takes"
                        + " frames of every VLAN; remove one, or give each a VLAN of its own");
    }

    private static void require(final boolean holds, final String otherwise)
            throws GroupRefusedException {
        if (!holds) {
            throw new GroupRefusedException(otherwise);
        }
    }
}
