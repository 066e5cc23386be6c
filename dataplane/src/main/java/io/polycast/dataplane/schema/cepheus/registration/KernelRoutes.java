package io.polycast.dataplane.schema.cepheus.registration;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.mft.registration.route.PrefixRoutes.Route;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.RouteDump;
import io.polycast.xdp.sys.RouteMessages;
import io.polycast.xdp.sys.SysException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks whether the kernel's routes over the ports have changed. One thread calls, which is none of packets. */
final class KernelRoutes {
    /** Most routes of a shard: each look-up tries all of them. */
    static final int MOST_ROUTES = 4096;

    private final List<PortConfig> ports;
    private final RouteDump dump = new RouteDump();
    private List<Route> last;
    private String problem;
    private boolean told;

    /**
     * @param ports of the switch
     */
    KernelRoutes(final List<PortConfig> ports) {
        this.ports = List.copyOf(ports);
    }

    /** Other routes than at the last look, or null when they are the same or cannot be read. */
    List<Route> changed() {
        final List<Route> now;
        try {
            final RouteMessages kernel = dump.read();
            now = KernelWays.of(devices(), kernel.routes(), kernel.neighbours());
        } catch (final SysException e) {
            complain("unicast: kernel: " + e.getMessage() + "; the routes of before stay");
            return null;
        }
        if (now.size() > MOST_ROUTES) {
            complain(
                    "unicast: kernel: the kernel has "
                            + now.size()
                            + " routes and neighbours at the ports, more than "
                            + MOST_ROUTES
                            + "; the routes of before stay. Take ports out of the kernel's"
                            + " routing, or list prefixes in registration.unicast");
            return null;
        }
        problem = null;
        told = false;
        if (now.equals(last)) {
            return null;
        }
        last = now;
        return now;
    }

    private void complain(final String what) {
        problem = told ? null : what;
        told = true;
    }

    /** Why the last look failed, if the one before did not; else null. */
    String warning() {
        return problem;
    }

    /** Devices come and go, and then they have other indexes. */
    private Map<Integer, Integer> devices() {
        final Map<Integer, Integer> portOf = new HashMap<>();
        for (int i = 0; i < ports.size(); i++) {
            final String device = ports.get(i).device();
            final int ifindex = device == null ? 0 : new NetDevice(device).index();
            if (ifindex != 0) {
                portOf.put(ifindex, i);
            }
        }
        return portOf;
    }
}
