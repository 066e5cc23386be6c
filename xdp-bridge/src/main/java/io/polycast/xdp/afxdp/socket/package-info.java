/**
 * Sockets of AF_XDP and the rings that they share with the kernel, over one UMEM for a switch.
 * Nothing here knows which program brings frames to them.
 */
package io.polycast.xdp.afxdp.socket;
