/**
 * The figures of the server-rack fabric paper: which runs each takes, what is drawn, and a predicate
 * for each statement. Files and drawing are not in here.
 */
package io.polycast.sim.rack.figure;
