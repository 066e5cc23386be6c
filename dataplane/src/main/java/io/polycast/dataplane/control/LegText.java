package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.polycast.core.role.LegPicture;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Legs to other nodes as {@code show legs} has them. */
final class LegText {
    private LegText() {}

    static ArrayNode of(final List<LegPicture> legs, final List<String> portNames) {
        final ArrayNode all = ControlProtocol.JSON.createArrayNode();
        for (final LegPicture leg : legs) {
            all.addObject()
                    .put("node", leg.node())
                    .put("port", portNames.get(leg.port()))
                    .put("uplink", leg.uplink())
                    .put("state", leg.up() ? "up" : "down")
                    .put("state_s", TimeUnit.NANOSECONDS.toSeconds(leg.stateNs()))
                    .put("given_up", leg.givenUp());
        }
        return all;
    }
}
