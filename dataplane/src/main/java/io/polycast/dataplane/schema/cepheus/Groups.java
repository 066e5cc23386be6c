package io.polycast.dataplane.schema.cepheus;

import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.GroupAddresses;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Nearest;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the entries of {@code groups:} and builds their specifications. */
final class Groups {
    private Groups() {}

    /**
     * Checks one group.
     *
     * @param portNames of the switch, or null when they are not known
     * @param addresses that groups of the switch have
     */
    static void check(
            final Values group,
            final List<String> portNames,
            final GroupAddresses addresses,
            final Problems problems) {
        if (!group.has(GroupSchema.PATHS)) {
            return;
        }
        checkTree(group, problems);
        final Map<String, Set<Long>> vlans = new HashMap<>();
        int addressLength = 0;
        for (final Located<Values> each : group.get(GroupSchema.PATHS)) {
            final Values path = each.value();
            checkPort(path, portNames, problems);
            checkNextHop(path, problems);
            checkPlace(path, vlans, problems);
            final byte[] ip = memberIp(path);
            if (ip == null) {
                continue;
            }
            final Values host = path.get(GroupSchema.HOST);
            if (addressLength != 0 && ip.length != addressLength) {
                problems.error(
                        host.at(GroupSchema.HOST_IP),
                        "the group mixes IPv4 and IPv6 members",
                        "make two groups of it");
            }
            addressLength = addressLength == 0 ? ip.length : addressLength;
            if (ip.length == 16 && !addresses.ipv6()) {
                problems.error(
                        host.at(GroupSchema.HOST_IP),
                        "an IPv6 member needs switch.mcstPrefix6",
                        "add mcstPrefix6 to the switch section: " + Types.PREFIX6.allowed());
            }
            if (ip.length == 4
                    && addresses.prefix() != null
                    && addresses.prefix().contains(Addresses.quad(ip))) {
                problems.error(
                        host.at(GroupSchema.HOST_IP),
                        "a member has an address of switch.mcstPrefix " + addresses.prefix(),
                        "take a prefix without hosts: the switch answers ARP for all of it");
            }
            if (ip.length == 4
                    && group.has(EntryKeys.ID)
                    && Addresses.quad(ip) == group.get(EntryKeys.ID)) {
                problems.error(
                        host.at(GroupSchema.HOST_IP),
                        "a member has the group's own address",
                        "take an unused address as id");
            }
        }
    }

    /** One switch's entry cannot show what the others do: a dead member of theirs is theirs to take out. */
    private static void checkTree(final Values group, final Problems problems) {
        final Values policy = group.get(GroupSchema.POLICY);
        if (policy == null
                || !policy.has(PolicySchema.SILENT)
                || !policy.has(PolicySchema.FATAL_NAK)
                || policy.get(PolicySchema.SILENT) == SilentPolicy.FREEZE
                        && policy.get(PolicySchema.FATAL_NAK) == FatalNakPolicy.FAIL_GROUP) {
            return;
        }
        for (final Located<Values> each : group.get(GroupSchema.PATHS)) {
            if (each.value().gives(GroupSchema.SWITCH)) {
                problems.warning(
                        policy.node(),
                        "the group leads to other switches: their policies are not seen from here",
                        "write the same silent, silentAfter and fatalNak on all switches of the"
                                + " group");
                return;
            }
        }
    }

    private static void checkPort(
            final Values path, final List<String> portNames, final Problems problems) {
        final String port = path.get(GroupSchema.PORT);
        if (port != null && portNames != null && !portNames.contains(port)) {
            final String nearest = Nearest.to(port, portNames);
            problems.error(
                    path.at(GroupSchema.PORT),
                    "there is no port '" + port + "'",
                    nearest == null
                            ? "the ports are " + String.join(", ", portNames)
                            : "did you mean '" + nearest + "'?");
        }
    }

    private static void checkNextHop(final Values path, final Problems problems) {
        final boolean host = path.gives(GroupSchema.HOST);
        final boolean toSwitch = path.gives(GroupSchema.SWITCH);
        if (host == toSwitch) {
            problems.error(
                    path.node(),
                    host ? "a path has a host and a switch" : "a path has neither host nor switch",
                    "give exactly one of them");
        }
        if (toSwitch && path.gives(GroupSchema.MEMORY)) {
            problems.error(
                    path.at(GroupSchema.MEMORY),
                    "memory belongs to a member, not to a next switch",
                    "remove it: the last switch before the member rewrites the RETH");
        }
        final Values memory = path.get(GroupSchema.MEMORY);
        if (memory != null && !memory.gives(GroupSchema.LENGTH)) {
            problems.warning(
                    memory.node(),
                    "memory without length: a WRITE past the region is left to the member's RNIC",
                    "add length to have it refused here");
        }
        if (memory != null && memory.has(GroupSchema.VA) && memory.has(GroupSchema.LENGTH)) {
            final long va = memory.get(GroupSchema.VA);
            final long last = va + memory.get(GroupSchema.LENGTH) - 1;
            if (Long.compareUnsigned(last, va) < 0) {
                problems.error(
                        memory.at(GroupSchema.LENGTH),
                        "va + length is past the end of the address space",
                        "check va and length");
            }
        }
    }

