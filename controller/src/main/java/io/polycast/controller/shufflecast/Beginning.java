package io.polycast.controller.shufflecast;

/**
 * The time in which a control learns what has failed. Relays may have rules of a control before it, which repair what this
 * one does not know yet.
 */
final class Beginning {
    /** How long receivers may take for their first reports, once all relays have connected. */
    static final long REPORTS_NS = 1_000_000_000L;

    private final RuleUpdates rules;
    private final RelayHealth health;

    /** When the last ToR has connected. */
    private long helloNs;

    private boolean over;

    Beginning(final RuleUpdates rules, final RelayHealth health) {
        this.rules = rules;
        this.health = health;
    }

    /** A ToR has connected. */
    void onHello(final long nowNs) {
        helloNs = nowNs;
    }

    /**
     * Lets rules of before be replaced when all relays are known and all receivers have reported.
     *
     * @param connected of each node, whether its reports arrive
     */
    void advance(final long nowNs, final boolean[] connected) {
        if (!over
                && rules.isEachKnown()
                && (hasEachReported(connected) || nowNs - helloNs >= REPORTS_NS)) {
            over = true;
            rules.begin();
        }
    }

    private boolean hasEachReported(final boolean[] connected) {
        for (int node = 0; node < connected.length; node++) {
            if (connected[node] && !health.hasReported(node)) {
                return false;
            }
        }
        return true;
    }

    /** When {@link #advance} is due, or {@link Long#MAX_VALUE}. */
    long deadlineNs() {
        return !over && rules.isEachKnown() ? helloNs + REPORTS_NS : Long.MAX_VALUE;
    }
}
