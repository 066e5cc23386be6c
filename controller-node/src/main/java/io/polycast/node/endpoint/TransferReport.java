package io.polycast.node.endpoint;

/**
 * How a transfer ended.
 *
 * @param bytes of the file
 * @param seconds from the first message to the last
 * @param messages posted or received
 * @param retransmitted packets that were sent once more; 0 at a receiver
 * @param sha256 of the file, hexadecimal
 */
public record TransferReport(
        long bytes, double seconds, long messages, long retransmitted, String sha256) {
    /** Gigabits of the file per second. */
    public double gbps() {
        return seconds == 0 ? 0 : bytes * 8 / seconds / 1e9;
    }
}
