package io.polycast.controller.safeguard;

import java.util.Locale;

/** Value of {@code multicast}: whether a group may use the tree. */
public enum Multicast {
    /** Never: the group sends by unicast, and no switch gets it. */
    OFF,
    /** By the tree as long as it serves, else by unicast. */
    TRY,
    /** Always: a group that the switches refuse fails. */
    FORCE;

    /** The value of a word, or null. */
    public static Multicast of(final String label) {
        for (final Multicast each : values()) {
            if (each.label().equals(label)) {
                return each;
            }
        }
        return null;
    }

    /** The word of configurations and documents. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
