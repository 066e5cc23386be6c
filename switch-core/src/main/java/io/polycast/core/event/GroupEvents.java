package io.polycast.core.event;

import io.polycast.mft.spec.PathSpec;

/**
 * Listener to events of members, sources and ports. Each event is told once, after it took effect. A change of
 * a group's entry is no event: the caller that asks for it has its result.
 *
 * <p>The core tells events of groups on the thread that runs it. A listener there must not
 * allocate, block or throw, and must not call back into the core. The listener that the switch
 * calls passes events to another thread, which calls the other listeners. Arguments are immutable
 * and may be kept.
 */
public interface GroupEvents {
    /** Ignores all events. */
    GroupEvents NONE = new GroupEvents() {};

    /**
     * A member was taken out of service.
     *
     * @param mcstId of the group
     * @param member path to it
     * @param cause of it
     */
    default void memberEvicted(
            final int mcstId, final PathSpec member, final EvictionCause cause) {}

    /**
     * The source of a group moved to another path; the first source after a start or a set is no move.
     *
     * @param mcstId of the group
     * @param from path of the source before
     * @param to path of the source from now on
     */
    default void sourceMoved(final int mcstId, final PathSpec from, final PathSpec to) {}

    /**
     * The kernel's programs replicate a group's data from now on.
     *
     * @param mcstId of the group
     */
    default void movedToKernel(final int mcstId) {}

    /**
     * The engine replicates a group's data again. The end of the switch is not told.
     *
     * @param mcstId of the group
     * @param why in words for people
     */
    default void leftKernel(final int mcstId, final String why) {}

    /**
     * The link of a port changed. A start tells those that are not up, as changes from up.
     *
     * @param port index of the port, in [0, 64)
     * @param before state that was told last
     * @param now state
     */
    default void linkChanged(final int port, final LinkState before, final LinkState now) {}

    /**
     * A leg to another node came up or went down.
     *
     * @param port index of the port that leads to the node, in [0, 64)
     * @param node name of the node
     * @param change of the leg
     */
    default void legChanged(final int port, final String node, final LegChange change) {}

    /**
     * The switch put something right at a port, or failed to.
     *
     * @param port index of the port, in [0, 64)
     * @param news what was found and done, in words for people
     */
    default void portTended(final int port, final String news) {}

    /**
     * A start found something that needs the operator: state refused or begun anew, a group that is not back.
     *
     * @param what in words for people, one line
     */
    default void startWarning(final String what) {}

    /**
     * Events were lost because more came than could be handed over.
     *
     * @param count of the events, at least 1
     */
    default void eventsLost(final long count) {}
}
