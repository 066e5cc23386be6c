package io.polycast.dataplane.config;

import io.polycast.core.role.Role;

/**
 * Work of a role beside its packets: files, clocks and the kernel. One thread calls, which may wait and is none of
 * packets.
 */
public interface RoleUpkeep {
    /** Time between two looks, in ms. */
    long PERIOD_MS = 1000;

    /** Messages to the roles of all shards, each by the thread that runs it. */
    @FunctionalInterface
    interface News {
        /**
         * @param role of a shard
         * @param nowNs time, in ns
         */
        void tell(Role role, long nowNs);
    }

    /**
     * Looks at what may have changed.
     *
     * @return the news; never null
     */
    News look();

    /**
     * @return what the operator is to know of the last look and was not told before, one line; null when there
     *     is nothing
     */
    String warning();
}
