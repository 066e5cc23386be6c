package io.polycast.node.endpoint;

/**
 * How the group sends, as the controller says, and the probe that runs. An endpoint has no unicast sends:
 * its source waits, and sends by the tree for the time of a probe only. Not threadsafe.
 */
final class GroupMode {
    /** Time for which a probe sends, in ns. */
    static final long PROBE_NS = 500_000_000L;

    private static final long NONE = -1;
    private static final long NS_PER_MS = 1_000_000L;

    private long number;
    private boolean unicast;
    private String reason = "";
    private long change = NONE;
    private long beganNs;
    private long beganBytes;

    /**
     * What a probe brought.
     *
     * @param change number of the controller's question
     * @param bytes that all members acknowledged
     * @param ms since the probe began
     */
    record Probed(long change, long bytes, long ms) {}

    /**
     * A decision is in force.
     *
     * @return whether the mode is another one than before
     */
    boolean commit(final long decision, final boolean byUnicast, final String why) {
        final boolean turns = unicast != byUnicast;
        number = decision;
        unicast = byUnicast;
        reason = why;
        return turns;
    }

    /** Whether the group sends by unicast. */
    boolean isUnicast() {
        return unicast;
    }

    /** Whether the group never uses the tree: the first decision is that of the configuration. */
    boolean isOff() {
        return unicast && number == 1;
    }

    /** Number of the decision and its reason, for people. */
    String text() {
        return (unicast ? "unicast" : "the tree") + " (decision " + number + ": " + reason + ")";
    }

    /** The controller asks for test data. */
    void probe(final long question, final long nowNs, final long bytes) {
        change = question;
        beganNs = nowNs;
        beganBytes = bytes;
    }

    /** Whether messages may be posted. */
    boolean mayPost() {
        return !unicast || change != NONE;
    }

    /** Ends a probe that has sent for long enough, and answers what it brought, else null. */
    Probed end(final long nowNs, final long bytes) {
        if (change == NONE || nowNs - beganNs < PROBE_NS) {
            return null;
        }
        final Probed probed = new Probed(change, bytes - beganBytes, (nowNs - beganNs) / NS_PER_MS);
        change = NONE;
        return probed;
    }
}
