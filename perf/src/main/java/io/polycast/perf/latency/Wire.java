package io.polycast.perf.latency;

/**
 * Two ends of a measured switch: packets enter at one, copies leave at the other. One thread uses
 * it; nothing blocks.
 */
public interface Wire extends AutoCloseable {
    /** Hears of copies. */
    @FunctionalInterface
    interface CopyListener {
        /**
         * @param stamp that the copy carries
         */
        void onCopy(long stamp);
    }

    /**
     * Sends one packet, or has it sent by the next {@link #poll}.
     *
     * @param stamp that it is to carry
     * @return false when there is no room: to be offered again
     */
    boolean send(long stamp);

    /**
     * Lets packets go and takes copies.
     *
     * @param listener hears of each
     * @return copies taken
     */
    int poll(CopyListener listener);

    /**
     * @return copies that each packet makes
     */
    int copiesOfAPacket();

    /**
     * @return frames that were no copies of ours
     */
    long foreign();

    @Override
    void close();
}
