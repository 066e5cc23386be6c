/**
 * Ports on raw packet sockets: any network device, a copy each way, offloads of local peers undone.
 */
package io.polycast.xdp.afpacket;
