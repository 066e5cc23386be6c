package io.polycast.dataplane.groups;

/** One that is told by {@link GroupLife} of groups that come and go, after the table has changed. */
public interface GroupSubscriber {
    /**
     * A group was installed or its entry was replaced, at the start or later.
     *
     * @param mcstId of the group
     */
    void installed(int mcstId);

    /**
     * A group is gone from the table.
     *
     * @param mcstId of the group
     */
    void gone(int mcstId);
}
