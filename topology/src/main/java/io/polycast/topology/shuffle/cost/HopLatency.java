package io.polycast.topology.shuffle.cost;

import io.polycast.topology.shuffle.RelayTree;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;

/** Latency of a 64-byte packet (section VI-A). */
public final class HopLatency {
    /** Forwarding 1 us, 100 m of fibre 0.5 us, transmission at 100 Gb/s 0.005 us. */
    public static final double US_PER_HOP = 1.505;

    private HopLatency() {}

    /**
     * @param shape of an instance
     * @return mean hops from a source to the other ToRs; the same for all sources
     */
    public static double meanHops(final ShuffleShape shape) {
        final RelayTree tree = new RelayTree(shape, 0, new StaticRelays(shape));
        long hops = 0;
        for (int tor = 1; tor < shape.nodes(); tor++) {
            hops += tree.hops(tor);
        }
        return (double) hops / (shape.nodes() - 1);
    }
}
