package io.polycast.sim.draw;

import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Scenario.Links;
import io.polycast.sim.scenario.Scenario.Switches;
import io.polycast.sim.scenario.Scenario.Trouble;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.scenario.Transport;
import io.polycast.sim.time.Rng;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Draws a whole scenario from a seed. */
public final class ScenarioDraw {
    private static final int[] OPERATIONS = {
        WorkOpcode.SEND,
        WorkOpcode.SEND_WITH_IMMEDIATE,
        WorkOpcode.WRITE,
        WorkOpcode.WRITE_WITH_IMMEDIATE
    };

    private static final FaultKind[] PLACED = {
        FaultKind.LINK_DOWN,
        FaultKind.LINK_DOWN,
        FaultKind.RESTART_KEEPING_STATE,
        FaultKind.RESTART_LOSING_STATE,
        FaultKind.CONTROL_DELAYED,
        FaultKind.CONTROL_LOST,
        FaultKind.CONTROL_REPEATED,
        FaultKind.GROUP_RESET,
        FaultKind.PAUSE,
        FaultKind.SLOW_RECEIVER,
        FaultKind.RNR_STORM,
        FaultKind.FORGED_FEEDBACK,
        FaultKind.FORGED_FEEDBACK,
        FaultKind.FORGED_FEEDBACK,
        FaultKind.BEYOND_SENT,
        FaultKind.BEYOND_SENT,
        FaultKind.FORGED_DATA
    };

    private static final int MAX_MEMBERS = 12;
    private static final int PSN_LIMIT = 1 << 24;

    private final Rng rng;

    private ScenarioDraw(final long seed) {
        rng = new Rng(seed);
    }

    /**
     * @param seed any
     * @return the seed's scenario
     */
    public static Scenario of(final long seed) {
        return of(seed, Draw.DEFAULT);
    }

    /**
     * @param seed any
     * @param draws what may be added
     * @return the seed's scenario with it
     */
    public static Scenario of(final long seed, final Set<Draw> draws) {
        Scenario scenario = new ScenarioDraw(seed).draw(seed);
        for (final Draw draw : Draw.values()) {
            scenario = draws.contains(draw) ? draw.apply(scenario) : scenario;
        }
        return scenario;
    }

    private Scenario draw(final long seed) {
        final Shape shape = shape();
        final Topology topology = shape.build();
        final boolean evict = shape.kind() != Shape.Kind.FAT_TREE && rng.percent(25);
        final Transport transport = transport(evict);
        final List<GroupPlan> groups = new ArrayList<>();
        for (int count = rng.percent(60) ? 1 : rng.between(2, 4); count > 0; count--) {
            groups.add(group(topology, transport, evict));
        }
        // Long enough that faults fall into the transfers, which last as long as they do.
        final long faultsEndNs = 100_000 + rng.nextInt(rng.percent(50) ? 300_000 : 2_000_000);
        final Noise noise = noise();
        final List<Fault> faults = faults(topology, groups, faultsEndNs);
        // 100, 40, 25 or 10 Gb/s
        final int picosPerByte = pick(80, 200, 320, 800);
        final Transport patient = patient(transport, groups.size(), picosPerByte);
        return new Scenario(
                seed,
                shape,
                groups,
                patient,
                new Trouble(noise, faults, faultsEndNs),
                new Links(picosPerByte, pick(200, 500, 1000, 3000)),
                Switches.plain(
                                pick(1_000_000, 200_000, 20_000_000, 50_000),
                                rng.percent(15),
                                patient.retryNs())
                        .withKernel(KernelDraw.of(seed, faultsEndNs)),
                HostKinds.PLAIN);
    }

    /**
     * Once faults have stopped, queues never end, and all groups may share one: senders whose timers expire
     * before their windows have left it would fill it for ever.
     */
    private static Transport patient(
            final Transport transport, final int groups, final int picosPerByte) {
        final long windowsNs =
                (long) groups * transport.window() * (transport.mtu() + 100) * picosPerByte / 1000;
        Transport patient = transport;
        while (patient.retryNs() < windowsNs) {
            patient = patient.withTimeout(patient.timers().timeout() + 1);
        }
        return patient;
    }

    private int pick(final int... choices) {
        return choices[rng.nextInt(choices.length)];
    }

    private Shape shape() {
        final int draw = rng.nextInt(100);
        if (draw < 50) {
            return new Shape(Shape.Kind.SINGLE, rng.between(3, 16), 0, 0);
        }
        if (draw < 88) {
            return new Shape(
                    Shape.Kind.SPINE_LEAF, rng.between(1, 3), rng.between(2, 4), rng.between(2, 4));
        }
        return new Shape(Shape.Kind.FAT_TREE, 4, 0, 0);
    }

    private Transport transport(final boolean evict) {
        final int window = pick(1, 2, 8, 32, evict ? 16 : 64);
        return new Transport(
                pick(256, 256, 512, 1024),
                window,
                rng.between(1, window),
                new Transport.Responder(
                        rng.percent(30) ? rng.between(1, 16) : 0,
                        rng.percent(40),
                        rng.percent(30) ? pick(20_000, 100_000) : 0),
                new Transport.Timers(rng.between(evict ? 5 : 4, 7), rng.between(1, 14)),
                rng.percent(50) ? pick(1, 4_000, 50_000) : 0,
                pick(1, 2, 4, 16),
                new Transport.Addressing(rng.percent(20) ? 0x2005 : -1, rng.percent(20)));
    }

