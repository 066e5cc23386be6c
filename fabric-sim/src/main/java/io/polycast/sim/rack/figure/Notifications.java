package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.qcn.CongestionPoint;
import io.polycast.voq.qcn.Marking;
import io.polycast.voq.qcn.QcnPoint;
import io.polycast.voq.qcn.QcnSettings;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Figure 8: congestion notifications for one multicast frame that finds every pool congested and is
 * sampled everywhere.
 */
final class Notifications implements Figure {
    private static final String PANEL = "8";

    @Override
    public String name() {
        return PANEL;
    }

    @Override
    public List<String> panels() {
        return List.of(PANEL);
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        return List.of();
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        return result(FabricDefaults.COPIES, fanout -> 1, fanout -> fanout);
    }

    /**
     * The figure with other numbers of congestion points.
     *
     * @param most largest fan-out
     * @param atInputs congestion points that a frame passes at inputs, by its fan-out
     * @param atOutputs likewise at outputs
     */
    static FigureResult result(
            final int most, final IntUnaryOperator atInputs, final IntUnaryOperator atOutputs) {
        final double[] x = new double[most];
        final double[] inputs = new double[most];
        final double[] outputs = new double[most];
        boolean atMostOne = true;
        boolean all = true;
        for (int i = 0; i < most; i++) {
            final int fanout = i + 1;
            x[i] = fanout;
            inputs[i] = notifications(atInputs.applyAsInt(fanout), FabricDefaults.QCN_INPUT_UNITS);
            outputs[i] =
                    notifications(atOutputs.applyAsInt(fanout), FabricDefaults.QCN_OUTPUT_UNITS);
            atMostOne &= inputs[i] <= 1;
            all &= outputs[i] == fanout;
        }
        return new FigureResult(
                List.of(
                        new Panel(
                                PANEL,
                                "Notifications for one frame",
                                "Fan-out",
                                "Notifications",
                                List.of(
                                        new Curve("inputs", x, inputs),
                                        new Curve("outputs", x, outputs)))),
                List.of(
                        Statement.shape(
                                PANEL,
                                "at inputs, at most one notification a frame: by fan-out",
                                Statement.list(inputs),
                                "at most 1",
                                atMostOne),
                        Statement.shape(
                                PANEL,
                                "at outputs, up to the fan-out: by fan-out",
                                Statement.list(outputs),
                                "1 to the fan-out",
                                all)));
    }

    /** Notifications when a frame passes a number of congestion points, all congested. */
    static int notifications(final int points, final int balance) {
        int count = 0;
        for (int i = 0; i < points; i++) {
            final QcnPoint point =
                    new QcnPoint(
                            new QcnSettings(balance, FabricDefaults.QCN_WEIGHT, 1, Marking.SAMPLE),
                            1);
            point.onFrame(0, 0, 2 * balance);
            count += point.onFrame(0, 1_522, 6) == CongestionPoint.QUIET ? 0 : 1;
        }
        return count;
    }
}
