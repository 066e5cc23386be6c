package io.polycast.voq.plain;

/**
 * Sizes of plain egress queues.
 *
 * @param ports of the switch, at least 1
 * @param priorities of each port, in [1, 8]
 * @param frames that all queues may hold, at least 1
 * @param bytes that each queue may hold, at least 1
 * @param ecn marks
 * @param pfc when an ingress stops its sender
 * @param seed of the marks
 */
public record QueueSettings(
        int ports,
        int priorities,
        int frames,
        int bytes,
        EcnSettings ecn,
        PfcSettings pfc,
        long seed) {
    /** Checks the ranges. */
    public QueueSettings {
        if (ports < 1 || priorities < 1 || priorities > 8 || frames < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "ports="
                            + ports
                            + " priorities="
                            + priorities
                            + " frames="
                            + frames
                            + " bytes="
                            + bytes);
        }
    }
}
