package io.polycast.sim.figure;

import java.util.ArrayList;
import java.util.List;

/**
 * What is drawn: curves over common axes.
 *
 * @param name of the files, such as 4a
 * @param title above the panel
 * @param xLabel with unit
 * @param yLabel with unit
 * @param curves at least one
 */
public record Panel(String name, String title, String xLabel, String yLabel, List<Curve> curves) {
    /** Takes a copy of the list. */
    public Panel {
        curves = List.copyOf(curves);
    }

    /**
     * @return a line of names and one for each point, comma-separated
     */
    public List<String> csv() {
        final List<String> lines = new ArrayList<>();
        lines.add("curve," + column(xLabel) + "," + column(yLabel));
        for (final Curve curve : curves) {
            for (int i = 0; i < curve.x().length; i++) {
                lines.add(
                        curve.name()
                                + ","
                                + Statement.text(curve.x()[i])
                                + ","
                                + Statement.text(curve.y()[i]));
            }
        }
        return lines;
    }

    private static String column(final String label) {
        return label.toLowerCase(java.util.Locale.ROOT)
                .replace("gb/s", "gbps")
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("^_|_$", "");
    }
}
