package io.polycast.voq;

/**
 * Why a part of the scheduler refused or dropped something. Methods answer with {@link #code()}, a
 * negative int; {@link #NONE} stands for "nothing to do" and is no refusal.
 */
public enum Refusal {
    /** The payload pool of the frame's lane has no room (section 4.1, Tth). */
    PAYLOAD_FULL("payload pool full"),
    /** A frame has no unit, or more than one batch may have. */
    BAD_LENGTH("bad length"),
    /** The multicast ID has no copies. */
    NO_COPIES("no copies"),
    /** More than eight copies of one frame. */
    TOO_MANY_COPIES("too many copies"),
    /** The header pool is between its marks, and the draw went against the copy (RED). */
    HEADER_EARLY("header pool: early drop"),
    /** The header pool of the copy's lane is full, or all memory for headers is. */
    HEADERS_FULL("header pool full"),
    /** The VOQ is beyond its threshold, and drops what arrives. */
    VOQ_TAIL("VOQ full: tail drop"),
    /** The VOQ is beyond its threshold, and dropped its next frame. */
    VOQ_HEAD("VOQ full: drop from head"),
    /** No such VOQ, leg or flow. */
    UNKNOWN_VOQ("unknown VOQ"),
    /** No such lane or priority. */
    UNKNOWN_LANE("unknown lane"),
    /** The frame was injected on the last lane of its priority. */
    LANE_EXHAUSTED("lane exhausted"),
    /** The VOQ has no frame with a grant, is suspended, stopped or sending. */
    NOT_READY("VOQ not ready"),
    /** A grant for a request that was never made. */
    GRANT_UNASKED("grant never asked for"),
    /** An ACK for a frame that was never sent. */
    ACK_UNSENT("ACK of the unsent"),
    /** A message that was taken before. It is a repetition, no error. */
    STALE("repetition"),
    /** A frame or request that does not follow the last one. */
    SEQUENCE_JUMP("sequence jump"),
    /** A frame that comes before a missing one. It may be kept. */
    EARLY("ahead of a missing frame"),
    /** More requests than may be outstanding. */
    TOO_MANY_REQUESTS("too many requests"),
    /** A frame for which no units were granted. */
    DATA_UNGRANTED("data without grant"),
    /** More units are given back than are held. */
    RETURN_UNHELD("return of units not held"),
    /** A leg did not answer: its frames are given up. */
    GIVEN_UP("leg silent: given up"),
    /** A VOQ was emptied by command. */
    FLUSHED("flushed"),
    /** A plain egress queue is full. */
    QUEUE_FULL("queue full"),
    /** The egress holds its share of the lossy lanes' memory. */
    SHARE_FULL("share of the egress full");

    /** Answer of a method that has nothing to report. */
    public static final int NONE = -1;

    /** Answer of a method that accepted its input. */
    public static final int OK = 0;

    private static final Refusal[] ALL = values();
    private static final int FIRST = -2;

    private final String label;

    Refusal(final String label) {
        this.label = label;
    }

    /**
     * @return the negative number that stands for this refusal
     */
    public int code() {
        return FIRST - ordinal();
    }

    /**
     * @return words for people
     */
    public String label() {
        return label;
    }

    /**
     * @param code that a method answered
     * @return whether it is a refusal
     */
    public static boolean is(final int code) {
        return code <= FIRST;
    }

    /**
     * @param code of a refusal
     * @return the refusal
     */
    public static Refusal of(final int code) {
        return ALL[FIRST - code];
    }
}
