package io.polycast.core.cepheus;

import io.polycast.core.trace.TraceEvent;

/** Events of role cepheus. */
public enum CepheusEvent implements TraceEvent {
    /** An aggregated ACK left to the source; detail is the syndrome. */
    ACK_OUT(Detail.HEX, "syndrome"),
    /** A NAK left to the source; detail is the syndrome. */
    NAK_OUT(Detail.HEX, "syndrome"),
    /** A CNP left to the source. */
    CNP_OUT(Detail.NONE, ""),
    /** The source is on this path from now on; detail is 1 when the group begins anew. */
    SOURCE(Detail.FLAG, "anew"),
    /** A member was taken out of service; detail is 1 when it is to be served by unicast. */
    EVICTED(Detail.FLAG, "unicast");

    private final Detail detail;
    private final String detailName;

    CepheusEvent(final Detail detail, final String detailName) {
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
