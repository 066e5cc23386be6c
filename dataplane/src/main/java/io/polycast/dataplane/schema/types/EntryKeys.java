package io.polycast.dataplane.schema.types;

import io.polycast.dataplane.yaml.Key;

/** Keys that entries of {@code groups:} have in every role. */
public final class EntryKeys {
    /** The group's address. */
    public static final Key<Integer> ID =
            Key.required("id", Types.GROUP_ID, "McstID: the group's IPv4 address; unique.");

    /** Most groups of a switch. */
    public static final int MOST_GROUPS = 1 << 20;

    private EntryKeys() {}
}
