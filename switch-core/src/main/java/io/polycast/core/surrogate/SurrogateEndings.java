package io.polycast.core.surrogate;

import io.polycast.parser.contract.Ending;
import io.polycast.voq.Refusal;

/** Which ending stands for which refusal of the scheduler. */
final class SurrogateEndings {
    static final int CONTROL = Ending.SURROGATE_CONTROL.id();
    static final int LEG_DOWN = Ending.SURROGATE_LEG_DOWN.id();
    static final int REPLICATED = Ending.REPLICATED.id();
    static final int EGRESS_REFUSED = Ending.EGRESS_REFUSED.id();

    private SurrogateEndings() {}

    /**
     * @param code of a refusal
     * @return id of the ending
     */
    static int of(final int code) {
        final Ending ending =
                switch (Refusal.of(code)) {
                    case PAYLOAD_FULL -> Ending.SURROGATE_PAYLOAD_FULL;
                    case LANE_EXHAUSTED -> Ending.SURROGATE_LANE_EXHAUSTED;
                    case UNKNOWN_LANE -> Ending.SURROGATE_UNKNOWN_LANE;
                    case UNKNOWN_VOQ -> Ending.SURROGATE_UNKNOWN_VOQ;
                    case GRANT_UNASKED -> Ending.SURROGATE_UNASKED_GRANT;
                    case ACK_UNSENT -> Ending.SURROGATE_UNSENT_ACK;
                    case STALE -> Ending.SURROGATE_REPEATED;
                    case SEQUENCE_JUMP -> Ending.SURROGATE_SEQUENCE_JUMP;
                    case GIVEN_UP, FLUSHED -> Ending.SURROGATE_LEG_DOWN;
                    case HEADER_EARLY, HEADERS_FULL, VOQ_TAIL, VOQ_HEAD, QUEUE_FULL, SHARE_FULL ->
                            Ending.SURROGATE_VOQ_DROP;
                    case DATA_UNGRANTED, TOO_MANY_REQUESTS, BAD_LENGTH, RETURN_UNHELD ->
                            Ending.SURROGATE_UNASKED_DATA;
                    // No answer to a frame or message: the role keeps what is EARLY, and names
                    // exits.
                    case EARLY, NO_COPIES, TOO_MANY_COPIES, NOT_READY -> Ending.SURROGATE_VOQ_DROP;
                };
        return ending.id();
    }
}
