package io.polycast.core.role;

import io.polycast.parser.contract.GroupEntry;

/**
 * Keeps groups that a role learns from packets, so that the next process knows them. Calls come from the thread
 * of the role and never wait.
 */
public interface GroupKeeper {
    /** Keeps nothing: a group comes into force at once, and ends with the process. */
    GroupKeeper NONE =
            new GroupKeeper() {
                @Override
                public Answer keep(final GroupEntry group) {
                    return Answer.KEPT;
                }

                @Override
                public boolean gone(final int mcstId) {
                    return true;
                }
            };

    /** Answer to a role that wants a group kept. */
    enum Answer {
        /** It is kept. */
        KEPT,
        /** {@link Role#setGroup} follows, or {@link Role#onNotKept}. */
        LATER,
        /** Too many wait; nothing follows. */
        BUSY
    }

    /**
     * @param group that is to come into force when it is kept
     * @return the answer
     */
    Answer keep(GroupEntry group);

    /**
     * @param mcstId of a group that is out of the role's table
     * @return false when too many wait: the role calls again
     */
    boolean gone(int mcstId);
}
