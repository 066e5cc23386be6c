package io.polycast.mft.spec;

/**
 * Result of installing a group (docs/protocol.md, Exchanges).
 *
 * @param kind of the change
 * @param leftOut evicted members that stay out of service, because the group goes on
 */
public record GroupChange(Kind kind, int leftOut) {
    /** Kinds of change. */
    public enum Kind {
        /** The group was not in the table. */
        CREATED,
        /**
         * Other members stand there than before, and the group begins anew as with {@link #ANEW}.
         */
        REPLACED,
        /** The same members begin anew: nothing that was known of their connections holds. */
        ANEW,
        /** The group was replaced and goes on: its written epoch is the same. */
        KEPT
    }
}
