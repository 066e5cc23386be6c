/**
 * Runs of whole scenarios: applications, controllers, faults that have a place, and the network
 * with all its witnesses. Only what makes a drawn scenario happen may enter.
 */
package io.polycast.sim.run;
