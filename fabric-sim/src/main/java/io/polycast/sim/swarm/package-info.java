/**
 * Many runs: a range of seeds on several threads, what they sum up to, and a short version of each that
 * failed.
 */
package io.polycast.sim.swarm;
