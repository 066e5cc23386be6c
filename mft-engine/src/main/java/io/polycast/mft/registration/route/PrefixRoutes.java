package io.polycast.mft.registration.route;

import io.polycast.mft.registration.UnicastTable;
import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Routes of prefixes; the longest one that holds a node counts. A hop to a host has no MAC of its own: the
 * host's is configured or was heard at that port.
 */
public final class PrefixRoutes implements UnicastTable {
    /** MAC of a {@link Hop} to whatever host is at the port. */
    public static final long ANY_HOST = 0;

    private List<Route> routes;
    private final int mostNeighbours;
    private final Map<MrpAddress, Neighbour> configured = new LinkedHashMap<>();
    private final Map<MrpAddress, Neighbour> heard = new LinkedHashMap<>();

    /**
     * A route.
     *
     * @param prefix address of which {@code length} bits count
     * @param length of the prefix: up to 32 of an IPv4 prefix, up to 128 of an IPv6 one
     * @param hops of equal cost; those to hosts have {@link #ANY_HOST} as MAC, or the host's
     */
    public record Route(MrpAddress prefix, int length, List<Hop> hops) {
        public Route {
            final int most = prefix.isIpv4() ? 32 : 128;
            if (length < 0 || length > most) {
                throw new IllegalArgumentException(
                        "prefix " + prefix + "/" + length + ": at most " + most + " bits");
            }
            final List<Hop> sorted = new ArrayList<>(hops);
            sorted.sort(Comparator.comparingInt(Hop::port));
            hops = List.copyOf(sorted);
        }

        /** Bits that count of 128. */
        private int bits() {
            return prefix.isIpv4() ? 96 + length : length;
        }

        private boolean holds(final MrpAddress node) {
            final int bits = bits();
            final long high = mask(bits);
            final long low = mask(bits - 64);
            return ((node.high() ^ prefix.high()) & high) == 0
                    && ((node.low() ^ prefix.low()) & low) == 0;
        }

        private static long mask(final int bits) {
            if (bits <= 0) {
                return 0;
            }
            return bits >= 64 ? -1L : -1L << 64 - bits;
        }
    }

    private record Neighbour(int port, long mac) {}

    /**
     * @param routes in any order
     * @param mostNeighbours hosts that are remembered by what they sent; the eldest is forgotten
     */
    public PrefixRoutes(final List<Route> routes, final int mostNeighbours) {
        this.mostNeighbours = mostNeighbours;
        replace(routes);
    }

    /**
     * Other routes from now on; neighbours stay.
     *
     * @param others in any order
     */
    public void replace(final List<Route> others) {
        final List<Route> longestFirst = new ArrayList<>(others);
        longestFirst.sort(Comparator.comparingInt(Route::bits).reversed());
        routes = List.copyOf(longestFirst);
    }

    /**
     * A host whose MAC is configured.
     *
     * @param host address
     * @param port in [0, 64)
     * @param mac in the low 48 bits
     */
    public void configure(final MrpAddress host, final int port, final long mac) {
        configured.put(host, new Neighbour(port, mac));
    }

    /**
     * A host that was heard, by its ARP or ND request for a group, or by MRP.
     *
     * @param host address
     * @param port in [0, 64)
     * @param mac in the low 48 bits
     */
    @Override
    public void hear(final MrpAddress host, final int port, final long mac) {
        if (heard.remove(host) == null && heard.size() >= mostNeighbours) {
            heard.remove(heard.keySet().iterator().next());
        }
        heard.put(host, new Neighbour(port, mac));
    }

    @Override
    public List<Hop> hops(final MrpAddress node) {
        for (final Route route : routes) {
            if (route.holds(node)) {
                return resolved(route.hops(), node);
            }
        }
        return List.of();
    }

    private List<Hop> resolved(final List<Hop> hops, final MrpAddress node) {
        final Neighbour known =
                configured.containsKey(node) ? configured.get(node) : heard.get(node);
        final List<Hop> resolved = new ArrayList<>();
        for (final Hop hop : hops) {
            if (!hop.isHost() || hop.mac() != ANY_HOST) {
                resolved.add(hop);
            } else if (known != null && known.port() == hop.port()) {
                resolved.add(new Hop(hop.port(), known.mac(), true));
            }
        }
        return resolved;
    }

    @Override
    public long switchAt(final int port) {
        for (final Route route : routes) {
            for (final Hop hop : route.hops()) {
                if (!hop.isHost() && hop.port() == port) {
                    return hop.mac();
                }
            }
        }
        return NO_SWITCH;
    }
}
