package io.polycast.dataplane.groups;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * Where the entry of a group comes from.
 *
 * @param kind of the source of the entry
 * @param joinVersion version of the leader's join that made the entry, from 1; 0 where no leader did
 */
public record GroupOrigin(Kind kind, long joinVersion) {
    /** An entry of the configuration file. */
    public static final GroupOrigin FILE = new GroupOrigin(Kind.FILE, 0);

    /** An entry of {@code group set}. */
    public static final GroupOrigin COMMAND = new GroupOrigin(Kind.COMMAND, 0);

    /** Reports of hosts: the group has no entry, and ends without further reports. */
    public static final GroupOrigin IGMP = new GroupOrigin(Kind.IGMP, 0);

    /** Sources of entries. */
    public enum Kind {
        /** The configuration file. */
        FILE,
        /** A command on the control socket. */
        COMMAND,
        /** The registration of members by their leader. */
        REGISTRATION,
        /** IGMP reports; there is no entry, and the journal has no such group. */
        IGMP
    }

    /**
     * @param joinVersion version of the leader's join, from 1
     * @return origin of a registered group
     */
    public static GroupOrigin registration(final long joinVersion) {
        return new GroupOrigin(Kind.REGISTRATION, joinVersion);
    }

    /**
     * @param word as {@link #word} writes it
     * @param joinVersion version of the leader's join, or 0
     * @return the origin; that of a command for a word of a later version
     */
    public static GroupOrigin of(final String word, final long joinVersion) {
        for (final Kind kind : Kind.values()) {
            if (word(kind).equals(word)) {
                return new GroupOrigin(kind, joinVersion);
            }
        }
        return COMMAND;
    }

    /**
     * @return file, command, registration or igmp
     */
    public String word() {
        return word(kind);
    }

    private static String word(final Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param node of a group for people, which gets {@code origin} and {@code join_version}
     * @return the node
     */
    public ObjectNode addTo(final ObjectNode node) {
        return node.put("origin", word())
                .put("join_version", joinVersion() == 0 ? null : (Long) joinVersion());
    }
}
