package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.GroupPicture;
import io.polycast.dataplane.counters.PortCounters;
import io.polycast.dataplane.links.PortLink;
import java.util.List;

/** Words of replies about links. */
final class LinkText {
    private static final String NAME = "name";

    private LinkText() {}

    /** Each port's counters, with its link behind the name; without where the switch knows no links. */
    static ArrayNode ports(final List<PortCounters> counters, final List<PortLink> links) {
        final ArrayNode all = ControlProtocol.JSON.createArrayNode();
        for (int i = 0; i < counters.size(); i++) {
            final ObjectNode port = all.addObject();
            port.put(NAME, counters.get(i).name());
            if (i < links.size()) {
                final PortLink link = links.get(i);
                port.put("device", link.device());
                port.put("link", link.state() == null ? null : link.state().label());
                port.put("speed_mbps", link.speedMbps() == 0 ? null : link.speedMbps());
            }
            port.setAll((ObjectNode) ControlProtocol.JSON.valueToTree(counters.get(i)));
        }
        return all;
    }

    /** The first port of a group whose device is gone, in words, or null. */
    static String gone(
            final GroupPicture group, final List<PortLink> links, final List<String> portNames) {
        for (int port = 0; port < links.size(); port++) {
            if ((group.ports() & 1L << port) != 0 && links.get(port).isGone()) {
                return portNames.get(port)
                        + ": device "
                        + links.get(port).device()
                        + " has vanished";
            }
        }
        return null;
    }
}
