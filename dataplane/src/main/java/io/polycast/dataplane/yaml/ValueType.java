package io.polycast.dataplane.yaml;

import org.yaml.snakeyaml.nodes.Node;

/**
 * How the values of a key are written: what parses them, and what the option reference says.
 *
 * @param <T> what a value becomes
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
     * Reads one value.
     *
     * @param node to read
     * @param key that the value belongs to, for messages
     * @param problems takes what is wrong
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
