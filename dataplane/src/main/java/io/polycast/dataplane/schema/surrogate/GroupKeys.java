package io.polycast.dataplane.schema.surrogate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.surrogate.spec.SurrogateGroup;
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

/** One entry of {@code groups:} of role surrogate. */
final class GroupKeys {
    private static final int MOST_EXITS = 64;

    private static final ScalarType<Integer> ADDRESS =
            new ScalarType<>("IPv4", "an address such as 239.1.1.1, not of 224.0.0/24 or 127/8") {
                @Override
                public Integer parse(final ScalarNode scalar) throws BadValueException {
                    final byte[] ip = Addresses.parseIp(scalar.getValue());
                    final int address = ip.length == 4 ? Addresses.quad(ip) : 0;
                    final int first = address >>> 24;
                    if (first == 0 || first == 127 || first >= 240 || Igmp.isLinkLocal(address)) {
                        throw new BadValueException(
                                scalar.getValue() + " cannot be the address of a group",
                                "write " + allowed());
                    }
                    return address;
                }
            };

    static final Key<Integer> ID =
            Key.required(
                    "id",
                    ADDRESS,
                    "The group's IPv4 address; unique. A unicast address has exactly one exit.");
    static final Key<List<Located<String>>> DELIVER =
            Key.optional(
                    "deliver",
                    new ListType<>(Types.NAME_TEXT, 0, MOST_EXITS),
                    List.of(),
                    "Ports whose hosts get a copy.");
    static final Key<List<Located<String>>> FORWARD =
            Key.optional(
                    "forward",
                    new ListType<>(Types.NAME_TEXT, 0, MOST_EXITS),
                    List.of(),
                    "Nodes that get a copy; each has a leg in surrogate.legs.");
    static final Section SECTION = Section.of("group", ID, DELIVER, FORWARD);

    private GroupKeys() {}

    static void check(final Values entry, final List<String> portNames, final Problems problems) {
        final Set<String> seen = new HashSet<>();
        for (final Located<String> port : entry.get(DELIVER)) {
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
        seen.clear();
        for (final Located<String> node : entry.get(FORWARD)) {
            if (!seen.add(node.value())) {
                problems.error(
                        node.node(), "node '" + node.value() + "' is named twice", "keep one");
            }
        }
        final int count = entry.get(DELIVER).size() + entry.get(FORWARD).size();
        final Integer id = entry.get(ID);
        if (id != null && !Igmp.isMulticast(id) && count > 1) {
            problems.error(
                    entry.at(ID),
                    "a unicast address has " + count + " exits",
                    "name one port or one node, or take a multicast address");
        }
        if (count == 0) {
            problems.error(
                    entry.node(),
                    "the group has neither deliver nor forward",
                    "name ports or nodes, or remove the entry: IGMP may still add them");
        }
    }

    static SurrogateGroup build(final Values entry, final List<String> portNames) {
        long deliver = 0;
        for (final Located<String> port : entry.get(DELIVER)) {
            deliver |= 1L << portNames.indexOf(port.value());
        }
        return new SurrogateGroup(
                entry.get(ID), deliver, entry.get(FORWARD).stream().map(Located::value).toList());
    }

    static ObjectNode write(final SurrogateGroup group, final List<String> portNames) {
        final ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("id", Addresses.formatQuad(group.mcstId()));
        final ArrayNode deliver = entry.putArray("deliver");
        ports(group, portNames).forEach(deliver::add);
        final ArrayNode forward = entry.putArray("forward");
        group.forward().forEach(forward::add);
        return entry;
    }

    static List<String> describe(final SurrogateGroup group, final List<String> portNames) {
        return List.of(
                "group "
                        + Addresses.formatQuad(group.mcstId())
                        + ": delivers to "
                        + words(ports(group, portNames))
                        + ", forwards to "
                        + words(group.forward()));
    }

    private static String words(final List<String> names) {
        return names.isEmpty() ? "nobody" : String.join(", ", names);
    }

    private static List<String> ports(final SurrogateGroup group, final List<String> portNames) {
        final List<String> names = new ArrayList<>();
        for (long left = group.deliver(); left != 0; left &= left - 1) {
            names.add(portNames.get(Long.numberOfTrailingZeros(left)));
        }
        return names;
    }
}
