package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.collections.Object2IntCounterMap;

/** All groups that registration knows, within bounds: living ones, and removed ones for a while. */
final class Groups {
    private final int most;
    private final Map<MrpAddress, Registered> byAddress = new LinkedHashMap<>();

    /** Living groups of each leader that has some: packets' threads cannot count thousands at each request. */
    private final Object2IntCounterMap<MrpAddress> ofLeaders = new Object2IntCounterMap<>(0);

    private int living;

    Groups(final int most) {
        this.most = most;
    }

    /** The group, or null. */
    Registered find(final MrpAddress address) {
        return byAddress.get(address);
    }

    /** A new group, or null when there is no room. */
    Registered create(final MrpAddress address) {
        if (living >= most) {
            return null;
        }
        if (byAddress.size() >= 2 * most) {
            forgetOldest();
        }
        final Registered group = new Registered(address, this);
        byAddress.put(address, group);
        return group;
    }

    /** Whether a group may come to life. */
    boolean hasRoomFor(final Registered group) {
        return group.isAlive() || living < most;
    }

    private void forgetOldest() {
        final Iterator<Registered> all = byAddress.values().iterator();
        while (all.hasNext()) {
            if (!all.next().isAlive()) {
                all.remove();
                return;
            }
        }
    }

    /** Groups of a leader but for one. */
    int ofLeader(final MrpAddress leader, final Registered except) {
        return ofLeaders.get(leader) - (leader.equals(except.countedLeader()) ? 1 : 0);
    }

    /** The rounds of a group, or its leader, may have changed. */
    void recount(final Registered group) {
        if (group.isAlive() != group.isCounted()) {
            living += group.isAlive() ? 1 : -1;
        }
        final MrpAddress leader = leaderOf(group);
        if (group.countedLeader() != null) {
            ofLeaders.decrementAndGet(group.countedLeader());
        }
        if (leader != null) {
            ofLeaders.incrementAndGet(leader);
        }
        group.counted(group.isAlive(), leader);
    }

    private static MrpAddress leaderOf(final Registered group) {
        final Round pending = group.pending();
        if (pending != null && pending.set() != null) {
            return pending.set().group().leader();
        }
        final Round current = group.current();
        return current != null ? current.set().group().leader() : null;
    }

    /** All of them; a removal through the iterator forgets the group. */
    Collection<Registered> all() {
        return byAddress.values();
    }
}
