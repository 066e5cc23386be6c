package io.polycast.cli.demo;

/**
 * Result of a demo.
 *
 * @param settings that it ran with
 * @param verified whether every receiver got every byte, and right
 * @param problem why not, in a few words; empty when verified
 * @param seconds from the first packet to the last acknowledgement
 * @param counters of switch and sender
 */
public record DemoResult(
        DemoSettings settings,
        boolean verified,
        String problem,
        double seconds,
        Counters counters) {
    /**
     * @param dataPacketsIn data frames that entered the switch
     * @param dataPacketsOut copies that left it
     * @param acksIn ACKs that entered it
     * @param acksOut aggregated ACKs that left it
     * @param nacksOut sequence NAKs that left it
     * @param retransmitted packets that the sender sent again
     * @param lost frames that the hops lost
     */
    public record Counters(
            long dataPacketsIn,
            long dataPacketsOut,
            long acksIn,
            long acksOut,
            long nacksOut,
            long retransmitted,
            long lost) {}

    /**
     * @return goodput of one receiver, in bit/s
     */
    public double goodputBps() {
        return settings.bytes() * 8.0 / seconds;
    }

    /**
     * @return goodput of all receivers together, in bit/s
     */
    public double deliveredBps() {
        return goodputBps() * settings.receivers();
    }
}
