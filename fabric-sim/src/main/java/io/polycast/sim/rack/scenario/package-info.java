/** What the rack simulator simulates: constants, flows and their trees. Values only. */
package io.polycast.sim.rack.scenario;
