package io.polycast.sim.plain;

/**
 * How a run of the network alone went.
 *
 * @param complete whether every message was acknowledged
 * @param events handled
 * @param packets put on a link, once a link
 * @param delivered payload bytes, over all receivers
 * @param endNs virtual time at which the last message was acknowledged
 */
public record PlainResult(
        boolean complete, long events, long packets, long delivered, long endNs) {}
