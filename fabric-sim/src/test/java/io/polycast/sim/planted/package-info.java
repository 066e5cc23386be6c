/**
 * Bugs planted into a copy of the compiled engine at test time, and the proof that the simulator finds
 * each of them.
 */
package io.polycast.sim.planted;
