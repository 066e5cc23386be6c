package io.polycast.core.trace;

/** Events of a switch that a trace shows. */
public enum TraceEvent {
    /** A frame came in and ended; detail is the id of its ending. */
    FRAME,
    /** A copy left along a path; detail is the opcode. */
    COPY,
    /** An aggregated ACK left to the source; detail is the syndrome. */
    ACK_OUT,
    /** A NAK left to the source; detail is the syndrome. */
    NAK_OUT,
    /** A CNP left to the source. */
    CNP_OUT,
    /** The source is on this path from now on; detail is 1 when the group begins anew. */
    SOURCE,
    /** A member was taken out of service; detail is 1 when it is to be served by unicast. */
    EVICTED,
    /** A group was installed or replaced; detail is its number of paths. */
    GROUP_SET,
    /** A group was removed. */
    GROUP_UNSET
}
