package io.polycast.core.cepheus.registration;

import io.polycast.core.trace.TraceEvent;

/** Events of registration. */
public enum RegistrationEvent implements TraceEvent {
    /** A revision of a group is in force; detail is the revision. */
    REGISTERED("revision"),
    /** MRP was refused; detail is the code of the reason (docs/mrp.md). */
    REGISTRATION_REFUSED("reason");

    private final String detailName;

    RegistrationEvent(final String detailName) {
        this.detailName = detailName;
    }

    @Override
    public Detail detail() {
        return Detail.NUMBER;
    }

    @Override
    public String detailName() {
        return detailName;
    }
}
