package io.polycast.perf.rig;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import java.util.ArrayList;
import java.util.List;

/** Addresses of a rig: host 0 sends from port 0, host n listens at port n modulo the ports. */
final class RigAddresses {
    static final long SWITCH_MAC = 0x0200_0000_00FEL;
    static final int FIRST_PSN = 1000;
    static final int MOST_PORTS = 64;

    private static final int GROUPS = 10 << 24 | 200 << 16;

    private RigAddresses() {}

    static int mcstId(final int group) {
        return GROUPS + group;
    }

    static long mac(final int host) {
        return 0x0200_0000_0100L + host;
    }

    static int ip(final int host) {
        return 10 << 24 | 1 + host;
    }

    static int qpn(final int host) {
        return 0x100 + host;
    }

    static int ports(final int fanout) {
        return Math.min(MOST_PORTS, 1 + fanout);
    }

    static int port(final int host, final int fanout) {
        return host % ports(fanout);
    }

    /** Group n with host 0 as its source and as many receivers as the fan-out says. */
    static GroupSpec group(final int n, final int fanout) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int host = 0; host <= fanout; host++) {
            final int ip = ip(host);
            paths.add(
                    new PathSpec(
                            port(host, fanout),
                            PathSpec.ANY_VLAN,
                            new byte[] {
                                (byte) (ip >>> 24), (byte) (ip >>> 16), (byte) (ip >>> 8), (byte) ip
                            },
                            mac(host),
                            qpn(host),
                            null));
        }
        return new GroupSpec(mcstId(n), 0, FIRST_PSN, paths);
    }
}
