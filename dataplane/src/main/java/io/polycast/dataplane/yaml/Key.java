package io.polycast.dataplane.yaml;

/**
 * One key of the configuration, declared once.
 *
 * @param name as written in the file
 * @param type how its values are written
 * @param required whether it must be given
 * @param defaultValue when it is not given; may be null
 * @param defaultText of the reference
 * @param meaning one sentence for the reference, with the unit where there is one
 * @param <T> what a value becomes
 */
public record Key<T>(
        String name,
        ValueType<T> type,
        boolean required,
        T defaultValue,
        String defaultText,
        String meaning) {

    public static <T> Key<T> required(
            final String name, final ValueType<T> type, final String meaning) {
        return new Key<>(name, type, true, null, "required", meaning);
    }

    public static <T> Key<T> optional(
            final String name,
            final ValueType<T> type,
            final T defaultValue,
            final String meaning) {
        return new Key<>(name, type, false, defaultValue, type.show(defaultValue), meaning);
    }

    /** A key whose absence means something that is not one of its values. */
    public static <T> Key<T> absent(
            final String name,
            final ValueType<T> type,
            final String defaultText,
            final String meaning) {
        return new Key<>(name, type, false, null, defaultText, meaning);
    }

    // Keys are told apart by identity: two sections may declare equal ones.
    @Override
    public boolean equals(final Object o) {
        return this == o;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
