package io.polycast.controller.safeguard;

import java.util.Locale;

/** How the source of a group sends. */
public enum Mode {
    /** One connection to the McstID. */
    TREE,
    /** One connection to each member. */
    UNICAST;

    /** The mode of a word, or null. */
    public static Mode of(final String label) {
        for (final Mode each : values()) {
            if (each.label().equals(label)) {
                return each;
            }
        }
        return null;
    }

    /** The word of messages. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
