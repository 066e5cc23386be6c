package io.polycast.controller.log;

import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/**
 * Answer to an operator's request.
 *
 * @param kind of the answer
 * @param reason label that programs compare; empty when the request is done
 * @param text for people, with the remedy; empty when the request is done
 * @param group after the request, or null
 * @param missing hosts that did not take part
 * @param ms since the request
 */
public record Outcome(
        Kind kind, String reason, String text, GroupView group, List<MrpAddress> missing, long ms) {
    /** How a request ended. */
    public enum Kind {
        /** What was wanted holds. */
        DONE,
        /** There is no such group or member. */
        ABSENT,
        /** The request contradicts what is there. */
        CONFLICT,
        /** A table is full. */
        FULL,
        /** Hosts or switches did not take part; nothing changed. */
        FAILED
    }

    /** A request that is refused at once. */
    public static Outcome refused(final Kind kind, final String reason, final String text) {
        return new Outcome(kind, reason, text, null, List.of(), 0);
    }
}
