package io.polycast.cli.figure;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.Panel;
import java.io.IOException;
import java.nio.file.Path;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a panel. */
final class PanelImage {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 500;

    /** Curves with more points are drawn without markers. */
    private static final int MOST_MARKERS = 20;

    private PanelImage() {}

    static void write(final Panel panel, final Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        final XYChart chart =
                new XYChartBuilder()
                        .width(WIDTH)
                        .height(HEIGHT)
                        .title(panel.name() + ": " + panel.title())
                        .xAxisTitle(panel.xLabel())
                        .yAxisTitle(panel.yLabel())
                        .theme(ChartTheme.Matlab)
                        .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setYAxisMin(0.0);
        for (final Curve curve : panel.curves()) {
            final var series = chart.addSeries(curve.name(), curve.x(), curve.y());
            series.setMarker(
                    curve.x().length > MOST_MARKERS ? SeriesMarkers.NONE : SeriesMarkers.CIRCLE);
        }
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
    }
}
