package io.polycast.sim.shuffle;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.cost.HopLatency;
import io.polycast.topology.shuffle.cost.PacketCore;
import java.util.ArrayList;
import java.util.List;

/** Mean latency of a tree to all ToRs, beside a packet core's (section VI-A). */
final class LatencyFigure {
    FigureResult result() {
        final List<ShuffleShape> sizes = ShuffleFigures.sizes();
        final double[] tors = sizes.stream().mapToDouble(ShuffleShape::nodes).toArray();
        final double[] ours =
                sizes.stream()
                        .mapToDouble(shape -> HopLatency.meanHops(shape) * HopLatency.US_PER_HOP)
                        .toArray();
        final double[] core =
                sizes.stream()
                        .mapToDouble(
                                shape ->
                                        new PacketCore(shape.nodes(), CostFigures.PORTS).meanHops()
                                                * HopLatency.US_PER_HOP)
                        .toArray();
        return new FigureResult(
                List.of(
                        new Panel(
                                "latency",
                                "mean latency of a 64-byte packet",
                                "ToRs",
                                "us",
                                List.of(
                                        new Curve("Shufflecast", tors, ours),
                                        new Curve("IP multicast", tors, core)))),
                statements(sizes, ours, core));
    }

    private static List<Statement> statements(
            final List<ShuffleShape> sizes, final double[] ours, final double[] core) {
        final List<String> slower = new ArrayList<>();
        double most = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < sizes.size(); i++) {
            final double behind = (ours[i] - core[i]) / HopLatency.US_PER_HOP;
            if (sizes.get(i).k() > 3) {
                most = Math.max(most, behind);
                least = Math.min(least, behind);
            } else if (behind >= 0) {
                slower.add(
                        sizes.get(i)
                                + " at "
                                + sizes.get(i).nodes()
                                + " ToRs: "
                                + Statement.text(ours[i])
                                + " against "
                                + Statement.text(core[i])
                                + " us");
            }
        }
        return List.of(
                Statement.shape(
                        "latency",
                        "k up to 3: mean latency is below a packet core's, except",
                        slower.isEmpty() ? "none" : String.join(", ", slower),
                        "none",
                        slower.isEmpty()),
                Statement.shape(
                        "latency",
                        "k = 4: hops more than a packet core",
                        Statement.text(least) + " to " + Statement.text(most),
                        "around one",
                        least > 0 && most < 1.5));
    }
}
