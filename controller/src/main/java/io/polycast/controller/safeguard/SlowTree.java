package io.polycast.controller.safeguard;

/**
 * A finding: the goodput of a group was low for too long.
 *
 * @param number of the decision under which it was low
 * @param bps last sample, in bit/s
 * @param usualBps the group's median, in bit/s
 * @param ms how long it was low, in ms
 */
public record SlowTree(long number, long bps, long usualBps, long ms) {}
