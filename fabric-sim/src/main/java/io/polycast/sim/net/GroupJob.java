package io.polycast.sim.net;

import io.polycast.mft.spec.MemorySpec;

/** Members of a group as switches hear of them: its queue pairs of now. */
public interface GroupJob {
    /**
     * @param member index in the group
     * @return QPN of its queue pair
     */
    int qpn(int member);

    /**
     * @param member index in the group
     * @return memory that WRITEs go to, or null
     */
    MemorySpec memory(int member);

    /** First PSN that switches are told, or -1. */
    int announcedPsn();

    /** Epoch of the connections, or -1. */
    long epoch();
}
