package io.polycast.core.offload;

/** Receives reports on frames that the kernel replicated. */
@FunctionalInterface
public interface KernelProgress {
    /** The PSN that asked passed before the last call. */
    int REPEATED = 1;

    /** The kernel has seen the source go back since a PSN that asked was told last. */
    int STEPPED_BACK = 2;

    /**
     * @param nowNs time, in ns
     * @param slot of the group in the engine's table
     * @param sinceNs time of the look before this one, in ns: the frames came after it
     * @param frames of the source that were replicated since the last call
     * @param lastPsn PSN of the last of them; -1: there were none
     * @param asked last PSN among them that asked for an answer, up to 64 after the highest, where it may be
     *     damaged; -1: none did
     * @param how of the PSN that asked: {@link #REPEATED}, {@link #STEPPED_BACK}, both or 0
     */
    void onFrames(long nowNs, int slot, long sinceNs, long frames, int lastPsn, int asked, int how);
}
