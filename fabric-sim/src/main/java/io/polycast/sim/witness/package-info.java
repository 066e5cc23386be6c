/**
 * The witnesses, which compare all frames of switches and hosts with the truth. They attach to a
 * network through its watches; only checks may enter, nothing that changes a run.
 */
package io.polycast.sim.witness;
