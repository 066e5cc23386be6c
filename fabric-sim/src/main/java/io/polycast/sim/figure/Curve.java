package io.polycast.sim.figure;

/**
 * A curve of a panel.
 *
 * @param name in the legend
 * @param x values, ascending
 * @param y values, as many
 */
public record Curve(String name, double[] x, double[] y) {}
