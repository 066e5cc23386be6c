package io.polycast.dataplane.schema.surrogate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.surrogate.view.SurrogateView;
import io.polycast.dataplane.config.Addresses;
import java.util.ArrayList;
import java.util.List;

/** A group of role surrogate as {@code show} and {@code replay --tables} have it. */
final class SurrogateImage {
    private static final long NS_OF_SECOND = 1_000_000_000L;

    private SurrogateImage() {}

    static ObjectNode summary(final SurrogateView view, final List<String> portNames) {
        final ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("id", Addresses.formatQuad(view.mcstId()));
        node.put("deliver", String.join(" ", ports(view.deliver(), portNames)));
        node.put("forward", String.join(" ", view.forward()));
        final List<String> snooped = ports(view.snoopedPorts(), portNames);
        snooped.addAll(view.snoopedNodes());
        node.put("snooped", String.join(" ", snooped));
        final boolean learned = view.entry() == null;
        node.put("remaining_s", learned ? (Long) seconds(view.remainingNs()) : null);
        node.put("frames", learned ? null : (Long) view.frames());
        return node.put("copies", learned ? null : (Long) view.copies());
    }

    /** Rounded up: a membership that has not ended has a second at least. */
    private static long seconds(final long ns) {
        return (ns + NS_OF_SECOND - 1) / NS_OF_SECOND;
    }

    static ObjectNode detailed(
            final ObjectNode node, final SurrogateView view, final List<String> portNames) {
        if (view.entry() != null) {
            node.set("entry", GroupKeys.write(view.entry(), portNames));
        }
        final ArrayNode ports = node.putArray("snooped_ports");
        ports(view.snoopedPorts(), portNames).forEach(ports::add);
        final ArrayNode nodes = node.putArray("snooped_nodes");
        view.snoopedNodes().forEach(nodes::add);
        return node;
    }

    private static List<String> ports(final long set, final List<String> portNames) {
        final List<String> names = new ArrayList<>();
        for (long left = set; left != 0; left &= left - 1) {
            names.add(portNames.get(Long.numberOfTrailingZeros(left)));
        }
        return names;
    }
}
