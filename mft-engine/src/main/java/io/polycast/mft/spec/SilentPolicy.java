package io.polycast.mft.spec;

/**
 * Treatment of a member that stops answering while data is outstanding (docs/protocol.md, rule 8).
 */
public enum SilentPolicy {
    /** Wait for ever, and show who holds the minimum. */
    FREEZE,
    /** Take the member out after {@code silentAfter}. */
    EVICT,
    /** As {@link #EVICT}, and mark the member to be served by unicast. */
    DEMOTE
}