    private GroupPlan group(
            final Topology topology, final Transport transport, final boolean evict) {
        final int most = Math.min(MAX_MEMBERS, topology.hostCount());
        final int count =
                rng.percent(60) ? rng.between(2, Math.min(5, most)) : rng.between(2, most);
        final List<Integer> hosts = new ArrayList<>();
        while (hosts.size() < count) {
            final int host = rng.nextInt(topology.hostCount());
            if (!hosts.contains(host)) {
                hosts.add(host);
            }
        }
        final List<Phase> phases = new ArrayList<>();
        final boolean one = rng.percent(40);
        int source = rng.nextInt(count);
        for (int n = one ? 1 : rng.between(1, 4); n > 0; n--) {
            phases.add(new Phase(source, rng.between(1, rng.percent(50) ? 12 : 40), 0));
            source = rng.nextInt(count);
        }
        final List<Integer> bytes = new ArrayList<>();
        for (int n = rng.between(1, 5); n > 0; n--) {
            bytes.add(messageBytes(transport.mtu()));
        }
        return new GroupPlan(
                hosts,
                OPERATIONS[rng.nextInt(OPERATIONS.length)],
                bytes,
                phases,
                // Half of all groups cross the end of PSN space.
                new GroupPlan.First(
                        rng.percent(50) ? PSN_LIMIT - 1 - rng.nextInt(60) : rng.nextInt(PSN_LIMIT),
                        rng.percent(50),
                        GroupSpec.NO_EPOCH),
                evict,
                null,
                null);
    }

    private int messageBytes(final int mtu) {
        return switch (rng.nextInt(8)) {
            case 0 -> 0;
            case 1 -> rng.between(1, 9);
            case 2 -> mtu;
            case 3 -> mtu * rng.between(1, 8);
            case 4 -> rng.between(1, mtu);
            default -> rng.between(1, 40 * mtu);
        };
    }

    private Noise noise() {
        if (rng.percent(8)) {
            return Noise.NONE;
        }
        return new Noise(
                rate(80, 40_000),
                rate(50, 20_000),
                rate(50, 20_000),
                rate(50, 20_000),
                rate(30, 50_000),
                rng.between(100, 20_000),
                rng.between(100, 60_000),
                new Noise.Backlog(
                        rng.percent(25) ? rng.between(200, 5_000) : Long.MAX_VALUE,
                        rng.percent(60) ? rng.between(50, 2_000) : Long.MAX_VALUE));
    }

    /** Rates spread evenly over orders of magnitude. */
    private int rate(final int percent, final int most) {
        return rng.percent(percent) ? Math.max(100, most >> rng.nextInt(8)) : 0;
    }

    private List<Fault> faults(
            final Topology topology, final List<GroupPlan> groups, final long endNs) {
        final List<Fault> faults = new ArrayList<>();
        for (int n = rng.percent(20) ? 0 : rng.between(1, 6); n > 0; n--) {
            faults.add(fault(PLACED[rng.nextInt(PLACED.length)], groups, endNs));
        }
        if (groups.get(0).evict()) {
            crashes(topology, groups, endNs, faults);
        }
        return faults;
    }

    private Fault fault(final FaultKind kind, final List<GroupPlan> groups, final long endNs) {
        // Sooner rather than later: most transfers are short.
        final long atNs = Math.min(rng.nextLong(endNs * 3 / 4), rng.nextLong(endNs * 3 / 4));
        final long lengthNs = 1 + rng.nextLong(Math.min(endNs - atNs, 1 + endNs / 2));
        // Hosts of groups, so that the fault is felt; switches and links are taken modulo their
        // number.
        final List<Integer> hosts = groups.get(rng.nextInt(groups.size())).hosts();
        final int target =
                switch (kind) {
                    case PAUSE, SLOW_RECEIVER, RNR_STORM -> hosts.get(rng.nextInt(hosts.size()));
                    default -> rng.nextInt(1 << 16);
                };
        final int detail =
                switch (kind) {
                    case SLOW_RECEIVER -> rng.between(100, 10_000);
                    case LINK_DOWN, GROUP_RESET, FORGED_FEEDBACK, BEYOND_SENT, FORGED_DATA ->
                            rng.nextInt(64);
                    case RESTART_KEEPING_STATE, RESTART_LOSING_STATE ->
                            rng.percent(50)
                                    ? 0
                                    : 1 + rng.nextInt((int) (endNs - atNs - lengthNs + 1));
                    default -> 0;
                };
        return new Fault(kind, atNs, lengthNs, target, detail);
    }

    /** Receivers die that never send; at least one per group is left. */
    private void crashes(
            final Topology topology,
            final List<GroupPlan> groups,
            final long endNs,
            final List<Fault> faults) {
        final Set<Integer> spared = new TreeSet<>();
        for (final GroupPlan group : groups) {
            final Set<Integer> sources = new TreeSet<>();
            group.phases().forEach(phase -> sources.add(phase.source()));
            sources.forEach(source -> spared.add(group.hosts().get(source)));
            for (int i = 0; i < group.hosts().size(); i++) {
                if (!sources.contains(i)) {
                    spared.add(group.hosts().get(i));
                    break;
                }
            }
        }
        final List<Integer> mortal = new ArrayList<>();
        for (int host = 0; host < topology.hostCount(); host++) {
            final int candidate = host;
            if (!spared.contains(host)
                    && groups.stream().anyMatch(group -> group.hosts().contains(candidate))) {
                mortal.add(host);
            }
        }
        for (int n = rng.between(1, 2); n > 0 && !mortal.isEmpty(); n--) {
            final int host = mortal.remove(rng.nextInt(mortal.size()));
            faults.add(
                    new Fault(
                            FaultKind.CRASH,
                            Math.min(rng.nextLong(endNs), rng.nextLong(endNs)),
                            0,
                            host,
                            0));
        }
    }
}
