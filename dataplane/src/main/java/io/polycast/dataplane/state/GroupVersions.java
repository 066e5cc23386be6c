package io.polycast.dataplane.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Version of each group: the number of sets of its entry. A version is never given twice to one id:
 * an entry that is set after an unset counts on above the highest version of all groups that were
 * unset. An entry of the configuration file has the version above that floor, which no record
 * keeps. An entry that is created at run time has the next version, because its id may have left
 * the file since.
 */
public final class GroupVersions {
    /** More than all changes that a journal could have lost. */
    private static final long DAMAGE_STEP = 1 << 20;

    private final Map<String, Long> versions = new HashMap<>();

    /** Highest version of the groups that are gone. */
    private long floor;

    /** Highest version of the groups whose entries the journal does not keep. */
    private long elsewhere;

    GroupVersions() {}

    /**
     * @param id dotted quad
     * @return version of the group's entry, from 1; 0 when there is no such group
     */
    public synchronized long of(final String id) {
        return versions.getOrDefault(id, 0L);
    }

    /**
     * Gives the groups of the configuration file their versions, above all that was set in their place
     * while earlier processes ran.
     *
     * @param ids dotted quads
     */
    public synchronized void start(final Collection<String> ids) {
        ids.forEach(this::drop);
        final long version = floor + 1;
        ids.forEach(id -> versions.put(id, version));
    }

    synchronized long next(final String id) {
        // The version above the floor may have been that of an entry of the file.
        return versions.getOrDefault(id, floor + 1) + 1;
    }

    synchronized void put(final String id, final long version) {
        if (version == 0) {
            versions.remove(id);
        } else {
            versions.put(id, version);
        }
    }

    synchronized void drop(final String id) {
        final Long version = versions.remove(id);
        if (version != null) {
            raise(version);
        }
    }

    /**
     * Leaves out every version that may have been given in changes that are lost.
     *
     * @param highest version that is known to have been given
     */
    synchronized void skipLost(final long highest) {
        raise(highest + DAMAGE_STEP);
        // Their last change may be lost too: whoever knows its version must not overwrite this one.
        List.copyOf(versions.keySet()).forEach(id -> versions.put(id, floor));
    }

    synchronized void raise(final long least) {
        floor = Math.max(floor, least);
    }

    /** A version that stands in no record, but must not be given again after the next start. */
    synchronized void putElsewhere(final String id, final long version) {
        versions.put(id, version);
        elsewhere = Math.max(elsewhere, version);
    }

    synchronized long floor() {
        return floor;
    }

    /** What the next start's floor must be. */
    synchronized long nextFloor() {
        return Math.max(floor, elsewhere);
    }

    /** Takes a {@link #drop} or {@link #raise} back. */
    synchronized void restoreFloor(final long before) {
        floor = before;
    }
}
