package io.polycast.mft.feedback;

/**
 * Checks the records of an earlier process: sealed words against their checks, every other word
 * against its range. A record that fails says nothing that can be believed.
 */
public final class FeedbackCheck {
    private static final int PSN_BITS = 24;
    private static final int MOST_PATHS = 254;
    private static final int FORM_BITS = 19;
    private static final int LOW_HALF = 0xFFFF;
    private static final int[] GROUP_PSNS = {8, 12, 32, 36, 56, 60, 64, 72, 88};
    private static final String[] GROUP_PSN_NAMES = {
        "AggAckPSN",
        "minimum",
        "highest PSN",
        "candidate",
        "aggregate of the last source",
        "PSN of the establishing frame",
        "MePSN",
        "PSN of the last NAK",
        "last PSN"
    };

    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final int maxPaths;

    /** What a record is by its name. */
    public enum Kind {
        /** Nobody's. */
        FREE,
        /** A group's or a path's. */
        OWNED,
        /** Belongs to an unknown group or path: a build with another layout wrote it. */
        LOST,
        /** Its name, or a path's standing, fails its check. */
        DAMAGED
    }

    /**
     * @param groups records of the groups
     * @param paths records of the paths
     * @param maxPaths path records
     */
    public FeedbackCheck(final GroupFeedback groups, final PathFeedback paths, final int maxPaths) {
        this.groups = groups;
        this.paths = paths;
        this.maxPaths = maxPaths;
    }

    /**
     * @param maxGroups group records
     * @return whether no record was ever made: the buffer is fresh
     */
    public boolean isFresh(final int maxGroups) {
        for (int slot = 0; slot < maxGroups; slot++) {
            if (groups.name(slot) != 0) {
                return false;
            }
        }
        for (int id = 0; id < maxPaths; id++) {
            if (paths.name(id) != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * @param slot of a group record
     * @return what it is by its name
     */
    public Kind group(final int slot) {
        if (!SealedWord.isWhole(groups.name(slot), SealedWord.NAME_BITS, 0, slot)) {
            return Kind.DAMAGED;
        }
        if (groups.mcstId(slot) != 0) {
            return Kind.OWNED;
        }
        return groups.paths(slot) == 0 ? Kind.FREE : Kind.LOST;
    }

    /**
     * @param id of a path record
     * @return what it is by its name and its standing
     */
    public Kind path(final int id) {
        if (paths.name(id) == SealedWord.freeName(id)) {
            return Kind.FREE;
        }
        return paths.mcstId(id) != 0
                        && SealedWord.isWhole(
                                paths.standing(id), SealedWord.STANDING_BITS, paths.name(id), id)
                ? Kind.OWNED
                : Kind.DAMAGED;
    }

    /**
     * @param slot of a group's record
     * @return the first word that no process can have written, or null
     */
    public String groupFault(final int slot) {
        for (int i = 0; i < GROUP_PSNS.length; i++) {
            if (groups.word(slot, GROUP_PSNS[i]) >>> PSN_BITS != 0) {
                return psn(GROUP_PSN_NAMES[i], groups.word(slot, GROUP_PSNS[i]));
            }
        }
        if ((groups.flags(slot) & ~GroupFeedback.FLAGS) != 0) {
            return "unknown flags " + Integer.toHexString(groups.flags(slot));
        }
        if (!NakSeverity.isPossible(groups.meSeverity(slot))
                || !NakSeverity.isPossible(groups.sentSeverity(slot))) {
            return "a NAK of no kind";
        }
        if (groups.source(slot) < -1 || groups.source(slot) >= maxPaths) {
            return "a source that is path record " + groups.source(slot);
        }
        if ((groups.word(slot, 16) & LOW_HALF) > MOST_PATHS
                || groups.word(slot, 16) >>> 16 > MOST_PATHS
                || groups.word(slot, 20) < 0
                || groups.word(slot, 20) > MOST_PATHS
                || groups.receivers(slot) > MOST_PATHS) {
            return "more than " + MOST_PATHS + " receivers";
        }
        if (groups.word(slot, 0) != 0 || groups.word(slot, 92) != 0) {
            return "bits where none belong";
        }
        for (int at = 104; at < FeedbackLayout.GROUP_LENGTH; at += Integer.BYTES) {
            if (groups.word(slot, at) != 0) {
                return "bits where none belong";
            }
        }
        return null;
    }

    /**
     * @param id of a path's record
     * @return the first word that no process can have written, or null
     */
    public String pathFault(final int id) {
        if (paths.ackPsn(id) >>> PSN_BITS != 0) {
            return psn("AckPSN", paths.ackPsn(id));
        }
        if (paths.msn(id) >>> PSN_BITS != 0) {
            return psn("MSN", paths.msn(id));
        }
        if ((paths.flags(id) & ~PathFeedback.FLAGS) != 0) {
            return "unknown flags " + Integer.toHexString(paths.flags(id));
        }
        if (paths.form(id) >>> FORM_BITS != 0 || paths.word(id, 60) != 0) {
            return "bits where none belong";
        }
        return null;
    }

    private static String psn(final String name, final int value) {
        return name + " of more than 24 bits (" + Integer.toUnsignedString(value) + ")";
    }
}
