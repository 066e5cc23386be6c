/**
 * A run of the rack simulator: what it simulates ({@link io.polycast.sim.rack.scenario.RackScenario}), the
 * loop that hands out events, and what it measures. A run follows from its scenario and seed alone.
 */
package io.polycast.sim.rack.run;
