package io.polycast.xdp.port;

/** Takes the frames of one receive batch. */
@FunctionalInterface
public interface FrameHandler {
    /**
     * A frame came in. The frame lies in the port's {@link FrameMemory}. The callee owns one
     * reference to its chunk and must {@link FrameMemory#release release} it.
     *
     * @param port index of the port
     * @param offset of the frame's first byte in the memory's buffer
     * @param length of the frame in bytes, without FCS
     * @param timestampNs when it came in, if the driver knows (pcap), else 0
     */
    void onFrame(int port, int offset, int length, long timestampNs);

    /**
     * @return whether the calling thread will read the frames to their ends, as one does that
     *     copies them: a port may then fetch them into its core's caches together
     */
    default boolean readsWhole() {
        return false;
    }
}
