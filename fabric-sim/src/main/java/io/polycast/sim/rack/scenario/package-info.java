/** Scenarios of the rack simulator: constants, flows and their trees. Values only. */
package io.polycast.sim.rack.scenario;
