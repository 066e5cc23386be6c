package io.polycast.sim.rack.scenario;

import io.polycast.cache.PacketCache;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.voq.egress.EgressSettings;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.lane.Lanes;

/**
 * Constants of a run. {@link #table} has those of Table 1; a figure changes what its text changes.
 *
 * @param shape of the fabric
 * @param lanes of every port: one priority, lossy or lossless
 * @param cacheLines of each edge switch, 0 for none
 * @param terminal ingress of terminals
 * @param surrogate ingress of surrogates
 * @param terminalEgress of terminals
 * @param surrogateEgress of surrogates
 * @param congestion points
 */
public record RackSettings(
        FabricShape shape,
        Lanes lanes,
        int cacheLines,
        IngressSettings terminal,
        IngressSettings surrogate,
        EgressSettings terminalEgress,
        EgressSettings surrogateEgress,
        Congestion congestion) {
    /**
     * @param edges switches of the fabric; spines and buffers are the paper's
     * @param lossless whether the priority is
     * @param seed of early drops and random orders
     * @return the constants of Table 1
     */
    public static RackSettings table(final int edges, final boolean lossless, final long seed) {
        final Lanes lanes = new Lanes(1, Lanes.LEVELS + 1, lossless ? 1 : 0);
        return new RackSettings(
                new FabricShape(edges, FabricShape.PAPER.spines(), FabricShape.PAPER.buffers(), 0),
                lanes,
                PacketCache.LINES,
                IngressSettings.terminal(lanes, seed),
                IngressSettings.surrogate(lanes, seed),
                EgressSettings.terminal(),
                EgressSettings.surrogate(),
                Congestion.NONE);
    }

    /**
     * @param lines of the cache, 0 for none
     * @return these constants with another cache
     */
    public RackSettings withCache(final int lines) {
        return new RackSettings(
                shape,
                lanes,
                lines,
                terminal,
                surrogate,
                terminalEgress,
                surrogateEgress,
                congestion);
    }

    /**
     * @param ofTerminals ingress
     * @param ofSurrogates ingress
     * @return these constants with other ingress ports
     */
    public RackSettings withIngress(
            final IngressSettings ofTerminals, final IngressSettings ofSurrogates) {
        return new RackSettings(
                shape,
                lanes,
                cacheLines,
                ofTerminals,
                ofSurrogates,
                terminalEgress,
                surrogateEgress,
                congestion);
    }

    /**
     * @param points of congestion
     * @return these constants with them
     */
    public RackSettings withCongestion(final Congestion points) {
        return new RackSettings(
                shape,
                lanes,
                cacheLines,
                terminal,
                surrogate,
                terminalEgress,
                surrogateEgress,
                points);
    }

    /**
     * @param other size of the fabric
     * @return these constants with it
     */
    public RackSettings withShape(final FabricShape other) {
        return new RackSettings(
                other,
                lanes,
                cacheLines,
                terminal,
                surrogate,
                terminalEgress,
                surrogateEgress,
                congestion);
    }
}
