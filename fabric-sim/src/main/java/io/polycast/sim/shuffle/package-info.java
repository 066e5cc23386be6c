/**
 * Figures of the Shufflecast paper that follow from topology and prices alone: curves and statements from
 * the numbers of {@code io.polycast.topology.shuffle}. Nothing is simulated or written here.
 */
package io.polycast.sim.shuffle;
