package io.polycast.core.trace;

/** Events of all roles. */
public enum CommonEvent implements TraceEvent {
    /** A frame came in and ended; detail is the id of its ending. */
    FRAME(Detail.ENDING, "ending"),
    /** A copy left along a path; detail is the opcode. */
    COPY(Detail.OPCODE, "opcode"),
    /** A group was installed or replaced; detail is its number of paths. */
    GROUP_SET(Detail.NUMBER, "paths"),
    /** A group was removed. */
    GROUP_UNSET(Detail.NONE, "");

    private final Detail detail;
    private final String detailName;

    CommonEvent(final Detail detail, final String detailName) {
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
