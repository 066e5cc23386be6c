/**
 * Faults that an operator asks for: frames lost, doubled and damaged at the ports, by seed. A wrapper
 * of ports and nothing else; what is not asked for costs nothing, and no other package knows of it.
 */
package io.polycast.dataplane.fault;
