package io.polycast.dataplane.schema.shufflecast;

import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.dataplane.config.Configuration;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The logical nodes of a ToR, as {@code check} prints them. */
final class RelaySummary {
    private RelaySummary() {}

    static List<String> lines(final Configuration configuration) {
        final List<String> lines = new ArrayList<>();
        for (final RelaySpec relay : relays(configuration)) {
            final List<String> in = new ArrayList<>();
            for (int i = 0; i < relay.in().size(); i++) {
                in.add(
                        port(configuration, relay.in().get(i))
                                + " from ToR "
                                + relay.upstreams().get(i));
            }
            lines.add(
                    "relay of ToR "
                            + relay.tor()
                            + ": splitter "
                            + port(configuration, relay.splitter())
                            + ", "
                            + String.join(", ", in)
                            + ", "
                            + (relay.rules() == null
                                    ? rulesBy(configuration)
                                    : "static rules for " + relay.rules().size() + " sources"));
        }
        return lines;
    }

    static List<Map<String, Object>> values(final Configuration configuration) {
        return relays(configuration).stream().map(relay -> values(configuration, relay)).toList();
    }

    private static Map<String, Object> values(
            final Configuration configuration, final RelaySpec relay) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("tor", relay.tor());
        values.put("splitter", port(configuration, relay.splitter()));
        values.put("in", relay.in().stream().map(port -> port(configuration, port)).toList());
        values.put("upstreams", relay.upstreams());
        values.put("rules", relay.rules() == null ? "control" : "static");
        return values;
    }

    private static String rulesBy(final Configuration configuration) {
        final ShufflecastSections.Control control = ShufflecastSections.of(configuration).control();
        if (control == null) {
            return "rules by a control";
        }
        final InetSocketAddress endpoint = control.endpoint();
        return "rules by the control at "
                + endpoint.getAddress().getHostAddress()
                + ":"
                + endpoint.getPort();
    }

    private static String port(final Configuration configuration, final int port) {
        return configuration.ports().get(port).name();
    }

    private static List<RelaySpec> relays(final Configuration configuration) {
        return ShufflecastSections.of(configuration).relay().relays();
    }
}
