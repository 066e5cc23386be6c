package io.polycast.dataplane.schema.cepheus.registration;

import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.mft.registration.route.PrefixRoutes.Route;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.xdp.sys.RouteMessages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Turns the kernel's routes and neighbours into unicast routes of registration. A gateway is the next switch, and
 * its MAC is that of the kernel's neighbour; without one the hop is left out. A route without a gateway leads to
 * hosts. Only devices of ports count.
 */
final class KernelWays {
    private final Map<Integer, Integer> portOf;
    private final List<RouteMessages.Route> routes;
    private final List<RouteMessages.Neighbour> neighbours;
    private final Map<String, Long> metrics = new LinkedHashMap<>();
    private final Map<String, List<Hop>> hops = new LinkedHashMap<>();
    private final Map<String, RouteMessages.Route> prefixes = new LinkedHashMap<>();

    private KernelWays(
            final Map<Integer, Integer> portOf,
            final List<RouteMessages.Route> routes,
            final List<RouteMessages.Neighbour> neighbours) {
        this.portOf = portOf;
        this.routes = routes;
        this.neighbours = neighbours;
    }

    /**
     * @param portOf index of the port by the index of its device
     * @param routes of the kernel
     * @param neighbours of the kernel
     * @return routes of registration, those of the kernel before those of its neighbours
     */
    static List<Route> of(
            final Map<Integer, Integer> portOf,
            final List<RouteMessages.Route> routes,
            final List<RouteMessages.Neighbour> neighbours) {
        return new KernelWays(portOf, routes, neighbours).ways();
    }

    private List<Route> ways() {
        for (final RouteMessages.Route route : routes) {
            add(route);
        }
        final List<Route> all = new ArrayList<>();
        hops.forEach(
                (key, ways) -> {
                    if (!ways.isEmpty()) {
                        final RouteMessages.Route route = prefixes.get(key);
                        all.add(new Route(address(route.prefix()), route.length(), ways));
                    }
                });
        for (final RouteMessages.Neighbour each : neighbours) {
            final Integer port = portOf.get(each.ifindex());
            final String key = Arrays.toString(each.address()) + Byte.SIZE * each.address().length;
            if (port != null && isOnLink(each) && !hops.containsKey(key)) {
                all.add(
                        new Route(
                                address(each.address()),
                                Byte.SIZE * each.address().length,
                                List.of(new Hop(port, each.mac(), true))));
            }
        }
        return all;
    }

    /** Of a prefix the routes of the lowest metric count, all together. */
    private void add(final RouteMessages.Route route) {
        final String key = Arrays.toString(route.prefix()) + route.length();
        final Long before = metrics.get(key);
        if (before != null && before < route.metric()) {
            return;
        }
        if (before == null || before > route.metric()) {
            hops.put(key, new ArrayList<>());
            prefixes.put(key, route);
            metrics.put(key, route.metric());
        }
        for (final RouteMessages.Hop hop : route.hops()) {
            final Integer port = portOf.get(hop.ifindex());
            if (port == null) {
                continue;
            }
            if (hop.gateway().length == 0) {
                hops.get(key).add(new Hop(port, PrefixRoutes.ANY_HOST, true));
                continue;
            }
            for (final RouteMessages.Neighbour each : neighbours) {
                if (each.ifindex() == hop.ifindex()
                        && Arrays.equals(each.address(), hop.gateway())) {
                    hops.get(key).add(new Hop(port, each.mac(), false));
                }
            }
        }
    }

    /** Whether a route without a gateway leads to a neighbour at its device. */
    private boolean isOnLink(final RouteMessages.Neighbour neighbour) {
        for (final RouteMessages.Route route : routes) {
            if (holds(route, neighbour.address())) {
                for (final RouteMessages.Hop hop : route.hops()) {
                    if (hop.ifindex() == neighbour.ifindex() && hop.gateway().length == 0) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean holds(final RouteMessages.Route route, final byte[] address) {
        if (route.prefix().length != address.length) {
            return false;
        }
        for (int bit = 0; bit < route.length(); bit++) {
            final int mask = 0x80 >> (bit & 7);
            if (((route.prefix()[bit >> 3] ^ address[bit >> 3]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    private static MrpAddress address(final byte[] bytes) {
        return MrpAddress.load(new UnsafeBuffer(bytes), 0, bytes.length == 16);
    }
}
