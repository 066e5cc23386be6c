package io.polycast.parser.contract;

/** Classes of endings; every frame that enters a switch ends in exactly one class. */
public enum Disposition {
    /** Left through the wire's other port, unchanged. */
    FORWARDED,
    /** Left as n &gt;= 0 copies along a group's paths. */
    REPLICATED,
    /** Consumed or answered by the switch itself: ARP, ND, registration. */
    CONSUMED,
    /** Feedback that became part of the group's state, and perhaps caused an aggregate to leave. */
    ABSORBED,
    /** Held back on purpose by a rule of the protocol. */
    FILTERED,
    /** Lost for a named reason. */
    DROPPED
}
