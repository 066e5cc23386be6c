/**
 * Runs of the network alone, for figures: no witness, no fault with a place, and payload that is virtual.
 * What an experiment measures may enter; whether the switches are right is the business of {@code run}.
 */
package io.polycast.sim.plain;
