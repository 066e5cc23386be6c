package io.polycast.cli.demo;

/**
 * Settings of one demo.
 *
 * @param receivers in [1, 63]
 * @param bytes that the sender sends, at least 1
 * @param write whether they go as RDMA WRITE to registered memory, else as SEND
 * @param loss probability that a frame is lost on a hop, in [0, 1)
 * @param seed of payload, losses and initial PSN
 * @param verifyFull whether every byte is hashed at every receiver; else samples are compared
 * @param pathMtu payload bytes of a full packet: 256, 512, 1024, 2048 or 4096
 */
public record DemoSettings(
        int receivers,
        long bytes,
        boolean write,
        double loss,
        long seed,
        boolean verifyFull,
        int pathMtu) {
    /** Most receivers: with the sender, as many hosts as a switch has ports. */
    public static final int MAX_RECEIVERS = 63;

    /** Bytes of one message; the last may be shorter. */
    static final int MESSAGE_LENGTH = 128 * 1024;

    /** Messages that the sender has under way; as many fit the memory that WRITE goes to. */
    static final int MESSAGE_SLOTS = 32;

    /** Packets of a rehearsal: a window and a half. */
    private static final int REHEARSAL_PACKETS = 192;

    /** The same in small and without losses: what code the demo runs is loaded by it. */
    DemoSettings rehearsal() {
        return new DemoSettings(
                receivers,
                Math.min(bytes, (long) REHEARSAL_PACKETS * pathMtu),
                write,
                0,
                seed,
                verifyFull,
                pathMtu);
    }

    long messages() {
        return (bytes + MESSAGE_LENGTH - 1) / MESSAGE_LENGTH;
    }

    int lengthOf(final long message) {
        return (int) Math.min(MESSAGE_LENGTH, bytes - message * MESSAGE_LENGTH);
    }
}
