/**
 * The ports of the rack simulator: sources, ingress sides around {@code voq-scheduler} and {@code
 * mcast-cache}, egress sides with reassembly. Decisions about pools, grants, drops and
 * synchronisation are those modules' own; this package gives them time, messages and packets.
 */
package io.polycast.sim.rack.port;
