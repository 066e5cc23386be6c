/**
 * The few system calls that drivers need, through JNR-FFI. Structures are laid out by hand over
 * direct memory, with the kernel's names at each offset; nothing here knows what a port is.
 */
package io.polycast.xdp.sys;
