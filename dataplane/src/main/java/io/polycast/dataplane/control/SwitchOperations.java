package io.polycast.dataplane.control;

import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.LegPicture;
import io.polycast.core.role.QueuePicture;
import io.polycast.core.role.RelayPicture;
import io.polycast.core.role.RoleQuestion;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.links.PortLink;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import java.util.Map;

/** Requests of the control side to a running switch; each call waits until it is done. */
public interface SwitchOperations {
    /**
     * @return configuration of the switch's start
     */
    Configuration configuration();

    /**
     * Installs groups or replaces them whole, each by itself. The entries survive a power cut when
     * this returns.
     *
     * @param groups to install, in this order
     * @param condition that each must meet
     * @return result for each, in the same order; after a {@link SwitchStalledException} no more
     *     are tried
     */
    List<SetOutcome> setGroups(List<GroupEntry> groups, SetCondition condition);

    /**
     * Installs a group or replaces it whole, without conditions.
     *
     * @param group to install
     * @return result for the group
     * @throws ControlException when it is refused
     */
    default SetOutcome setGroup(final GroupEntry group) throws ControlException {
        return setGroups(List.of(group), SetCondition.NONE).get(0).orThrow();
    }

    /**
     * @param mcstId of a group
     * @return how often its entry was set, from 1; 0 when there is no such group
     */
    long version(int mcstId);

    /**
     * @param mcstId of a group
     * @return where its entry comes from
     */
    default GroupOrigin origin(final int mcstId) {
        return GroupOrigin.COMMAND;
    }

    /**
     * Removes a group.
     *
     * @param mcstId of it
     * @return whether there was such a group
     * @throws ControlException when the switch does not answer
     */
    boolean unsetGroup(int mcstId) throws ControlException;

    /**
     * @return all groups, in no order
     * @throws ControlException when the switch does not answer
     */
    List<GroupPicture> groups() throws ControlException;

    /**
     * @return groups without an entry, which frames of hosts made, in order of their ids
     * @throws ControlException when the switch does not answer
     */
    default List<GroupPicture> learned() throws ControlException {
        return List.of();
    }

    /**
     * @param mcstId of a group
     * @return the group, or null when there is none
     * @throws ControlException when the switch does not answer
     */
    GroupPicture group(int mcstId) throws ControlException;

    /**
     * @return groups that the journal keeps and that could not be installed at the start, in order of their
     *     ids; a set or an unset takes a group off
     */
    default List<AbsentGroup> absentGroups() {
        return List.of();
    }

    /**
     * @return link of each port, by index; empty where links are not known
     */
    default List<PortLink> links() {
        return List.of();
    }

    /**
     * @return why no group is served by the kernel, or null when groups may be
     */
    default String kernelAbsence() {
        return "this switch has no kernel datapath";
    }

    /**
     * @return how frames ended in the kernel's programs, by name
     */
    default Map<String, Long> kernelDispositions() {
        return Map.of();
    }

    /**
     * Asks the role of each shard.
     *
     * @param question to ask
     * @param <T> class of an answer
     * @return answers of all shards, in order; empty where there is no role
     * @throws ControlException when the switch does not answer
     */
    default <T> List<T> askRoles(final RoleQuestion<T> question) throws ControlException {
        return List.of();
    }

    /**
     * @return output queues of the role that have been used; empty for a role without
     * @throws ControlException when the switch does not answer
     */
    default List<QueuePicture> queues() throws ControlException {
        return askRoles((role, nowNs) -> role.queues());
    }

    /**
     * @return legs to other nodes; empty for a role without
     * @throws ControlException when the switch does not answer
     */
    default List<LegPicture> legs() throws ControlException {
        return askRoles((role, nowNs) -> role.legs(nowNs));
    }

    /**
     * @return logical nodes of a relay; empty for other roles
     * @throws ControlException when the switch does not answer
     */
    default List<RelayPicture> relays() throws ControlException {
        return askRoles((role, nowNs) -> role.relays(nowNs));
    }

    /** Requests the end of the switch. */
    void requestStop();

    /**
     * Requests the end of the switch for the sake of another process, which goes on with its files
     * and devices.
     *
     * @param successor process id of the other
     */
    void requestHandOver(long successor);
}
