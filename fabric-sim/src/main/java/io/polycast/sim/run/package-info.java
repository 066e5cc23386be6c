/**
 * Runs of whole scenarios: applications, controllers, faults of single switches, hosts and links, and the
 * network with all its witnesses. Code that carries out a scenario may enter.
 */
package io.polycast.sim.run;
