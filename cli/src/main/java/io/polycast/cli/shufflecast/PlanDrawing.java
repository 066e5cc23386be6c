package io.polycast.cli.shufflecast;

import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.WiringPlan;
import java.util.Locale;

/**
 * Draws a plan as SVG: columns of nodes from left to right, and the first column again behind the last
 * one. Fibres have the colour of their splitter's partition.
 */
final class PlanDrawing {
    /** Most fibres of a drawing. */
    static final int MAX_FIBRES = 20_000;

    private static final int BOX_WIDTH = 120;
    private static final int BOX_HEIGHT = 18;
    private static final int COLUMN_STEP = 320;
    private static final int ROW_STEP = 26;
    private static final int MARGIN = 40;

    /** Degrees between the colours of two partitions: the golden angle keeps neighbours apart. */
    private static final double HUE_STEP = 137.508;

    private final ShuffleShape shape;
    private final WiringPlan plan;
    private final int[] torOf;

    /**
     * @throws IllegalArgumentException when the plan has too many fibres
     */
    PlanDrawing(final ShuffleShape shape, final WiringPlan plan) {
        if (plan.fibres() > MAX_FIBRES) {
            throw new IllegalArgumentException(
                    plan.fibres() + " fibres; drawings have at most " + MAX_FIBRES);
        }
        this.shape = shape;
        this.plan = plan;
        torOf = new int[shape.nodes()];
        for (final PhysicalTor tor : plan.placement().tors()) {
            tor.nodes().forEach(node -> torOf[node] = tor.number());
        }
    }

    String svg() {
        final int width = 2 * MARGIN + shape.k() * COLUMN_STEP + BOX_WIDTH;
        final int height = 2 * MARGIN + shape.rows() * ROW_STEP;
        final StringBuilder svg = new StringBuilder();
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " font-family=\"sans-serif\" font-size=\"11\">%n",
                        width,
                        height));
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<title>%s-Shufflecast on %d ToRs</title>%n",
                        shape,
                        plan.placement().tors().size()));
        for (int node = 0; node < shape.nodes(); node++) {
            fibres(svg, node);
        }
        for (int column = 0; column <= shape.k(); column++) {
            for (int row = 0; row < shape.rows(); row++) {
                box(svg, column, row);
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private void fibres(final StringBuilder svg, final int node) {
        final int column = shape.column(node);
        final int first = shape.firstFed(shape.mirrorClass(node));
        for (int fed = first; fed < first + shape.p(); fed++) {
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\""
                                    + " stroke=\"hsl(%.0f,70%%,45%%)\"/>%n",
                            left(column) + BOX_WIDTH,
                            middle(shape.row(node)),
                            left(column + 1),
                            middle(shape.row(fed)),
                            shape.partition(node) * HUE_STEP % 360));
        }
    }

    private void box(final StringBuilder svg, final int column, final int row) {
        final int node = shape.tor(column, row);
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"white\""
                                + " stroke=\"black\"%s/>%n",
                        left(column),
                        middle(row) - BOX_HEIGHT / 2,
                        BOX_WIDTH,
                        BOX_HEIGHT,
                        column == shape.k() ? " stroke-dasharray=\"3\"" : ""));
        final String where =
                plan.placement().tors().size() == shape.nodes() ? "" : " ToR " + torOf[node];
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\">%d %s%s</text>%n",
                        left(column) + 4,
                        middle(row) + 4,
                        node,
                        shape.id(node),
                        where));
    }

    private static int left(final int column) {
        return MARGIN + column * COLUMN_STEP;
    }

    private static int middle(final int row) {
        return MARGIN + row * ROW_STEP + ROW_STEP / 2;
    }
}
