package io.polycast.dataplane.schema.shufflecast;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Nearest;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.ScalarType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.parser.igmp.Igmp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** One entry of {@code groups:} of role shufflecast. */
final class MemberKeys {
    private static final int MOST_PORTS = 64;

    private static final ScalarType<Integer> ADDRESS =
            new ScalarType<>("IPv4", "a multicast address such as 239.1.1.1, not of 224.0.0/24") {
                @Override
                public Integer parse(final ScalarNode scalar) throws BadValueException {
                    final byte[] ip = Addresses.parseIp(scalar.getValue());
                    final int address = ip.length == 4 ? Addresses.quad(ip) : 0;
                    if (!Igmp.isMulticast(address) || Igmp.isLinkLocal(address)) {
                        throw new BadValueException(
                                scalar.getValue() + " cannot be the address of a group",
                                "write " + allowed());
                    }
                    return address;
                }
            };

    static final Key<Integer> ID =
            Key.required("id", ADDRESS, "The group's IPv4 multicast address; unique.");
    static final Key<List<Located<String>>> PORTS =
            Key.required(
                    "ports",
                    new ListType<>(Types.NAME_TEXT, 1, MOST_PORTS),
                    "Ports whose hosts are members.");
    static final Section SECTION = Section.of("group", ID, PORTS);

    private MemberKeys() {}

    static void check(final Values entry, final List<String> portNames, final Problems problems) {
        final Set<String> seen = new HashSet<>();
        for (final Located<String> port : ports(entry)) {
            if (portNames != null && !portNames.contains(port.value())) {
                final String nearest = Nearest.to(port.value(), portNames);
                problems.error(
                        port.node(),
                        "there is no port '" + port.value() + "'",
                        nearest == null
                                ? "the ports are " + String.join(", ", portNames)
                                : "did you mean '" + nearest + "'?");
            } else if (!seen.add(port.value())) {
                problems.error(
                        port.node(), "port '" + port.value() + "' is named twice", "keep one");
            }
        }
    }

    /** Ports of an entry; none where they could not be read. */
    static List<Located<String>> ports(final Values entry) {
        return entry.has(PORTS) ? entry.get(PORTS) : List.of();
    }

    static ShufflecastGroup build(final Values entry, final List<String> portNames) {
        long ports = 0;
        for (final Located<String> port : entry.get(PORTS)) {
            ports |= 1L << portNames.indexOf(port.value());
        }
        return new ShufflecastGroup(entry.get(ID), ports);
    }

    static ObjectNode write(final ShufflecastGroup group, final List<String> portNames) {
        final ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("id", Addresses.formatQuad(group.mcstId()));
        final ArrayNode ports = entry.putArray("ports");
        names(group.ports(), portNames).forEach(ports::add);
        return entry;
    }

    static List<String> names(final long set, final List<String> portNames) {
        final List<String> names = new ArrayList<>();
        for (long left = set; left != 0; left &= left - 1) {
            names.add(portNames.get(Long.numberOfTrailingZeros(left)));
        }
        return names;
    }
}
