/**
 * The server-rack fabric (Chrysos et al., ANCS 2015) as shapes and multicast trees: which leaf's
 * surrogate port replicates for which leaves. Pure functions of their arguments; it has its own types,
 * because a {@link io.polycast.topology.Topology} ends at 64 ports. Frames, buffers and time stay
 * outside.
 */
package io.polycast.topology.rack;
