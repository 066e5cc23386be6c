/**
 * Latency under a load that does not wait for the switch: packets have a time at which they are to be sent, and
 * that time is what latency is counted from, whenever they could be sent in the end. So a switch that stands
 * still makes every packet of that time late, as it would on a wire, and not only the one that met it
 * (coordinated omission).
 */
package io.polycast.perf.latency;
