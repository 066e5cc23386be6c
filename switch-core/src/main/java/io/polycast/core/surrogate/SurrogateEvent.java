package io.polycast.core.surrogate;

import io.polycast.core.trace.TraceEvent;

/** Events of role surrogate beside the common ones; the sequence on a leg stands as psn. */
public enum SurrogateEvent implements TraceEvent {
    /** A copy left; detail is its priority. */
    COPY_SENT(Detail.NUMBER, "priority"),
    /** A copy was dropped; detail is the id of its ending. */
    COPY_DROPPED(Detail.ENDING, "ending"),
    /** A REQUEST left; detail is its units, from 32,768 on it gives units back. */
    REQUEST_OUT(Detail.NUMBER, "units"),
    /** A GRANT left; detail is its units. */
    GRANT_OUT(Detail.NUMBER, "units"),
    /** An ACK left; detail is its frames. */
    ACK_OUT(Detail.NUMBER, "frames"),
    /** A STOP (1) or GO (0) left. */
    STOP_OUT(Detail.FLAG, "stop"),
    /** A HELLO left; detail is 1 for an echo. */
    HELLO_OUT(Detail.FLAG, "echo"),
    /** A host was told to slow down; detail is how much, in [1, 63]. */
    CNM_OUT(Detail.NUMBER, "feedback"),
    /** A leg came up (1) or went down (0). */
    LEG(Detail.FLAG, "up");

    private final Detail detail;
    private final String detailName;

    SurrogateEvent(final Detail detail, final String detailName) {
        this.detail = detail;
        this.detailName = detailName;
    }

    @Override
    public Detail detail() {
        return detail;
    }

    @Override
    public String detailName() {
        return detailName;
    }
}
