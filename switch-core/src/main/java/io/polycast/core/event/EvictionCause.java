package io.polycast.core.event;

/** Reason for taking a member out of service. */
public enum EvictionCause {
    /** No answer for {@code policy.silentAfter}; {@code policy.silent: evict}. */
    SILENT,
    /** The same with {@code policy.silent: demote}: it is to be served by unicast. */
    SILENT_DEMOTED,
    /** It sent a fatal NAK; {@code policy.fatalNak: evict-member}. */
    FATAL_NAK
}
