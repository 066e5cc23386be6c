package io.polycast.sim.scenario;

/**
 * A part of a group's life in which one member sends.
 *
 * @param source index of the member
 * @param messages that it sends
 * @param firstLost frames of the source that are lost before the first switch when the phase begins
 */
public record Phase(int source, int messages, int firstLost) {}
