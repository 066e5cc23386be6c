package io.polycast.node.endpoint;

import io.polycast.endhost.qp.QueuePair;

/** One side of a file's way through a group. Not threadsafe; does not block but for the file. */
interface Transfer extends AutoCloseable {
    /** Whether this side sends. */
    boolean isSource();

    /** Before the queue pair takes or sends anything. */
    void attach(QueuePair queuePair);

    /**
     * Takes completions, posts what may be posted, moves bytes between messages and file.
     *
     * @param nowNs time of the run
     * @param mayPost whether the right to post is here and not suspended
     * @return something other than 0 when anything was done
     * @throws EndpointException when the transfer cannot go on
     */
    int work(long nowNs, boolean mayPost) throws EndpointException;

    /** The right to post is here; the first packet has this PSN. */
    void begin(int psn);

    /** First PSN of a message that is not posted. */
    int nextPsn();

    /** Another host is in the group from the message on that was not posted at the last suspension. */
    void onJoined();

    /** Whether this side has nothing more to do. */
    boolean isDone();

    /** Grows with each byte that is sent and acknowledged, or received. */
    long progress();

    /** Bytes that all members have acknowledged, or that have come, with those of retransmitted rounds. */
    long moved();

    /** Whether there is data to move, so that its goodput says something of the tree. */
    boolean isBusy();

    /** The file as far as it went. */
    TransferReport report();

    /** Ends the transfer; what is not whole is removed. */
    @Override
    void close();
}
