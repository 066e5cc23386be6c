package io.polycast.voq;

/**
 * Owns the payloads that a port holds, and hears what becomes of them. A frame that was taken with n
 * copies gets n calls of {@link #onCopyEnded}, then one of {@link #onReleased}. The calls come from
 * within methods of the port; the port must not be called back from them.
 */
public interface PayloadOwner {
    /**
     * A copy is acknowledged by its egress, or dropped.
     *
     * @param handle of the payload
     * @param voq of the copy
     * @param how {@link Refusal#OK} for acknowledged, or the code of a {@link Refusal}
     */
    void onCopyEnded(long handle, int voq, int how);

    /**
     * No copy of the payload is left. Its memory may be used again.
     *
     * @param handle of the payload
     * @param units that it held
     */
    void onReleased(long handle, int units);
}
