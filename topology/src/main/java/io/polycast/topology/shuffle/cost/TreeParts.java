package io.polycast.topology.shuffle.cost;

import io.polycast.topology.shuffle.ShuffleShape;

/**
 * Active parts of one tree to all ToRs (section VI-A). Each port has a transceiver.
 *
 * @param ports of switches that send or receive
 * @param fibres as the paper seems to count them: one for each port of a packet core, one for each output
 *     of a splitter; its ratios come out so
 * @param splitters of relays
 */
public record TreeParts(int ports, int fibres, int splitters) {
    /** Price of a duplex single-mode fibre of 100 m, in USD (section VI-A). */
    public static final double FIBRE_USD = 37.37;

    /**
     * @param tors of a chain from ToR to ToR
     * @return parts of an overlay: each ToR receives and sends
     */
    public static TreeParts ofOverlay(final int tors) {
        return new TreeParts(2 * tors, 2 * tors, 0);
    }

    /**
     * @param core over the ToRs
     * @return parts of IP multicast over a packet core
     */
    public static TreeParts of(final PacketCore core) {
        final int ports = core.tors() + core.excessPorts();
        return new TreeParts(ports, ports, 0);
    }

    /**
     * @param shape of an instance
     * @return parts of a Shufflecast: all ToRs receive, relays send
     */
    public static TreeParts of(final ShuffleShape shape) {
        return new TreeParts(
                shape.nodes() + shape.classes(), shape.classes() * shape.p(), shape.classes());
    }

    /**
     * @param rate of the ports
     * @return power in watts; splitters and fibres take none
     */
    public double watts(final LineRate rate) {
        return ports * rate.watts();
    }

    /**
     * @param rate of the ports
     * @param splitterUsd price of a splitter
     * @return price in USD
     */
    public double usd(final LineRate rate, final double splitterUsd) {
        return ports * rate.usd() + fibres * FIBRE_USD + splitters * splitterUsd;
    }

    /**
     * Section VI-A: a ToR has p ports, transceivers and fibres, and a splitter.
     *
     * @param shape of an instance
     * @param rate of its ports
     * @return price of a ToR's part, in USD
     */
    public static double usdPerTor(final ShuffleShape shape, final LineRate rate) {
        return shape.p() * (rate.usd() + FIBRE_USD) + new Splitter(shape.p()).usd();
    }
}
