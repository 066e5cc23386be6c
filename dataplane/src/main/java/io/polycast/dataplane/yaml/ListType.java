package io.polycast.dataplane.yaml;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A list of values of one type, with the place of each.
 *
 * @param element type of each value
 * @param least number of values
 * @param most number of values
 * @param <T> what an element becomes
 */
public record ListType<T>(ValueType<T> element, int least, int most)
        implements ValueType<List<ListType.Located<T>>> {
    /** A value and where it stands. */
    public record Located<T>(T value, Node node) {}

    @Override
    public String name() {
        return "list";
    }

    @Override
    public String allowed() {
        return "a list of " + least + " to " + most + " entries";
    }

    @Override
    public String show(final List<Located<T>> value) {
        return "[]";
    }

    @Override
    public List<Located<T>> read(final Node node, final String key, final Problems problems) {
        if (!(node instanceof SequenceNode sequence)) {
            problems.error(
                    node,
                    "'" + key + "' must be a list, not " + Nodes.describe(node),
                    "write its entries as [..., ...] or one a line after '- '");
            return null;
        }
        final int size = sequence.getValue().size();
        if (size < least || size > most) {
            problems.error(node, "'" + key + "' has " + size + " entries", "give " + allowed());
            return null;
        }
        final List<Located<T>> values = new ArrayList<>(size);
        for (final Node each : sequence.getValue()) {
            final T value = element.read(each, key, problems);
            if (value != null) {
                values.add(new Located<>(value, each));
            }
        }
        return values;
    }
}
