package io.polycast.sim.shuffle;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.topology.shuffle.cost.LineRate;
import io.polycast.topology.shuffle.cost.Splitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Loss of splitters beside the budgets of transceivers (sections II-C and IV-B, table I). */
final class LightFigure {
    private static final int MOST_FANOUT = 64;
    private static final double FIBRE_KM = 0.1;

    FigureResult result() {
        final double[] fanouts = IntStream.rangeClosed(2, MOST_FANOUT).asDoubleStream().toArray();
        final List<Curve> curves = new ArrayList<>();
        curves.add(
                new Curve(
                        "splitter and 100 m",
                        fanouts,
                        Arrays.stream(fanouts)
                                .map(
                                        fanout ->
                                                new Splitter((int) fanout).lossDb()
                                                        + Splitter.FIBRE_DB_PER_KM * FIBRE_KM)
                                .toArray()));
        final List<Statement> statements = new ArrayList<>();
        boolean bridged = true;
        final List<String> margins = new ArrayList<>();
        for (final LineRate rate : LineRate.values()) {
            final String name = "budget " + rate.gbps() + " Gb/s";
            curves.add(
                    new Curve(
                            name,
                            fanouts,
                            Arrays.stream(fanouts).map(fanout -> rate.budgetDb()).toArray()));
            final double marginDb = new Splitter(Splitter.MAX_PRICED).marginDb(rate, FIBRE_KM);
            bridged &= marginDb > 0;
            margins.add(Statement.text(marginDb));
        }
        statements.add(
                Statement.number(
                        "light",
                        "loss of one splitter for 1,024 ToRs: dB",
                        new Splitter(1024).lossDb(),
                        34.8,
                        34.8));
        statements.add(
                Statement.shape(
                        "light",
                        "1:8 and 100 m leave a margin at 10, 25, 100 Gb/s: dB",
                        String.join(" ", margins),
                        "feasible power budget",
                        bridged));
        for (int fanout = 2; fanout <= Splitter.MAX_PRICED; fanout *= 2) {
            final Splitter splitter = new Splitter(fanout);
            statements.add(
                    Statement.number(
                            "light",
                            "formula's loss of 1:" + fanout + " beside table I: dB",
                            splitter.lossDb(),
                            splitter.tableLossDb(),
                            splitter.tableLossDb()));
        }
        return new FigureResult(
                List.of(new Panel("light", "loss and budgets", "fan-out", "dB", curves)),
                statements);
    }
}
