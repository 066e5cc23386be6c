package io.polycast.dataplane.pipeline;

/** Where an engine's frames come from: ports, the reader's ring, or other shards. */
public interface FrameSource {
    /**
     * Takes a batch of frames and gives each to the engine.
     *
     * @param nowNs time of the duty cycle
     * @return work done
     */
    int take(long nowNs);

    /**
     * As {@link #take}, once those that fill the source have ended; does nothing where they have not.
     *
     * @param nowNs time
     * @return work done, 0 when nothing is left
     */
    int takeRest(long nowNs);
}
