package io.polycast.xdp.kernel;

/** Calls of a shard's kernel table to its switch. No call may wait for the kernel. */
public interface ShardHost {
    /**
     * @param port of the switch
     * @return null when the port can serve, else why it cannot, with its name
     */
    String refusal(int port);

    /**
     * @param port of one that is not refused
     * @return null when copies can leave by it, else why they cannot, with its name
     */
    String egressRefusal(int port);

    /**
     * @return a number that changes with each refusal
     */
    int refusalVersion();

    /** There is work for {@link KernelReplication#prepare}. */
    void wakeHelper();
}
