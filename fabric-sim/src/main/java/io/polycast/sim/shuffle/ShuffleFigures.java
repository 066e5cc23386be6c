package io.polycast.sim.shuffle;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.topology.shuffle.PaperRepair;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.List;

/** All figures. */
public final class ShuffleFigures {
    private ShuffleFigures() {}

    /**
     * @param seed of active sources and failed relays of figure 7c
     * @return figures 6b, 6c, 7a, 7b, 7c and 10, latency and light; the same seed gives the same curves
     */
    public static FigureResult all(final long seed) {
        final List<Panel> panels = new ArrayList<>();
        final List<Statement> statements = new ArrayList<>();
        final FailureFigures failures =
                new FailureFigures(shape -> failed -> new PaperRepair(shape, failed), seed);
        for (final FigureResult each :
                List.of(
                        new CostFigures().result(),
                        new LatencyFigure().result(),
                        new LightFigure().result(),
                        failures.result(),
                        new IdlePortFigures().result())) {
            panels.addAll(each.panels());
            statements.addAll(each.statements());
        }
        return new FigureResult(panels, statements);
    }

    /**
     * Section VI-A: numbers of ToRs from 50 to 1,024 that an instance with p of at most 8 has. The least
     * power that the paper saves, 1.5, is that of p = 3: instances with p = 2 save less, and are left out.
     *
     * @return the instances, ascending in ToRs; of several with the same number the one with fewer columns
     */
    static List<ShuffleShape> sizes() {
        return List.of(
                new ShuffleShape(5, 2),
                new ShuffleShape(6, 2),
                new ShuffleShape(3, 3),
                new ShuffleShape(7, 2),
                new ShuffleShape(8, 2),
                new ShuffleShape(4, 3),
                new ShuffleShape(3, 4),
                new ShuffleShape(5, 3),
                new ShuffleShape(6, 3),
                new ShuffleShape(4, 4));
    }
}
