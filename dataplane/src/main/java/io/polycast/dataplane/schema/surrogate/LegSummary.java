package io.polycast.dataplane.schema.surrogate;

import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The legs of a node, as {@code check} prints them. */
final class LegSummary {
    private LegSummary() {}

    static List<String> lines(final Configuration configuration) {
        return legs(configuration).stream()
                .map(
                        leg ->
                                "leg to node "
                                        + leg.node()
                                        + (leg.uplink() ? " above" : "")
                                        + ": port "
                                        + port(configuration, leg)
                                        + ", MAC "
                                        + Addresses.formatMac(leg.mac()))
                .toList();
    }

    static List<Map<String, Object>> values(final Configuration configuration) {
        return legs(configuration).stream().map(leg -> values(configuration, leg)).toList();
    }

    private static Map<String, Object> values(
            final Configuration configuration, final LegSpec leg) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("node", leg.node());
        values.put("port", port(configuration, leg));
        values.put("mac", Addresses.formatMac(leg.mac()));
        values.put("uplink", leg.uplink());
        return values;
    }

    private static String port(final Configuration configuration, final LegSpec leg) {
        return configuration.ports().get(leg.port()).name();
    }

    private static List<LegSpec> legs(final Configuration configuration) {
        return ((SurrogateSettings) configuration.roleSettings()).legs();
    }
}
