/**
 * Ports between threads of one process: the embedded demo, simulated hosts and tests. Nothing here
 * touches a device.
 */
package io.polycast.xdp.memory;
