/**
 * Model of the kernel's programs in plain Java, which the simulator puts in front of a switch with
 * a kernel datapath. Written from the rules, not from the engine's code, so that the two check each
 * other.
 */
package io.polycast.sim.kernel;
