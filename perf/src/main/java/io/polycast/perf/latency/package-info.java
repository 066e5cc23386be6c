/**
 * Latency under a load that does not wait for the switch. Each packet has a time at which it is
 * due, and latency counts from that time. A switch that stands still therefore makes every packet
 * of that time late, as on a wire, and not only the one that met it (coordinated omission).
 */
package io.polycast.perf.latency;
