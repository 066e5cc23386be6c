package io.polycast.mft.table;

import io.polycast.mft.feedback.FeedbackCheck;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;

/**
 * Damage in the records of an earlier process, by group: its own record is damaged, a path's record
 * is damaged, or records are missing. A start takes up no record of a group with damage. A damaged
 * group record may belong to any group without a record.
 */
final class RecoveredFaults {
    private final GroupFeedback groups;
    private final FeedbackCheck check;
    private final Int2ObjectHashMap<String> byMcstId = new Int2ObjectHashMap<>();
    private final IntArrayList brokenSlots = new IntArrayList();
    private String nameless;

    RecoveredFaults(final GroupFeedback groups, final FeedbackCheck check) {
        this.groups = groups;
        this.check = check;
    }

    /** A group record without an owner: it may have belonged to any group without a record. */
    void onBrokenGroup(final int slot) {
        brokenSlots.addInt(slot);
        if (nameless == null) {
            nameless =
                    check.group(slot) == FeedbackCheck.Kind.LOST
                            ? "nothing is known of it from before"
                            : "its record is missing, and group record " + slot + " is damaged";
        }
    }

    /** A path record that is damaged; it names a group, rightly or not. */
    void onBrokenPath(final int mcstId, final int id) {
        byMcstId.putIfAbsent(mcstId, "path record " + id + " is damaged");
    }

    /**
     * Looks at a group's records, all of them.
     *
     * @param ids of its path records
     * @return whether all are as a process can have left them
     */
    boolean isSound(
            final int mcstId, final int slot, final IntArrayList ids, final PathFeedback paths) {
        final String fault = faultOf(slot, ids, paths);
        if (fault != null) {
            byMcstId.putIfAbsent(mcstId, fault);
        }
        return !byMcstId.containsKey(mcstId);
    }

    private String faultOf(final int slot, final IntArrayList ids, final PathFeedback paths) {
        final String own = check.groupFault(slot);
        if (own != null) {
            return "group record " + slot + " has " + own;
        }
        final IntHashSet hashes = new IntHashSet();
        for (int i = 0; i < ids.size(); i++) {
            final String fault = check.pathFault(ids.getInt(i));
            if (fault != null) {
                return "path record " + ids.getInt(i) + " has " + fault;
            }
            if (!hashes.add(paths.keyHash(ids.getInt(i)))) {
                return "path record " + ids.getInt(i) + " is there twice";
            }
        }
        return ids.size() == groups.paths(slot)
                ? null
                : "it had " + groups.paths(slot) + " path records, and " + ids.size() + " are left";
    }

    /**
     * @param mcstId of a group
     * @param hasRecord whether a record of it is there
     * @return why nothing of it is taken up, or null
     */
    String of(final int mcstId, final boolean hasRecord) {
        return hasRecord ? byMcstId.get(mcstId) : nameless;
    }

    /**
     * All groups of a start are installed: damaged records that none of them took are free again.
     */
    void end() {
        for (int i = 0; i < brokenSlots.size(); i++) {
            final int slot = brokenSlots.getInt(i);
            final FeedbackCheck.Kind kind = check.group(slot);
            if (kind == FeedbackCheck.Kind.LOST || kind == FeedbackCheck.Kind.DAMAGED) {
                groups.reset(slot);
            }
        }
        brokenSlots.clear();
        byMcstId.clear();
        nameless = null;
    }
}
