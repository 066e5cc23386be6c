package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.dataplane.counters.PortCounters;
import io.polycast.dataplane.links.PortLink;
import io.polycast.mft.spec.PathSpec;
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
            final GroupView group, final List<PortLink> links, final List<String> portNames) {
        for (final PathSpec path : group.spec().paths()) {
            if (path.port() < links.size() && links.get(path.port()).isGone()) {
                return portNames.get(path.port())
                        + ": device "
                        + links.get(path.port()).device()
                        + " has vanished";
            }
        }
        return null;
    }
}
