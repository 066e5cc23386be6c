package io.polycast.endhost.qp;

/** Notification point: at most one CNP per gap, however many packets come in marked. */
final class CnpPacer {
    private final long gapNs;
    private boolean due;
    private boolean sentOnce;
    private long lastNs;

    /**
     * @param gapNs least time between two CNPs, or 0 to send none
     */
    CnpPacer(final long gapNs) {
        this.gapNs = gapNs;
    }

    void onMarked(final long nowNs) {
        if (gapNs > 0 && (!sentOnce || nowNs - lastNs >= gapNs)) {
            due = true;
            sentOnce = true;
            lastNs = nowNs;
        }
    }

    /** Whether one is to be sent now; asking takes it. */
    boolean take() {
        final boolean was = due;
        due = false;
        return was;
    }

    void reset() {
        due = false;
        sentOnce = false;
    }
}
