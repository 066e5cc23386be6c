package io.polycast.dataplane.groups;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Where the entry of a group comes from. */
public enum GroupOrigin {
    /** The configuration file. */
    FILE,
    /** A command on the control socket. */
    COMMAND,
    /** The registration of members by their leader. */
    REGISTRATION,
    /** The control of the Shufflecast. */
    CONTROL,
    /** Reports of hosts: the group has no entry, the journal does not know it, and it ends without further ones. */
    IGMP;

    /**
     * @param word as {@link #word} writes it
     * @return the origin; that of a command for a word of a later version
     */
    public static GroupOrigin of(final String word) {
        for (final GroupOrigin origin : values()) {
            if (origin.word().equals(word)) {
                return origin;
            }
        }
        return COMMAND;
    }

    /**
     * @return file, command, registration, control or igmp
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether somebody else than the switch's operator sets such groups: they never replace the operator's. */
    public boolean isRemote() {
        return this == REGISTRATION || this == CONTROL;
    }

    /**
     * @param node of a group for people, which gets {@code origin}
     * @return the node
     */
    public ObjectNode addTo(final ObjectNode node) {
        return node.put("origin", word());
    }
}
