package io.polycast.sim.registration;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpReason;
import java.util.List;

/** One group of a run: its leader, and what must be in force. */
final class Led {
    final int number;
    final Leader leader;

    /** The newest revision that was sent. */
    int revision;

    /** Members beside the leader of the revision in force, or null when none is. */
    List<Integer> inForce;

    /** Revision in force. */
    int inForceRevision;

    /** Members of the change under way; null for a removal. */
    List<Integer> asked;

    /** A switch restarted since the last change that ended well: the outcome of a change is open. */
    boolean isOpen;

    /** How the last change ended was taken over. */
    boolean isEnded = true;

    /** A restart may have left entries that no leader reaches; they age. */
    boolean mayLeave;

    Led(final int number, final Leader leader, final int firstRevision) {
        this.number = number;
        this.leader = leader;
        revision = firstRevision;
    }

    boolean isIdle() {
        return leader.state == Leader.State.IDLE;
    }

    void change(final List<Integer> members) {
        asked = members;
        revision = revision + 1 & 0xFFFF;
        isEnded = false;
        leader.register(revision, members);
    }

    void remove() {
        asked = null;
        revision = revision + 1 & 0xFFFF;
        isEnded = false;
        leader.refused = null;
        leader.remove(revision);
    }

    /** Takes over how the change ended. The leader is idle. */
    void take() {
        if (leader.refused == null) {
            inForce = asked;
            inForceRevision = revision;
        }
    }

    /** Whether a refusal of this reason can be the network's, and not an error of a switch. */
    boolean isExpected(final MrpReason reason) {
        return switch (reason) {
            case TABLE_FULL, PATHS_FULL, QUOTA, NODE_TWICE, NODE -> true;
            case LOOP, STALE, NOT_KEPT -> isOpen;
            default -> false;
        };
    }

    static boolean isNewer(final int revision, final int than) {
        return Mrp.isNewer(revision, than);
    }
}
