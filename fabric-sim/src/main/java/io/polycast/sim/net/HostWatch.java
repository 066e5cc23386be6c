package io.polycast.sim.net;

import io.polycast.parser.classify.FrameInfo;

/** Observer of frames that reach a host and none of its queue pairs. */
@FunctionalInterface
public interface HostWatch {
    /** Nobody is told. */
    HostWatch NONE = (host, chunk, info) -> {};

    /**
     * @param host number
     * @param chunk of the frame
     * @param info of the frame
     */
    void onStray(int host, int chunk, FrameInfo info);
}
