/**
 * The witnesses: they see what switches and hosts hear and say, and hold it against the truth. They
 * attach to a network through its watches; only checks may enter, nothing that changes a run.
 */
package io.polycast.sim.witness;
