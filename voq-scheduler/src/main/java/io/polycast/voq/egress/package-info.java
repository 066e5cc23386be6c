/**
 * The egress side of a port: an arbiter that grants its buffer, frames in order, ACKs (server-rack
 * fabric, section 2). {@link io.polycast.voq.egress.EgressPort} is the way in.
 */
package io.polycast.voq.egress;
