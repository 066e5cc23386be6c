package io.polycast.dataplane.yaml;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A mapping with a fixed set of keys.
 *
 * @param title of the section, for messages
 * @param keys in the order of the reference
 * @param moved names that were keys of this section once, each with the full name of its key today
 * @param foreign names that are keys here under another condition only, each with that condition
 */
public record Section(
        String title, List<Key<?>> keys, Map<String, String> moved, Map<String, String> foreign)
        implements ValueType<Values> {
    public static Section of(final String title, final Key<?>... keys) {
        return new Section(title, List.of(keys), Map.of(), Map.of());
    }

    /**
     * @param places names that were keys of this section once, each with the full name of its key today
     * @return the same section, which answers such a name with its place
     */
    public Section moved(final Map<String, String> places) {
        return new Section(title, keys, Map.copyOf(places), foreign);
    }

    /**
     * @param conditions names that are keys here under another condition only, each with that condition
     * @return the same section, which answers such a name with its condition
     */
    public Section foreign(final Map<String, String> conditions) {
        final Map<String, String> others = new HashMap<>(conditions);
        keys.forEach(key -> others.remove(key.name()));
        return new Section(title, keys, moved, Map.copyOf(others));
    }

    @Override
    public String name() {
        return "mapping";
    }

    @Override
    public String allowed() {
        return keys.stream().map(Key::name).collect(Collectors.joining(", "));
    }

    @Override
    public String show(final Values value) {
        return "all defaults";
    }

    @Override
    public Values read(final Node node, final String key, final Problems problems) {
        if (!(node instanceof MappingNode mapping)) {
            problems.error(
                    node,
                    title + " must be a mapping of keys, not " + Nodes.describe(node),
                    "its keys are " + allowed());
            return null;
        }
        final Map<Key<?>, Object> values = new HashMap<>();
        final Map<Key<?>, Node> nodes = new HashMap<>();
        for (final NodeTuple tuple : mapping.getValue()) {
            final Key<?> known = known(tuple.getKeyNode(), problems);
            if (known == null) {
                continue;
            }
            if (nodes.putIfAbsent(known, tuple.getValueNode()) != null) {
                problems.error(
                        tuple.getKeyNode(),
                        "key '" + known.name() + "' is given twice in " + title,
                        "keep one of them");
                continue;
            }
            final Object value = known.type().read(tuple.getValueNode(), known.name(), problems);
            if (value != null) {
                values.put(known, value);
            }
        }
        for (final Key<?> each : keys) {
            if (each.required() && !nodes.containsKey(each)) {
                problems.error(
                        node,
                        title + " lacks key '" + each.name() + "'",
                        "add it: " + each.type().allowed());
            }
        }
        return new Values(node, values, nodes);
    }

    private Key<?> known(final Node keyNode, final Problems problems) {
        if (!(keyNode instanceof ScalarNode scalar)) {
            problems.error(
                    keyNode,
                    "a key of " + title + " must be a word, not " + Nodes.describe(keyNode),
                    "its keys are " + allowed());
            return null;
        }
        final String written = scalar.getValue();
        for (final Key<?> each : keys) {
            if (each.name().equals(written)) {
                return each;
            }
        }
        final String place = moved.get(written);
        if (place != null) {
            problems.error(
                    keyNode,
                    "key '" + written + "' is not in " + title + " any more",
                    "write it as " + place);
            return null;
        }
        final String condition = foreign.get(written);
        if (condition != null) {
            problems.error(
                    keyNode,
                    "key '" + written + "' in " + title + " is only for " + condition,
                    "remove it, or take " + condition);
            return null;
        }
        final String nearest = Nearest.to(written, keys.stream().map(Key::name).toList());
        problems.error(
                keyNode,
                "unknown key '" + Nodes.shortened(written) + "' in " + title,
                nearest == null ? "its keys are " + allowed() : "did you mean '" + nearest + "'?");
        return null;
    }
}
