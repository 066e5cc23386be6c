package io.polycast.dataplane.groups;

import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.GroupEvents;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The owner of all groups' lives. Starts, sets and unsets go through the same steps in the same order:
 *
 * <ol>
 *   <li>The journal keeps the change, where the next start must know of it. A refusal ends the change here.
 *   <li>The shard's thread changes its table and calls {@link #enter} or {@link #leave}, between two batches.
 *       Readers find the group's shard in the directory from then on.
 *   <li>The thread that asked for the change calls {@link #started}, {@link #set} or {@link #gone}. The origin
 *       is kept, and subscribers are told.
 * </ol>
 *
 * A member that the engine takes out of service is told as well, by the thread that drains the engine's events.
 */
public final class GroupLife implements GroupEvents {
    private final GroupDirectory directory;
    private final List<GroupSubscriber> subscribers;
    private final Map<Integer, GroupOrigin> origins = new ConcurrentHashMap<>();

    /**
     * @param directory of groups, for those who read frames
     * @param subscribers told one after the other, by the thread that asked for a change
     */
    public GroupLife(final GroupDirectory directory, final List<GroupSubscriber> subscribers) {
        this.directory = directory;
        this.subscribers = List.copyOf(subscribers);
    }

    /**
     * @param mcstId of a group
     * @return the shard that owns it
     */
    public int owner(final int mcstId) {
        return directory.owner(mcstId);
    }

    /**
     * The shard's thread has put a group into its table.
     *
     * @param mcstId of the group
     */
    public void enter(final int mcstId) {
        directory.add(mcstId);
    }

    /**
     * The shard's thread is about to take a group out of its table.
     *
     * @param mcstId of the group
     */
    public void leave(final int mcstId) {
        directory.remove(mcstId);
    }

    /**
     * A start has installed a group.
     *
     * @param entry of the group
     * @param origin of the entry
     */
    public void started(final GroupEntry entry, final GroupOrigin origin) {
        origins.put(entry.mcstId(), origin);
        subscribers.forEach(each -> each.started(entry.mcstId(), origin, entry.pathCount()));
    }

    /**
     * A group is installed, or its entry is replaced, while the switch runs.
     *
     * @param entry of the group
     * @param origin of the entry
     * @param change result of the set
     */
    public void set(final GroupEntry entry, final GroupOrigin origin, final GroupChange change) {
        origins.put(entry.mcstId(), origin);
        subscribers.forEach(each -> each.set(entry.mcstId(), origin, change, entry.pathCount()));
    }

    @Override
    public void memberEvicted(final int mcstId, final PathSpec member, final EvictionCause cause) {
        subscribers.forEach(each -> each.memberOut(mcstId, member, cause));
    }

    /**
     * A group is gone.
     *
     * @param mcstId of the group
     */
    public void gone(final int mcstId) {
        origins.remove(mcstId);
        subscribers.forEach(each -> each.gone(mcstId));
    }

    /**
     * @param mcstId of a group
     * @return origin of its entry; that of the file when there is no such group
     */
    public GroupOrigin origin(final int mcstId) {
        return origins.getOrDefault(mcstId, GroupOrigin.FILE);
    }
}
