/**
 * Ports that carry one Ethernet frame per UDP datagram, as QEMU's dgram back end speaks: the way to
 * virtual machines that needs no privilege.
 */
package io.polycast.xdp.datagram;
