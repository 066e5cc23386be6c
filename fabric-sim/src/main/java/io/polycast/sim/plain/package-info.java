/**
 * Experiments that measure. A run here has no witnesses, no faults of single links or switches, and
 * virtual payload. Code that measures may enter. Checks of the switches belong to {@code run} and {@code witness}.
 */
package io.polycast.sim.plain;
