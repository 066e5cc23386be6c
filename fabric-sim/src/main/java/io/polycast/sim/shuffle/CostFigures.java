package io.polycast.sim.shuffle;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.cost.LineRate;
import io.polycast.topology.shuffle.cost.PacketCore;
import io.polycast.topology.shuffle.cost.Splitter;
import io.polycast.topology.shuffle.cost.TreeParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Figures 6b and 6c: power and price of a tree to all ToRs, and the excess ports of figure 1. */
final class CostFigures {
    /** Ports of a switch: section II-B has them at 192 ToRs, and figures 6b and 6c come out with them. */
    static final int PORTS = 32;

    private static final String X_LABEL = "ToRs";

    private final List<ShuffleShape> sizes = ShuffleFigures.sizes();

    FigureResult result() {
        final Curve overlay = curve("overlay", CostFigures::overlayRatio);
        final Curve core = curve("IP multicast", CostFigures::coreRatio);
        final List<Curve> prices = new ArrayList<>();
        final List<Curve> linkPrices = new ArrayList<>();
        for (final LineRate rate : LineRate.values()) {
            prices.add(curve(rate.gbps() + " Gb/s", shape -> priceRatio(shape, rate, 1)));
            linkPrices.add(curve(rate.gbps() + " Gb/s", shape -> priceRatio(shape, rate, 0.5)));
        }
        final List<Statement> statements = new ArrayList<>(ports());
        statements.add(
                Statement.number("6b", "overlay: least power ratio", low(overlay), 1.5, 1.5));
        statements.add(
                Statement.number("6b", "overlay: largest power ratio", high(overlay), 1.77, 1.77));
        statements.add(
                Statement.number("6b", "IP multicast: least power ratio", low(core), 1.55, 1.55));
        statements.add(
                Statement.number(
                        "6b", "IP multicast: largest power ratio", high(core), 1.85, 1.85));
        statements.addAll(prices(prices, linkPrices));
        return new FigureResult(
                List.of(
                        new Panel(
                                "6b",
                                "power of a tree to all ToRs",
                                X_LABEL,
                                "ratio to Shufflecast",
                                List.of(overlay, core)),
                        new Panel(
                                "6c",
                                "price of a tree to all ToRs",
                                X_LABEL,
                                "IP multicast to Shufflecast",
                                prices)),
                statements);
    }

    private List<Statement> ports() {
        final PacketCore small = new PacketCore(8, 4);
        return List.of(
                Statement.number(
                        "1",
                        "excess ports at 8 ToRs of 4 ports: %",
                        small.excessPercent(),
                        175,
                        175),
                Statement.number(
                        "1",
                        "excess ports at 192 ToRs of 32 ports: %",
                        new PacketCore(192, PORTS).excessPercent(),
                        107,
                        107),
                Statement.number(
                        "6b",
                        "active ports at 8 ToRs: overlay",
                        TreeParts.ofOverlay(8).ports(),
                        16,
                        16),
                Statement.number(
                        "6b",
                        "active ports at 8 ToRs: IP multicast",
                        TreeParts.of(small).ports(),
                        22,
                        22),
                Statement.number(
                        "6b",
                        "active ports at 8 ToRs: Shufflecast",
                        TreeParts.of(new ShuffleShape(2, 2)).ports(),
                        12,
                        12));
    }

    private static List<Statement> prices(final List<Curve> prices, final List<Curve> linkPrices) {
        final double low = prices.stream().mapToDouble(CostFigures::low).min().orElseThrow();
        final double high = prices.stream().mapToDouble(CostFigures::high).max().orElseThrow();
        boolean falls = true;
        for (int i = 1; i < prices.size(); i++) {
            for (int at = 0; at < prices.get(i).y().length; at++) {
                falls &= prices.get(i).y()[at] < prices.get(i - 1).y()[at];
            }
        }
        final ShuffleShape largest = new ShuffleShape(4, 4);
        return List.of(
                Statement.number("6c", "least price ratio", low, 1.57, 1.57),
                Statement.number("6c", "largest price ratio", high, 1.89, 1.89),
                Statement.shape(
                        "6c",
                        "the ratio falls with the rate: largest by rate",
                        prices.stream()
                                .map(curve -> Statement.text(high(curve)))
                                .collect(Collectors.joining(" ")),
                        "decreases slightly",
                        falls),
                Statement.notComparable(
                        "6c",
                        "price ratio with one fibre for two ports of the core; the paper's range"
                                + " has one for each port",
                        Statement.text(
                                        linkPrices.stream()
                                                .mapToDouble(CostFigures::low)
                                                .min()
                                                .orElseThrow())
                                + " to "
                                + Statement.text(
                                        linkPrices.stream()
                                                .mapToDouble(CostFigures::high)
                                                .max()
                                                .orElseThrow()),
                        "1.57 to 1.89"),
                Statement.number(
                        "6c",
                        "price of a ToR of 4,4 at 10 Gb/s: USD",
                        TreeParts.usdPerTor(largest, LineRate.GBPS_10),
                        487,
                        487),
                Statement.number(
                        "6c",
                        "price of a ToR of 4,4 at 100 Gb/s: USD",
                        TreeParts.usdPerTor(largest, LineRate.GBPS_100),
                        1867,
                        1867));
    }

    private Curve curve(final String name, final ToDoubleFunction<ShuffleShape> value) {
        return new Curve(
                name,
                sizes.stream().mapToDouble(ShuffleShape::nodes).toArray(),
                sizes.stream().mapToDouble(value).toArray());
    }

    private static double overlayRatio(final ShuffleShape shape) {
        return (double) TreeParts.ofOverlay(shape.nodes()).ports() / TreeParts.of(shape).ports();
    }

    private static double coreRatio(final ShuffleShape shape) {
        return (double) coreOf(shape).ports() / TreeParts.of(shape).ports();
    }

    private static TreeParts coreOf(final ShuffleShape shape) {
        return TreeParts.of(new PacketCore(shape.nodes(), PORTS));
    }

    private static double priceRatio(
            final ShuffleShape shape, final LineRate rate, final double fibresPerPort) {
        final TreeParts core = coreOf(shape);
        final TreeParts wired =
                new TreeParts(core.ports(), (int) (core.ports() * fibresPerPort), 0);
        return wired.usd(rate, 0) / TreeParts.of(shape).usd(rate, new Splitter(shape.p()).usd());
    }

    private static double low(final Curve curve) {
        return Arrays.stream(curve.y()).min().orElseThrow();
    }

    private static double high(final Curve curve) {
        return Arrays.stream(curve.y()).max().orElseThrow();
    }
}
