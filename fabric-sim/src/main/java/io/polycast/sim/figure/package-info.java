/**
 * Results of an experiment: curves over common axes, and statements
 * beside the paper's. Files and drawings are made at the rim.
 */
package io.polycast.sim.figure;
