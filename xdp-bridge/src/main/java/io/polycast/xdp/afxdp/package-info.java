/**
 * AF_XDP ports on plain system calls: one UMEM for a switch, sockets a queue, the program that brings
 * frames to them. No native library.
 */
package io.polycast.xdp.afxdp;
