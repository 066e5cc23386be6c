package io.polycast.dataplane.schema.surrogate;

import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Compares, at a start, what devices of legs really carry with what devices of hosts let in. A port without a
 * device makes no demand. The {@code mtu} of a host's port stands for that of its device.
 */
final class LegLengths {
    private static final int ETHERNET_AND_TAG = 18;

    private LegLengths() {}

    /**
     * @param configuration of the node
     * @param longest frame of each open port, in bytes with one tag and without FCS
     * @return a line for each port of a leg that carries too little
     */
    static List<String> warnings(
            final Configuration configuration, final IntUnaryOperator longest) {
        final List<PortConfig> ports = configuration.ports();
        final Set<Integer> carrying = new HashSet<>();
        for (final LegSpec leg : ((SurrogateSettings) configuration.roleSettings()).legs()) {
            carrying.add(leg.port());
        }
        int most = 0;
        String from = null;
        for (int port = 0; port < ports.size(); port++) {
            final PortConfig host = ports.get(port);
            if (!carrying.contains(port) && host.spec().device() != null) {
                final int mtu =
                        host.mtu() > 0 ? host.mtu() : longest.applyAsInt(port) - ETHERNET_AND_TAG;
                if (mtu > most) {
                    most = mtu;
                    from = host.name();
                }
            }
        }
        final List<String> lines = new ArrayList<>();
        for (int port = 0; port < ports.size(); port++) {
            final String device = ports.get(port).spec().device();
            final int mtu = longest.applyAsInt(port) - ETHERNET_AND_TAG;
            final int least = most + LegMtus.OVERHEAD;
            if (carrying.contains(port) && device != null && from != null && mtu < least) {
                lines.add(
                        "port "
                                + ports.get(port).name()
                                + ": legs need an MTU of "
                                + least
                                + " for frames of port "
                                + from
                                + ", and have "
                                + mtu
                                + ": longer copies are not made; ip link set "
                                + device
                                + " mtu "
                                + least
                                + ", or lower that of port "
                                + from);
            }
        }
        return lines;
    }
}
