package io.polycast.core.shufflecast;

import io.polycast.core.trace.TraceEvent;

/** Events of role shufflecast beside the common ones; the ToR of a node stands as path. */
public enum ShufflecastEvent implements TraceEvent {
    /** A copy left for a member or a splitter; detail is its bytes. */
    COPY_SENT(Detail.NUMBER, "bytes"),
    /** A port did not take a copy; detail is its bytes. */
    COPY_REFUSED(Detail.NUMBER, "bytes"),
    /** A heartbeat left; its sequence stands as psn. */
    HEARTBEAT_OUT(Detail.NONE, ""),
    /** A relay was heard (1), or has missed too many heartbeats (0). */
    RELAY(Detail.FLAG, "heard"),
    /** Rules hold; detail is the number of their sources, and the low 24 bits of the version stand as psn. */
    RULES(Detail.NUMBER, "sources");

    private final Detail detail;
    private final String detailName;

    ShufflecastEvent(final Detail detail, final String detailName) {
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
