/**
 * Faults that an operator asks for: frames lost, doubled and damaged at the ports, by seed. Only
 * wrappers of ports may enter. A switch without faults pays nothing, and no other package knows of
 * faults.
 */
package io.polycast.dataplane.fault;
