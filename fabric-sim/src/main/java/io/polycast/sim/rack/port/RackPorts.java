package io.polycast.sim.rack.port;

import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.scenario.Congestion;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.qcn.CongestionPoint;
import io.polycast.voq.qcn.Marking;
import io.polycast.voq.qcn.QcnPoint;
import io.polycast.voq.qcn.QcnSettings;
import io.polycast.voq.replicate.Mcbc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lays the ports of a scenario: sources, ingress and egress sides, caches, legs. A port that no flow
 * uses is not made. Each side numbers only the ports that it talks to.
 */
final class RackPorts {
    final Cna[] sources;
    final RackIngress[] ingresses;
    final RackEgress[] egresses;
    final EdgeCache[] caches;

    /** By port and flow: multicast ID at an ingress; the leg of a unicast flow. */
    final int[][] idOf;

    /** By port and flow: copies that the ingress makes. */
    final byte[][] copiesOf;

    private final RackScenario scenario;
    private final RackSettings settings;
    private final RackCore core;
    private final int lanes;
    private final List<List<Integer>> targets = new ArrayList<>();
    private final List<List<Integer>> origins = new ArrayList<>();

    RackPorts(final RackScenario scenario, final RackCore core) {
        this.scenario = scenario;
        this.core = core;
        settings = scenario.settings();
        lanes = settings.lanes().count();
        final int ports = settings.shape().ports();
        sources = new Cna[ports];
        ingresses = new RackIngress[ports];
        egresses = new RackEgress[ports];
        caches = new EdgeCache[settings.shape().edges()];
        idOf = new int[ports][];
        copiesOf = new byte[ports][];
        for (int port = 0; port < ports; port++) {
            targets.add(new ArrayList<>());
            origins.add(new ArrayList<>());
        }
        scenario.flows().forEach(flow -> flow.nodes().forEach(this::note));
        layEgresses();
        layIngresses();
        laySources();
    }

    private void note(final RackFlow.Node node) {
        for (final int to : destinations(node)) {
            if (!targets.get(node.port()).contains(to)) {
                targets.get(node.port()).add(to);
                origins.get(to).add(node.port());
            }
        }
    }

    private static List<Integer> destinations(final RackFlow.Node node) {
        final List<Integer> all = new ArrayList<>(node.terminals());
        all.addAll(node.surrogates());
        return all;
    }

    private static boolean isSurrogate(final int port) {
        return port % FabricShape.PORTS == FabricShape.SURROGATE;
    }

    private void layEgresses() {
        for (int port = 0; port < egresses.length; port++) {
            if (!origins.get(port).isEmpty()) {
                egresses[port] =
                        new RackEgress(
                                core,
                                port,
                                origins.get(port).size(),
                                lanes,
                                isSurrogate(port)
                                        ? settings.surrogateEgress()
                                        : settings.terminalEgress(),
                                settings.congestion() == Congestion.OUTPUTS
                                        ? point(QcnSettings.output(Marking.SAMPLE))
                                        : null);
            }
        }
    }

    private CongestionPoint point(final QcnSettings of) {
        return new QcnPoint(of, scenario.flows().size());
    }

    private CongestionPoint inputPoint() {
        return switch (settings.congestion()) {
            case NONE, OUTPUTS -> null;
            case INPUTS_SAMPLED -> point(QcnSettings.input(Marking.SAMPLE));
            case INPUTS_OCCUPANCY -> point(QcnSettings.input(Marking.OCCUPANCY));
        };
    }

    private void layIngresses() {
        for (int port = 0; port < ingresses.length; port++) {
            if (targets.get(port).isEmpty()) {
                continue;
            }
            final IngressSettings of =
                    isSurrogate(port) ? settings.surrogate() : settings.terminal();
            final Mcbc mcbc = new Mcbc(scenario.flows().size());
            final RackIngress ingress =
                    new RackIngress(
                            core,
                            new RackIngress.Parts(
                                    port, cache(port), settings.lanes(), mcbc, of, inputPoint()),
                            targets.get(port).size());
            ingresses[port] = ingress;
            idOf[port] = new int[scenario.flows().size()];
            copiesOf[port] = new byte[scenario.flows().size()];
            Arrays.fill(idOf[port], -1);
            layFlows(port, mcbc);
            layLegs(port);
        }
    }

    private EdgeCache cache(final int port) {
        final int edge = FabricShape.edgeOf(port);
        if (caches[edge] == null) {
            final int lossless = settings.lanes().losslessCount();
            final int tags =
                    Math.max(
                            settings.terminal().payload().shared()
                                    + lossless * settings.terminal().payload().exclusive(),
                            settings.surrogate().payload().shared()
                                    + lossless * settings.surrogate().payload().exclusive());
            caches[edge] =
                    new EdgeCache(
                            settings.cacheLines() > 0,
                            Math.max(1, settings.cacheLines()),
                            FabricShape.PORTS,
                            tags);
        }
        return caches[edge];
    }

    private void layFlows(final int port, final Mcbc mcbc) {
        for (int flow = 0; flow < scenario.flows().size(); flow++) {
            for (final RackFlow.Node node : scenario.flows().get(flow).nodes()) {
                if (node.port() != port) {
                    continue;
                }
                final List<Integer> to = destinations(node);
                final int[] legs = new int[to.size()];
                for (int i = 0; i < legs.length; i++) {
                    legs[i] =
                            Mcbc.leg(targets.get(port).indexOf(to.get(i)), !isSurrogate(to.get(i)));
                }
                copiesOf[port][flow] = (byte) legs.length;
                if (scenario.flows().get(flow).isUnicast()) {
                    idOf[port][flow] = legs[0];
                } else {
                    idOf[port][flow] = flow;
                    mcbc.set(flow, legs, legs.length);
                }
            }
        }
    }

    /** Legs of each lane that may be used: to hosts on lane 0, to surrogates on the lanes above. */
    private void layLegs(final int port) {
        for (int target = 0; target < targets.get(port).size(); target++) {
            final int to = targets.get(port).get(target);
            final int origin = origins.get(to).indexOf(port);
            final int first = isSurrogate(to) ? 1 : 0;
            final int last = isSurrogate(to) ? lanes - 1 : 0;
            for (int lane = first; lane <= last; lane++) {
                final int voq = target * lanes + lane;
                final int flow = origin * lanes + lane;
                final int leg = core.legs().add(port, to, lane, voq, flow);
                ingresses[port].setLeg(voq, leg);
                egresses[to].setLeg(flow, leg);
            }
        }
    }

    private void laySources() {
        for (int flow = 0; flow < scenario.flows().size(); flow++) {
            final RackFlow of = scenario.flows().get(flow);
            if (sources[of.source()] == null) {
                sources[of.source()] = new Cna(core, of.source(), scenario.flows().size());
            }
            sources[of.source()].add(flow, of.bytes(), of.intervalPs(), of.fromPs(), of.untilPs());
        }
    }
}
