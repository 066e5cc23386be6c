/**
 * The network in virtual time: links, switches that run the appliance's SwitchCore, hosts that run the real
 * queue pairs, and the loop that moves frames between them. Frames live in the appliance's frame memory. Code
 * of links, switches and NICs may enter. Checks belong to {@code witness}, applications and controllers to
 * {@code run}.
 */
package io.polycast.sim.net;
