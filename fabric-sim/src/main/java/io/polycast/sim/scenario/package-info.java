/**
 * What a run is to be, as plain records: network, groups, transport, faults; and how a seed draws
 * them. Everything that happens in a run follows from its {@link io.polycast.sim.scenario.Scenario}.
 */
package io.polycast.sim.scenario;
