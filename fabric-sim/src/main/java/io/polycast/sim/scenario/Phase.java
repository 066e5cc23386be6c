package io.polycast.sim.scenario;

/**
 * A part of a group's life in which one member sends.
 *
 * @param source index of the member
 * @param messages that it sends
 */
public record Phase(int source, int messages) {}
