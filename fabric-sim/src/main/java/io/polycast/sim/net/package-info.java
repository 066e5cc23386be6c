/**
 * The network in virtual time: links, switches that are the very SwitchCore, hosts that are the very
 * queue pairs, and the loop that moves frames between them. Frames live in the appliance's own frame
 * memory, with its reference counts.
 */
package io.polycast.sim.net;
