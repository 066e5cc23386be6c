/**
 * Plan of a run, as plain records: network, groups, transport, faults. Everything that happens in a
 * run follows from its {@link io.polycast.sim.scenario.Scenario}. How a seed becomes one is the
 * business of {@code draw}.
 */
package io.polycast.sim.scenario;
