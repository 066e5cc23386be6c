package io.polycast.dataplane.yaml;

import org.yaml.snakeyaml.nodes.Node;

/**
 * Form of a key's values: their parser, and the words of the option reference.
 *
 * @param <T> type of a parsed value
 */
public interface ValueType<T> {
    /**
     * @return one or two words for the reference
     */
    String name();

    /**
     * @return which values are allowed, for the reference and for error messages
     */
    String allowed();

    /**
     * @return type whose keys the reference lists; this one but for a type that is written in several ways
     */
    default ValueType<?> shape() {
        return this;
    }

    /**
     * Reads one value.
     *
     * @param node to read
     * @param key that the value belongs to, for messages
     * @param problems takes the mistakes
     * @return the value, or null when a problem was reported
     */
    T read(Node node, String key, Problems problems);

    /**
     * @param value a default
     * @return as it would be written in a file
     */
    default String show(final T value) {
        return String.valueOf(value);
    }
}
