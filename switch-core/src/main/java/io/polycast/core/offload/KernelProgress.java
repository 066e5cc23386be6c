package io.polycast.core.offload;

/** Is told what the kernel replicated, as if the engine had. */
@FunctionalInterface
public interface KernelProgress {
    /**
     * @param nowNs time, in ns
     * @param slot of the group in the engine's table
     * @param sinceNs time of the look before this one, in ns: the frames came after it
     * @param frames of the source that were replicated since the last call
     * @param repeated PSN for which the source asked once more when it went back last; -1: it did not
     * @param asked last PSN among them that asked for an answer, after all before the last call; -1: none
     */
    void onFrames(long nowNs, int slot, long sinceNs, long frames, int repeated, int asked);
}
