package io.polycast.sim.rack.run;

import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts what destinations receive: by subflow (flow and destination) and time, and delays by level. */
final class RackMeter {
    private final RackScenario scenario;
    private final List<String> names = new ArrayList<>();

    /** By flow and port: subflow, or -1. */
    private final int[][] subflowOf;

    private final List<Integer> levels = new ArrayList<>();
    private final List<Boolean> local = new ArrayList<>();
    private final long[][] bytes;
    private final long[] total;
    private final long[] frames;
    private final long[] delay;
    private final int[] occupancy;
    private int samples;

    RackMeter(final RackScenario scenario) {
        this.scenario = scenario;
        final int ports = scenario.settings().shape().ports();
        subflowOf = new int[scenario.flows().size()][ports];
        for (int flow = 0; flow < subflowOf.length; flow++) {
            Arrays.fill(subflowOf[flow], -1);
            final RackFlow of = scenario.flows().get(flow);
            for (final RackFlow.Node node : of.nodes()) {
                for (final int to : node.terminals()) {
                    subflowOf[flow][to] = names.size();
                    names.add(of.name() + (of.isUnicast() ? "" : "-" + to));
                    levels.add(node.level());
                    local.add(FabricShape.edgeOf(to) == FabricShape.edgeOf(node.port()));
                }
            }
        }
        final int bins = (int) ((scenario.endPs() + scenario.binPs() - 1) / scenario.binPs());
        bytes = new long[names.size()][bins];
        total = new long[names.size()];
        frames = new long[names.size()];
        delay = new long[names.size()];
        occupancy = new int[bins];
    }

    void deliver(
            final long now, final int flow, final int port, final int size, final long bornPs) {
        final int subflow = subflowOf[flow][port];
        final int bin = (int) Math.min(bytes[subflow].length - 1, now / scenario.binPs());
        bytes[subflow][bin] += size;
        if (now >= scenario.warmUpPs()) {
            total[subflow] += size;
            frames[subflow]++;
            delay[subflow] += now - bornPs;
        }
    }

    /** Cache lines in use at the end of a bin. */
    void sample(final int lines) {
        if (samples < occupancy.length) {
            occupancy[samples++] = lines;
        }
    }

    List<RackResult.Subflow> subflows() {
        final List<RackResult.Subflow> all = new ArrayList<>();
        final double window = scenario.endPs() - scenario.warmUpPs();
        for (int i = 0; i < names.size(); i++) {
            final double[] series = new double[bytes[i].length];
            for (int bin = 0; bin < series.length; bin++) {
                series[bin] = gbps(bytes[i][bin], scenario.binPs());
            }
            all.add(
                    new RackResult.Subflow(
                            names.get(i),
                            levels.get(i),
                            local.get(i),
                            gbps(total[i], window),
                            frames[i],
                            frames[i] == 0 ? 0 : delay[i] / 1e6 / frames[i],
                            series));
        }
        return all;
    }

    int[] occupancy() {
        return Arrays.copyOf(occupancy, samples);
    }

    private static double gbps(final long count, final double ps) {
        return count * 8_000.0 / ps;
    }
}
