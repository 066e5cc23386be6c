/**
 * The invariants that hold after every event, each by name. A broken one ends the run with an
 * {@link io.polycast.sim.check.InvariantViolation}.
 */
package io.polycast.sim.check;
