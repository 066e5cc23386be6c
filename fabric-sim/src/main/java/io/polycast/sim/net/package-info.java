/**
 * The network in virtual time: links, switches that are the very SwitchCore, hosts with the very queue
 * pairs, and the loop that moves frames between them. Frames live in the appliance's own frame memory.
 * Only what a network of links, switches and NICs does may enter: what must hold of it is the business
 * of {@code witness}, what applications and controllers do that of {@code run}.
 */
package io.polycast.sim.net;
