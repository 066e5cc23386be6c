/**
 * Small cases in full: every order in which a switch can meet data, feedback and losses, states that
 * were seen before left out.
 */
package io.polycast.sim.exhaustive;
