package io.polycast.voq.replicate;

import org.agrona.collections.Long2LongHashMap;

/**
 * Forwarding database: from an address to a multicast ID. The address is any number of up to 64 bits,
 * a MAC or a group's IPv4 address for instance.
 */
public final class Fdb {
    /** Answer for an address that no entry has. */
    public static final int NONE = -1;

    private final int most;
    private final Long2LongHashMap entries;

    /**
     * @param most entries, at least 1
     */
    public Fdb(final int most) {
        this.most = most;
        entries = new Long2LongHashMap(2 * most, 0.65f, NONE);
    }

    /**
     * @param address of a group
     * @param multicastId of its copies, not negative
     * @return false when the database is full, and nothing has changed
     */
    public boolean put(final long address, final int multicastId) {
        if (entries.size() >= most && !entries.containsKey(address)) {
            return false;
        }
        entries.put(address, multicastId);
        return true;
    }

    /**
     * @param address of a group
     * @return whether there was an entry
     */
    public boolean remove(final long address) {
        return entries.remove(address) != NONE;
    }

    /**
     * @param address of a group
     * @return its multicast ID, or {@link #NONE}
     */
    public int find(final long address) {
        return (int) entries.get(address);
    }
}
