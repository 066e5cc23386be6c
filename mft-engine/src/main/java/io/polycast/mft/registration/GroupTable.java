package io.polycast.mft.registration;

import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;

/** The switch's groups, as registration needs them. */
public interface GroupTable {
    /** How a switch serves a path of a group. */
    enum PathService {
        /** Data goes by it. */
        SERVED,
        /** Nothing goes by it. */
        EVICTED,
        /** Nothing goes by it: its nodes are to be served by unicast. */
        DEMOTED
    }

    /**
     * @param address of a packet
     * @return whether it lies in the prefix of McstIDs
     */
    boolean isGroup(MrpAddress address);

    /**
     * @param address of a group
     * @return whether the configuration or the command line set its McstID, or the group of the other IP
     *     version has it: registration leaves it alone
     */
    boolean isStatic(MrpAddress address);

    /**
     * Keeps room for a group that may be installed, in place of the room kept for it before. Forwarding
     * does not change.
     *
     * @param spec of the group
     * @return null, or why the group could not be installed
     */
    MrpReason reserve(GroupSpec spec);

    /**
     * Gives back the room that {@link #reserve} kept. A group in force stays.
     *
     * @param mcstId of the group
     */
    void release(int mcstId);

    /**
     * Puts a group in force, in the room that was kept.
     *
     * @param spec of the group
     * @return null, or why it is not in force
     */
    MrpReason install(GroupSpec spec);

    /**
     * Keeps a group over a restart, before it is put in force and passed on.
     *
     * @param group with the revision that is to come into force
     * @return whether it is kept now; else {@link Registration#commit} or {@link Registration#notKept} follows,
     *     and this may be called again before
     */
    default boolean keep(final RegisteredGroup group) {
        return true;
    }

    /**
     * How a path of a group in force is served: one that an earlier revision had may be out.
     *
     * @param mcstId of the group
     * @param path of its spec: the table has paths in an order of its own
     * @return {@link PathService#SERVED}, or how it is out
     */
    default PathService service(final int mcstId, final PathSpec path) {
        return PathService.SERVED;
    }

    /**
     * Takes a group out of force.
     *
     * @param mcstId of the group
     */
    void remove(int mcstId);

    /**
     * @param port in [0, 64)
     * @return groups with a path by this port that were not registered
     */
    int staticGroups(int port);
}
