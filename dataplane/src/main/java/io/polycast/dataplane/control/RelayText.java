package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.RelayPicture;
import io.polycast.core.role.RelayPicture.Heard;
import java.util.List;

/** Logical nodes of a relay as {@code show relays} has them. */
final class RelayText {
    private RelayText() {}

    static ArrayNode of(final List<RelayPicture> relays, final List<String> portNames) {
        final ArrayNode all = ControlProtocol.JSON.createArrayNode();
        for (final RelayPicture relay : relays) {
            final ObjectNode node = all.addObject().put("tor", relay.tor());
            node.put("version", version(relay.version()));
            final ArrayNode sources = node.putArray("sources");
            relay.sources().forEach(sources::add);
            final ArrayNode heard = node.putArray("heard");
            for (final Heard each : relay.heard()) {
                heard.addObject()
                        .put("tor", each.tor())
                        .put("port", portNames.get(each.port()))
                        .put("state", each.alive() ? "heard" : "silent")
                        .put("missed", each.missed())
                        .put("version", version(each.version()));
            }
        }
        return all;
    }

    /** Null before rules were told. */
    private static Long version(final long version) {
        return version == 0 ? null : (Long) version;
    }
}
