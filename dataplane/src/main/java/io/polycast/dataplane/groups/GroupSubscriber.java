package io.polycast.dataplane.groups;

import io.polycast.core.event.EvictionCause;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.PathSpec;

/** One that is told by {@link GroupLife} of groups that come, change and go, after the table has changed. */
public interface GroupSubscriber {
    /** Ignores all groups. */
    GroupSubscriber NONE = new GroupSubscriber() {};

    /**
     * A start installed a group.
     *
     * @param mcstId of the group
     * @param origin of its entry
     * @param paths of the entry, at least 0
     */
    default void started(final int mcstId, final GroupOrigin origin, final int paths) {}

    /**
     * A group was installed, or its entry was replaced, while the switch runs.
     *
     * @param mcstId of the group
     * @param origin of the entry
     * @param change result of the set
     * @param paths of the entry, at least 0
     */
    default void set(
            final int mcstId,
            final GroupOrigin origin,
            final GroupChange change,
            final int paths) {}

    /**
     * A member was taken out of service. The engine decides that, so that the group may have changed since.
     *
     * @param mcstId of the group
     * @param member path to it
     * @param cause of it
     */
    default void memberOut(final int mcstId, final PathSpec member, final EvictionCause cause) {}

    /**
     * A group is gone from the table.
     *
     * @param mcstId of the group
     */
    default void gone(final int mcstId) {}
}
