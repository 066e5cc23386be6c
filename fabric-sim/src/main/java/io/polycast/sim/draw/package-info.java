/**
 * Random scenarios: a seed becomes a scenario, with faults and special cases that each draw from
 * numbers of their own. Only draws may enter; what a scenario consists of lies in {@code scenario}.
 */
package io.polycast.sim.draw;
