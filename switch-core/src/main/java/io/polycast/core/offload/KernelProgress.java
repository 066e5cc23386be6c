package io.polycast.core.offload;

/** Is told what the kernel replicated, as if the engine had. */
@FunctionalInterface
public interface KernelProgress {
    /**
     * @param nowNs time, in ns
     * @param slot of the group in the engine's table
     * @param frames of the source that were replicated since the last call
     * @param asked last PSN among them that asked for an answer; -1: none did
     * @param repeated whether it asked for what had passed before the last call
     */
    void onFrames(long nowNs, int slot, long frames, int asked, boolean repeated);
}
