/**
 * Many runs: a range of seeds on several threads, their sums, and a shortened scenario for each
 * failure.
 */
package io.polycast.sim.swarm;
