/**
 * AF_XDP ports on plain system calls, without a native library: what such a port asks of its
 * device, and how sockets and program become a port.
 */
package io.polycast.xdp.afxdp;
