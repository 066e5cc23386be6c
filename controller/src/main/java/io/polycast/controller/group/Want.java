package io.polycast.controller.group;

import io.polycast.parser.mrp.MrpAddress;

/**
 * A change that a host or an operator wants, and that does not run yet.
 *
 * @param kind of the change
 * @param ip of the host
 * @param member that joins, else null
 * @param asker who gets the answer
 */
public record Want(Kind kind, MrpAddress ip, Member member, Asker asker) {
    /** Kinds of changes. */
    public enum Kind {
        /** A queue pair enters. */
        JOIN,
        /** A queue pair leaves. */
        LEAVE,
        /** A host wants to post. */
        SOURCE
    }

    /** The same want of another asker. */
    public Want askedBy(final Asker other) {
        return new Want(kind, ip, member, other);
    }
}
