package io.polycast.sim.shuffle;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import io.polycast.topology.shuffle.impact.Distribution;
import io.polycast.topology.shuffle.impact.FairShare;
import io.polycast.topology.shuffle.impact.SingleFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Figures 7a to 7c: each relay fails alone, in instances of three columns. */
final class FailureFigures {
    private static final int COLUMNS = 3;
    private static final int SAMPLES = 20;
    private static final int[] FANOUTS = {4, 6, 8};

    /** Sources that lose nothing, and the largest loss of throughput: percent by fan-out. */
    private static final double[][] PAPER = {{75, 25}, {83, 16.7}, {88, 12.5}};

    private static final double[] PARTS = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};

    private final Function<ShuffleShape, Function<FailedRelays, RelayRules>> repair;
    private final long seed;
    private final List<Curve> lost = new ArrayList<>();
    private final List<Curve> excess = new ArrayList<>();
    private final List<Curve> slower = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();

    /**
     * @param repair of a failed relay in an instance
     * @param seed of figure 7c
     */
    FailureFigures(
            final Function<ShuffleShape, Function<FailedRelays, RelayRules>> repair,
            final long seed) {
        this.repair = repair;
        this.seed = seed;
    }

    FigureResult result() {
        for (int i = 0; i < FANOUTS.length; i++) {
            final ShuffleShape shape = new ShuffleShape(FANOUTS[i], COLUMNS);
            reach(shape, PAPER[i][0]);
            repaired(shape);
            throughput(shape, PAPER[i][1]);
        }
        final double[] worst = slower.stream().mapToDouble(FailureFigures::last).toArray();
        statements.add(
                Statement.shape(
                        "7c",
                        "loss of throughput falls with the network: % by p",
                        Statement.list(worst),
                        "decreasing",
                        worst[0] > worst[1] && worst[1] > worst[2]));
        return new FigureResult(
                List.of(
                        new Panel(
                                "7a",
                                "ToRs lost after one failure, without repair",
                                "part of the ToRs that is lost",
                                "part of sources",
                                lost),
                        new Panel(
                                "7b",
                                "hops beyond 2k - 1 after a repair",
                                "hops",
                                "part of sources",
                                excess),
                        new Panel(
                                "7c",
                                "loss of throughput after a repair",
                                "part of sources that is active",
                                "loss: %",
                                slower)),
                statements);
    }

    private void reach(final ShuffleShape shape, final double paper) {
        final Distribution losses = new SingleFailure(shape, unrepaired(shape)).lostShares();
        lost.add(curve(shape, losses));
        statements.add(
                Statement.number(
                        "7a",
                        "p = " + shape.p() + ": sources untouched by a failure, %",
                        100 * losses.shareUpTo(0),
                        paper,
                        paper));
    }

    private void repaired(final ShuffleShape shape) {
        final SingleFailure failure = new SingleFailure(shape, repair.apply(shape));
        final Distribution hops = failure.excessHops();
        excess.add(curve(shape, hops));
        final double dead = 1.0 / shape.nodes();
        final double whole = failure.lostShares().shareUpTo(0) + dead;
        statements.add(
                Statement.shape(
                        "7a",
                        "p = " + shape.p() + ": live sources that reach all after the repair, %",
                        Statement.text(100 * whole),
                        "100",
                        whole > 1 - 1e-9));
        statements.add(
                Statement.number(
                        "7b",
                        "p = " + shape.p() + ": sources with unchanged hops, %",
                        100 * hops.shareUpTo(0),
                        90,
                        95));
        statements.add(
                Statement.shape(
                        "7b",
                        "p = " + shape.p() + ": most hops beyond 2k - 1",
                        Statement.text(hops.max()),
                        "at most 3",
                        hops.max() <= COLUMNS));
    }

    private void throughput(final ShuffleShape shape, final double paper) {
        final FairShare shares = new FairShare(shape, repair.apply(shape));
        final double[] losses =
                Arrays.stream(PARTS)
                        .map(
                                part ->
                                        100
                                                * shares.meanLoss(
                                                        (int) (part * (shape.nodes() - 1)),
                                                        SAMPLES,
                                                        seed))
                        .toArray();
        slower.add(new Curve("p = " + shape.p(), PARTS, losses));
        statements.add(
                Statement.number(
                        "7c",
                        "p = " + shape.p() + ": largest loss of throughput, %",
                        Arrays.stream(losses).max().orElseThrow(),
                        0,
                        paper));
    }

    private static Function<FailedRelays, RelayRules> unrepaired(final ShuffleShape shape) {
        return failed ->
                (source, relays) -> {
                    new StaticRelays(shape).fill(source, relays);
                    for (int i = 0; i < relays.length; i++) {
                        relays[i] = failed.contains(relays[i]) ? RelayRules.NONE : relays[i];
                    }
                };
    }

    private static Curve curve(final ShuffleShape shape, final Distribution distribution) {
        final double[] values = distribution.values();
        return new Curve(
                "p = " + shape.p(),
                values,
                Arrays.stream(values).map(distribution::shareUpTo).toArray());
    }

    private static double last(final Curve curve) {
        return curve.y()[curve.y().length - 1];
    }
}
