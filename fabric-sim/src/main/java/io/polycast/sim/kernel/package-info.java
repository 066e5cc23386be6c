/**
 * The kernel's programs as a model in plain Java: what the simulator puts in front of a switch that
 * has the kernel datapath. Written from the rules, not from the engine's code, so that the two check
 * each other.
 */
package io.polycast.sim.kernel;
