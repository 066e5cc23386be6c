package io.polycast.mft.registration;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.psn.Psn;
import java.util.List;

/** Entries of the forwarding table from records of MRP. */
final class Paths {
    private static final long NS_PER_MS = 1_000_000L;

    /** Where the packet says 0; the most that an entry may say. */
    private static final long USUAL_SILENT_MS = 2000;

    private static final long MOST_SILENT_MS = 3_600_000;

    private Paths() {}

    static PathSpec toHost(
            final MemberSet set, final MrpNode node, final int port, final long mac) {
        final MrpDetail detail = set.details().get(node.address());
        final boolean hasMemory = detail != null && detail.hasMemory();
        return new PathSpec(
                port,
                PathSpec.ANY_VLAN,
                node.address().bytes(),
                mac,
                node.qpn(),
                hasMemory ? new MemorySpec(detail.va(), detail.rkey(), detail.length()) : null,
                detail == null ? PathSpec.NO_FIRST_PSN : detail.firstPsn());
    }

    static PathSpec toSwitch(final int port, final long mac, final int firstPsn) {
        return new PathSpec(port, PathSpec.ANY_VLAN, null, mac, 0, null, firstPsn);
    }

    /** Earliest PSN that any of the nodes expects; none as soon as one of them names none. */
    static int firstPsn(final MemberSet set, final List<MrpNode> nodes) {
        int first = PathSpec.NO_FIRST_PSN;
        for (final MrpNode node : nodes) {
            final MrpDetail detail = set.details().get(node.address());
            if (detail == null || detail.firstPsn() == MrpDetail.NO_PSN) {
                return PathSpec.NO_FIRST_PSN;
            }
            if (first == PathSpec.NO_FIRST_PSN || Psn.isBefore(detail.firstPsn(), first)) {
                first = detail.firstPsn();
            }
        }
        return first;
    }

    private static long silentAfterMs(final MrpGroup.Policies policies) {
        return policies.silentAfterMs() == 0
                ? USUAL_SILENT_MS
                : Math.min(MOST_SILENT_MS, policies.silentAfterMs());
    }

    static GroupSpec group(
            final MrpAddress group, final MrpGroup about, final List<PathSpec> paths) {
        final MrpGroup.Policies policies = about.policies();
        return new GroupSpec(
                group.last32(),
                about.memoryBase(),
                about.initialPsn(),
                policies.ucAllowed(),
                new GroupPolicy(
                        FatalNakPolicy.values()[policies.fatalNak()],
                        SilentPolicy.values()[policies.silent()],
                        silentAfterMs(policies) * NS_PER_MS),
                about.epoch(),
                paths);
    }
}
