package io.polycast.node.endpoint;

import io.polycast.controller.safeguard.Goodput;

/** Samples of a transfer's goodput, over intervals in which there was something to move throughout. */
final class GoodputMeter {
    /** Length of an interval, in ns. */
    static final long INTERVAL_NS = 250_000_000L;

    private static final long NS_PER_MS = 1_000_000L;

    private boolean running;
    private long fromNs;
    private long fromBytes;

    /**
     * Time goes on.
     *
     * @param nowNs time of the run
     * @param bytes moved so far
     * @param busy whether there is something to move
     * @return a sample, or null
     */
    Goodput tick(final long nowNs, final long bytes, final boolean busy) {
        Goodput sample = null;
        if (running && busy) {
            if (nowNs - fromNs < INTERVAL_NS) {
                return null;
            }
            final long from = fromNs / NS_PER_MS;
            final long to = nowNs / NS_PER_MS;
            if (to - from <= Goodput.LONGEST_MS) {
                sample = new Goodput(from, to, bytes - fromBytes);
            }
        }
        running = busy;
        fromNs = nowNs;
        fromBytes = bytes;
        return sample;
    }
}
