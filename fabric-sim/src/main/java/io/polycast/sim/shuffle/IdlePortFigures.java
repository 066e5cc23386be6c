package io.polycast.sim.shuffle;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.topology.shuffle.cost.RackSurvey;
import io.polycast.topology.shuffle.cost.RackSurvey.Unused;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figure 10: unused ports and bandwidth of ToR switches. The inputs are this project's. */
final class IdlePortFigures {
    private static final String INPUTS = " (switches and racks are ours)";

    FigureResult result() {
        final List<Unused> all = RackSurvey.run();
        final List<Unused> even =
                all.stream().filter(unused -> unused.oversubscription() == 1).toList();
        return new FigureResult(
                List.of(
                        panel("10a", "unused ports", "ports", all, even, Unused::ports),
                        panel("10b", "unused bandwidth", "Gb/s", all, even, Unused::gbps)),
                List.of(
                        statement("10a", "two or more unused ports", all, 2, 0, "79"),
                        statement("10b", "100 Gb/s or more unused", all, 0, 100, "73"),
                        statement(
                                "10b",
                                "1:1, ten or more ports and 500 Gb/s unused",
                                even,
                                10,
                                500,
                                "54")));
    }

    private static Panel panel(
            final String name,
            final String title,
            final String label,
            final List<Unused> all,
            final List<Unused> even,
            final ToDoubleFunction<Unused> value) {
        return new Panel(
                name,
                title + INPUTS,
                label,
                "part of configurations",
                List.of(curve("all", all, value), curve("1:1", even, value)));
    }

    private static Curve curve(
            final String name, final List<Unused> results, final ToDoubleFunction<Unused> value) {
        final double[] sorted = results.stream().mapToDouble(value).sorted().toArray();
        final double[] parts = new double[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            parts[i] = (i + 1.0) / sorted.length;
        }
        return new Curve(name, sorted, parts);
    }

    private static Statement statement(
            final String figure,
            final String words,
            final List<Unused> results,
            final int ports,
            final int gbps,
            final String paper) {
        final double share =
                100.0
                        * results.stream()
                                .filter(each -> each.ports() >= ports && each.gbps() >= gbps)
                                .count()
                        / results.size();
        return Statement.notComparable(
                figure, words + ": % of configurations" + INPUTS, Statement.text(share), paper);
    }
}
