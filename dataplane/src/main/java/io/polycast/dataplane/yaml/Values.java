package io.polycast.dataplane.yaml;

import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Values of one mapping of the file.
 *
 * @param node of the mapping itself, or null when it was not given
 * @param values of the keys that were given and could be read
 * @param nodes of the keys that were given
 */
public record Values(Node node, Map<Key<?>, Object> values, Map<Key<?>, Node> nodes) {
    /** A section that was not given: every key has its default. */
    public static final Values NONE = new Values(null, Map.of(), Map.of());

    /** The value of a key, or its default. */
    @SuppressWarnings("unchecked") // Section stores under a key only what the key's own type read
    public <T> T get(final Key<T> key) {
        final Object value = values.get(key);
        return value == null ? key.defaultValue() : (T) value;
    }

    /** Whether the key was given and could be read. */
    public boolean has(final Key<?> key) {
        return values.containsKey(key);
    }

    /** Whether the key was given, readable or not. */
    public boolean gives(final Key<?> key) {
        return nodes.containsKey(key);
    }

    /** Where the key's value stands; where the mapping stands when it was not given. */
    public Node at(final Key<?> key) {
        return nodes.getOrDefault(key, node);
    }
}
