package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import java.util.List;

/** A hop away from the leader, and how far the nodes behind it have come with one revision. */
final class Branch {
    /** How far a branch has come; each stage includes the ones before it. */
    enum Progress {
        /** Does not have the whole set. */
        UNKNOWN,
        /** Has the set, and waits for nodes of its own. */
        COMPLETE,
        /** All nodes behind it have confirmed. */
        CONFIRMED,
        /** The revision is in force at all of them. */
        COMMITTED,
        /** Has removed what it was asked to remove. */
        REMOVED
    }

    private final Peer peer;
    private final boolean host;
    private final List<MrpNode> nodes;
    private Progress progress = Progress.UNKNOWN;
    private List<MrpNode> missing;
    private boolean more;
    private long nextAtNs;
    private int tries;
    private boolean refreshDue;
    private int removeRevision;

    Branch(final Peer peer, final boolean host, final List<MrpNode> nodes) {
        this.peer = peer;
        this.host = host;
        this.nodes = List.copyOf(nodes);
        missing = this.nodes;
    }

    /** The same hop, to be removed as of a revision. */
    Branch toRemove(final int revision) {
        final Branch removed = new Branch(peer, host, nodes);
        removed.removeRevision = revision;
        return removed;
    }

    Peer peer() {
        return peer;
    }

    boolean isHost() {
        return host;
    }

    List<MrpNode> nodes() {
        return nodes;
    }

    Progress progress() {
        return progress;
    }

    /** Nodes behind it that are not done, as it said last. */
    List<MrpNode> missing() {
        return missing;
    }

    int removeRevision() {
        return removeRevision;
    }

    /** Whether its last answer had no room for all nodes that are not done. */
    boolean hasMore() {
        return more;
    }

    void more(final boolean isMore) {
        more = isMore;
    }

    /** Takes an answer; the next question has new tries. */
    void answered(final Progress newProgress, final List<MrpNode> stillMissing) {
        if (newProgress != progress || stillMissing.size() != missing.size()) {
            tries = 0;
        }
        progress = newProgress;
        missing = stillMissing;
    }

    boolean serves(final MrpAddress node) {
        for (final MrpNode served : nodes) {
            if (served.address().equals(node)) {
                return true;
            }
        }
        return false;
    }

    /** One more GROUP is due, although nothing is missing. */
    void refresh() {
        refreshDue = true;
    }

    /** Whether a GROUP is due; it leaves now. */
    boolean takeRefresh() {
        final boolean due = refreshDue;
        refreshDue = false;
        return due;
    }

    /** Everything behind it is missing again: the stage has changed. */
    void restart() {
        missing = nodes;
        more = false;
        askAgain();
    }

    void askAgain() {
        tries = 0;
        nextAtNs = Long.MIN_VALUE;
    }

    /** The stage has changed, and a question is due at once. */
    boolean isDue(final long nowNs, final int mostTries) {
        return tries < mostTries && (nextAtNs == Long.MIN_VALUE || nextAtNs - nowNs <= 0);
    }

    boolean isTired(final int mostTries) {
        return tries >= mostTries;
    }

    /** A question leaves. */
    void asked(final long nowNs, final RegistrationSettings.Times times) {
        final long wait = times.repeatNs() << Math.min(tries, 20);
        nextAtNs = nowNs + Math.min(wait, times.mostRepeatNs());
        tries++;
    }
}
