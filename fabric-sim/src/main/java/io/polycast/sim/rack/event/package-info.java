/**
 * The event core of the rack simulator: time in picoseconds, packed events, and descriptors of frames,
 * copies, packets and messages without bytes. Nothing allocates per event once the tables have grown
 * to what a run needs.
 */
package io.polycast.sim.rack.event;