    /** Whether frames of a path can be told from those of the paths before it. */
    private static void checkPlace(
            final Values path, final Map<String, Set<Long>> vlansByPlace, final Problems problems) {
        final String place = place(path);
        if (place == null) {
            return;
        }
        final Long vlan = path.get(GroupSchema.VLAN);
        final Set<Long> vlans = vlansByPlace.computeIfAbsent(place, key -> new HashSet<>());
        if (vlans.contains(vlan)) {
            problems.error(
                    path.node(),
                    "the group has two paths to " + place + (vlan == null ? "" : " vlan " + vlan),
                    "remove one, or tell them apart by vlan or host ip");
        } else if (vlan == null && !vlans.isEmpty() || vlans.contains(null)) {
            problems.error(
                    path.node(),
                    "the group has two paths to "
                            + place
                            + ", and the one without vlan takes frames of every VLAN",
                    "remove one, or give each a vlan of its own");
        }
        vlans.add(vlan);
    }

    /** Where a path leads, but for its VLAN, in words. */
    private static String place(final Values path) {
        final String port = path.get(GroupSchema.PORT);
        final Values next = path.get(GroupSchema.SWITCH);
        final byte[] ip = memberIp(path);
        if (port == null || ip == null && (next == null || !next.has(GroupSchema.SWITCH_MAC))) {
            return null;
        }
        return (ip == null
                        ? "switch " + Addresses.formatMac(next.get(GroupSchema.SWITCH_MAC))
                        : Addresses.formatIp(ip))
                + " on port "
                + port;
    }

    private static byte[] memberIp(final Values path) {
        final Values host = path.get(GroupSchema.HOST);
        return host == null ? null : host.get(GroupSchema.HOST_IP);
    }

    /** Builds one group that passed {@link #check}. */
    static GroupSpec build(final Values group, final List<String> portNames) {
        final Long initialPsn = group.get(GroupSchema.INITIAL_PSN);
        final Long epoch = group.get(GroupSchema.EPOCH);
        final List<PathSpec> paths = new ArrayList<>();
        for (final Located<Values> each : group.get(GroupSchema.PATHS)) {
            paths.add(path(each.value(), portNames));
        }
        return new GroupSpec(
                group.get(EntryKeys.ID),
                group.get(GroupSchema.MEMORY_BASE),
                initialPsn == null ? GroupSpec.UNKNOWN_PSN : initialPsn.intValue(),
                group.get(GroupSchema.UC) == GroupSchema.UcPolicy.ALLOW,
                PolicySchema.build(group.get(GroupSchema.POLICY)),
                epoch == null ? GroupSpec.NO_EPOCH : epoch,
                paths);
    }

    private static PathSpec path(final Values path, final List<String> portNames) {
        final Values host = path.get(GroupSchema.HOST);
        final Values memory = path.get(GroupSchema.MEMORY);
        final Long vlan = path.get(GroupSchema.VLAN);
        final int port = portNames.indexOf(path.get(GroupSchema.PORT));
        final int vlanId = vlan == null ? PathSpec.ANY_VLAN : vlan.intValue();
        final Long first = path.get(GroupSchema.FIRST_PSN);
        final int firstPsn = first == null ? PathSpec.NO_FIRST_PSN : first.intValue();
        if (host == null) {
            final long mac = path.get(GroupSchema.SWITCH).get(GroupSchema.SWITCH_MAC);
            return new PathSpec(port, vlanId, null, mac, 0, null, firstPsn);
        }
        final Long length = memory == null ? null : memory.get(GroupSchema.LENGTH);
        return new PathSpec(
                port,
                vlanId,
                host.get(GroupSchema.HOST_IP),
                host.get(GroupSchema.HOST_MAC),
                host.get(GroupSchema.HOST_QPN).intValue(),
                memory == null
                        ? null
                        : new MemorySpec(
                                memory.get(GroupSchema.VA),
                                memory.get(GroupSchema.RKEY).intValue(),
                                length == null ? 0 : length),
                firstPsn);
    }
}
