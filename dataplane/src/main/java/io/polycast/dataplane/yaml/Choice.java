package io.polycast.dataplane.yaml;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * One of a few words.
 *
 * @param <E> what the words stand for
 */
public final class Choice<E> extends ScalarType<E> {
    private final Map<E, String> words;
    private final Map<E, String> refused;

    private Choice(final String name, final Map<E, String> words, final Map<E, String> refused) {
        super(name, list(words, refused));
        this.words = words;
        this.refused = refused;
    }

    /**
     * Words made of the constants' names: FAIL_GROUP is fail-group when the separator is a hyphen.
     *
     * @param type of the constants
     * @param separator that stands for the underscore
     * @param refused constants that have a place in the format but not in this version, each with
     *     the reason
     */
    public static <E extends Enum<E>> Choice<E> of(
            final Class<E> type, final char separator, final Map<E, String> refused) {
        final Map<E, String> words = new EnumMap<>(type);
        for (final E each : type.getEnumConstants()) {
            words.put(each, each.name().toLowerCase(Locale.ROOT).replace('_', separator));
        }
        return new Choice<>("word", words, refused);
    }

    public static <E extends Enum<E>> Choice<E> of(final Class<E> type) {
        return of(type, '-', Map.of());
    }

    /**
     * Words that stand for something else than constants.
     *
     * @param name of the type, for the reference
     * @param words in the order of the reference
     */
    public static <E> Choice<E> among(final String name, final Map<E, String> words) {
        return new Choice<>(name, words, Map.of());
    }

    @Override
    public String show(final E value) {
        return words.get(value);
    }

    /** YAML takes on, off, true and false for truth values: no mistake where they are among the words. */
    @Override
    public boolean takesTextOnly() {
        return !words.containsValue("on")
                && !words.containsValue("off")
                && !words.containsValue("true");
    }

    /**
     * @return true or false
     */
    public static Choice<Boolean> truth() {
        final Map<Boolean, String> words = new LinkedHashMap<>();
        words.put(true, "true");
        words.put(false, "false");
        return among("truth", words);
    }

    @Override
    public E parse(final ScalarNode scalar) throws BadValueException {
        final String written = scalar.getValue();
        for (final Map.Entry<E, String> each : words.entrySet()) {
            if (each.getValue().equals(written)) {
                final String reason = refused.get(each.getKey());
                if (reason != null) {
                    throw new BadValueException(reason);
                }
                return each.getKey();
            }
        }
        final String nearest = Nearest.to(written, new ArrayList<>(words.values()));
        throw new BadValueException(
                "'" + Nodes.shortened(written) + "' is not allowed",
                "write " + allowed() + (nearest == null ? "" : " (did you mean " + nearest + "?)"));
    }

    private static <E> String list(final Map<E, String> words, final Map<E, String> refused) {
        final List<String> taken =
                words.entrySet().stream()
                        .filter(each -> !refused.containsKey(each.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
        return taken.size() == 1
                ? taken.get(0)
                : taken.stream().limit(taken.size() - 1L).collect(Collectors.joining(", "))
                        + " or "
                        + taken.get(taken.size() - 1);
    }
}
