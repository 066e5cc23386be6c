package io.polycast.core.surrogate.snooping;

/** Takes what snooping wants sent beside the frames that pass. */
public interface SnoopingOutput {
    /**
     * Asks for a group-specific query through one exit, because a member behind it left. The source
     * address of a query by a switch is 0.0.0.0 (RFC 4541, 2.1.1).
     *
     * @param exit in [0, 64)
     * @param group address as an int in network order
     * @param responseTenths longest time until a host answers, in 0.1 s, in [1, 255]
     */
    void query(int exit, int group, int responseTenths);
}
