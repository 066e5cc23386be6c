/** Virtual time and chance: the event queue and the random numbers that everything else is driven by. */
package io.polycast.sim.time;
