package io.polycast.dataplane.schema.cepheus;

import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig.Host;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.schema.types.Types.HostPrefix;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.ValueType;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.mft.registration.route.PrefixRoutes.Route;
import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The key {@code registration.unicast}: the word {@code kernel}, or prefixes with their next hops. */
final class UnicastKeys {
    private static final int MOST_ROUTES = 4096;
    private static final int MOST_HOPS = 64;

    private static final Key<HostPrefix> PREFIX =
            Key.required(
                    "prefix",
                    Types.HOST_PREFIX,
                    "Addresses of hosts; of several prefixes that hold a host the longest counts.");
    private static final Key<String> PORT =
            Key.required("port", Types.NAME_TEXT, "Port that leads there.");
    private static final Key<Long> SWITCH_MAC =
            Key.required("mac", Types.MAC, "MAC address of the next switch: its switch.mac.");
    private static final Key<Values> SWITCH =
            Key.absent(
                    "switch",
                    Section.of("switch", SWITCH_MAC),
                    "none",
                    "The switch at the port's other end; a hop has either a switch or a host.");
    private static final Key<Long> HOST_MAC =
            Key.absent(
                    "mac",
                    Types.MAC,
                    "as the host says in ARP, ND or MRP",
                    "MAC address of the host, where the prefix is that of one host.");
    private static final Key<Values> HOST =
            Key.absent(
                    "host",
                    Section.of("host", HOST_MAC),
                    "none",
                    "Hosts of the prefix are at the port's other end.");
    private static final Key<List<Located<Values>>> HOPS =
            Key.required(
                    "hops",
                    new ListType<>(Section.of("hop", PORT, SWITCH, HOST), 1, MOST_HOPS),
                    "Ways of equal cost; a tree takes one of them.");
    private static final ListType<Values> ROUTES =
            new ListType<>(Section.of("route", PREFIX, HOPS), 1, MOST_ROUTES);

    /**
     * Value of the key.
     *
     * @param kernel whether routes are the kernel's
     * @param routes else
     */
    record Unicast(boolean kernel, List<Located<Values>> routes) {}

    static final ValueType<Unicast> TYPE =
            new ValueType<>() {
                @Override
                public String name() {
                    return "word or list";
                }

                @Override
                public String allowed() {
                    return "kernel, or [{prefix, hops: [{port, switch: {mac}} or {port, host:"
                            + " {mac}}]}]";
                }

                @Override
                public ValueType<?> shape() {
                    return ROUTES;
                }

                @Override
                public Unicast read(final Node node, final String key, final Problems problems) {
                    if (node instanceof ScalarNode scalar && "kernel".equals(scalar.getValue())) {
                        return new Unicast(true, List.of());
                    }
                    if (node instanceof ScalarNode) {
                        problems.error(
                                node,
                                "'" + key + "' is neither kernel nor a list",
                                "write " + allowed());
                        return null;
                    }
                    final List<Located<Values>> routes = ROUTES.read(node, key, problems);
                    return routes == null ? null : new Unicast(false, routes);
                }
            };

    private UnicastKeys() {}

    static void check(final SwitchFile file, final Unicast unicast) {
        final Map<String, Long> switches = new HashMap<>();
        final List<String> seen = new ArrayList<>();
        for (final Located<Values> route : unicast.routes()) {
            final HostPrefix prefix = route.value().get(PREFIX);
            if (prefix != null) {
                final String text = address(prefix) + "/" + prefix.length();
                if (seen.contains(text)) {
                    file.problems()
                            .error(
                                    route.value().at(PREFIX),
                                    "prefix " + text + " is given twice",
                                    "write all its hops in one entry");
                }
                seen.add(text);
            }
            if (route.value().has(HOPS)) {
                for (final Located<Values> hop : route.value().get(HOPS)) {
                    checkHop(file, prefix, hop.value(), switches);
                }
            }
        }
    }

    private static void checkHop(
            final SwitchFile file,
            final HostPrefix prefix,
            final Values hop,
            final Map<String, Long> switches) {
        final Problems problems = file.problems();
        final String port = hop.get(PORT);
        if (port != null
                && !file.ports().isEmpty()
                && file.ports().stream()
                        .noneMatch(each -> port.equals(each.value().get(PortSchema.NAME)))) {
            problems.error(
                    hop.at(PORT), "no port is named '" + port + "'", "name one of ports[].name");
        }
        if (hop.gives(SWITCH) == hop.gives(HOST)) {
            problems.error(
                    hop.node(),
                    "a hop leads to either a switch or a host",
                    "write switch: {mac: \"...\"}, or host: {}");
            return;
        }
        if (hop.has(SWITCH) && hop.get(SWITCH).has(SWITCH_MAC) && port != null) {
            final long mac = hop.get(SWITCH).get(SWITCH_MAC);
            final Long before = switches.putIfAbsent(port, mac);
            if (before != null && before != mac) {
                problems.error(
                        hop.get(SWITCH).at(SWITCH_MAC),
                        "port '" + port + "' leads to two switches",
                        "a port leads to one switch: write its MAC address in all hops");
            }
            if (mac == file.mac()) {
                problems.error(
                        hop.get(SWITCH).at(SWITCH_MAC),
                        "the MAC address of the next switch is that of this one",
                        "write that of the other switch: its switch.mac");
            }
        }
        if (hop.has(HOST)
                && hop.get(HOST).has(HOST_MAC)
                && prefix != null
                && prefix.length() != Byte.SIZE * prefix.ip().length) {
            problems.error(
                    hop.get(HOST).at(HOST_MAC),
                    "a MAC address is one host's, and the prefix has several",
                    "write a prefix of " + Byte.SIZE * prefix.ip().length + " bits, or no mac");
        }
    }

    static List<Route> routes(final Unicast unicast, final List<String> portNames) {
        final List<Route> routes = new ArrayList<>();
        for (final Located<Values> each : unicast.routes()) {
            final List<Hop> hops = new ArrayList<>();
            for (final Located<Values> hop : each.value().get(HOPS)) {
                final int port = portNames.indexOf(hop.value().get(PORT));
                final Values next = hop.value().get(SWITCH);
                hops.add(
                        next == null
                                ? new Hop(port, PrefixRoutes.ANY_HOST, true)
                                : new Hop(port, next.get(SWITCH_MAC), false));
            }
            final HostPrefix prefix = each.value().get(PREFIX);
            routes.add(new Route(address(prefix), prefix.length(), hops));
        }
        return routes;
    }

    static List<Host> hosts(final Unicast unicast, final List<String> portNames) {
        final List<Host> hosts = new ArrayList<>();
        for (final Located<Values> each : unicast.routes()) {
            for (final Located<Values> hop : each.value().get(HOPS)) {
                final Values host = hop.value().get(HOST);
                if (host != null && host.has(HOST_MAC)) {
                    hosts.add(
                            new Host(
                                    address(each.value().get(PREFIX)),
                                    portNames.indexOf(hop.value().get(PORT)),
                                    host.get(HOST_MAC)));
                }
            }
        }
        return hosts;
    }

    private static MrpAddress address(final HostPrefix prefix) {
        return MrpAddress.load(new UnsafeBuffer(prefix.ip()), 0, prefix.ip().length > 4);
    }
}
