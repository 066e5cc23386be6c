package io.polycast.sim.rack.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.figure.Verdict;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.run.RackSimulation;
import io.polycast.sim.rack.scenario.Congestion;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each predicate that holds must fail once its mechanism is switched off. */
class FigureFlipTest {
    private static final Scale QUICK = new Scale(true, 1);

    private static final UnaryOperator<RackSettings> NO_CACHE = settings -> settings.withCache(0);

    private static final UnaryOperator<RackSettings> SYNC =
            settings ->
                    settings.withIngress(
                            settings.terminal().withSync(SyncSettings.table()),
                            settings.surrogate());

    private static final UnaryOperator<RackSettings> NO_SYNC =
            settings ->
                    settings.withIngress(
                            settings.terminal().withSync(SyncSettings.off()),
                            settings.surrogate().withSync(SyncSettings.off()));

    /** A figure with all its mechanisms; a flip runs one of its scenarios again. */
    private static final class Subject {
        private final Figure figure;
        private final List<RackScenario> scenarios;
        private final List<RackResult> runs;
        private final FigureResult on;

        private Subject(final Figure figure) {
            this.figure = figure;
            scenarios = figure.scenarios(QUICK);
            runs = scenarios.stream().map(RackSimulation::run).toList();
            on = figure.result(QUICK, runs);
        }

        /** Switches a mechanism off in one run, and looks at statements by panel and words. */
        private void assertFlips(
                final int run, final UnaryOperator<RackSettings> off, final String... statements) {
            assertFlips(new int[] {run}, off, statements);
        }

        /** Runs another scenario in the place of one, and looks at a statement. */
        private void assertFlips(
                final int run, final RackScenario off, final String panel, final String words) {
            final List<RackResult> changed = new ArrayList<>(runs);
            changed.set(run, RackSimulation.run(off));
            final Statement held = on.statement(panel, words);
            assertEquals(Verdict.REPRODUCED, held.verdict(), held::toString);
            final Statement flipped = figure.result(QUICK, changed).statement(panel, words);
            assertEquals(Verdict.NOT_REPRODUCED, flipped.verdict(), flipped::toString);
        }

        private void assertFlips(
                final int[] changes,
                final UnaryOperator<RackSettings> off,
                final String... statements) {
            final List<RackResult> changed = new ArrayList<>(runs);
            for (final int run : changes) {
                changed.set(run, RackSimulation.run(without(scenarios.get(run), off)));
            }
            final FigureResult without = figure.result(QUICK, changed);
            for (int i = 0; i < statements.length; i += 2) {
                final Statement held = on.statement(statements[i], statements[i + 1]);
                assertEquals(Verdict.REPRODUCED, held.verdict(), held::toString);
                final Statement flipped = without.statement(statements[i], statements[i + 1]);
                assertEquals(Verdict.NOT_REPRODUCED, flipped.verdict(), flipped::toString);
            }
        }
    }

    private static RackScenario without(
            final RackScenario scenario, final UnaryOperator<RackSettings> off) {
        return new RackScenario(
                off.apply(scenario.settings()),
                scenario.flows(),
                scenario.warmUpPs(),
                scenario.endPs(),
                scenario.binPs(),
                scenario.seed());
    }

    /** The same without the unicast flows that share a destination of T1. */
    private static RackScenario uncongested(final RackScenario scenario) {
        return new RackScenario(
                scenario.settings(),
                scenario.flows().stream().filter(flow -> !flow.name().startsWith("u")).toList(),
                scenario.warmUpPs(),
                scenario.endPs(),
                scenario.binPs(),
                scenario.seed());
    }

    private static UnaryOperator<RackSettings> drop(final VoqDrop drop) {
        return settings ->
                settings.withIngress(
                        settings.terminal().withDrop(drop), settings.surrogate().withDrop(drop));
    }

    private static UnaryOperator<RackSettings> congestion(final Congestion points) {
        return settings -> settings.withCongestion(points);
    }

    @Test
    void shouldNeedTheCacheForLineRate() {
        // Fan-outs 1, 2, 4, 8 with the cache, then without.
        final Subject subject = new Subject(new CacheThroughput());
        subject.assertFlips(3, NO_CACHE, "2c", "with the cache");
        subject.assertFlips(7, settings -> settings.withCache(128), "2c", "without it, the");
    }

    @Test
    void shouldNeedSynchronisationForSmallCaches() {
        // Caches of 16, 32 and 128 for two sizes without synchronisation, then with; occupancies.
        final Subject subject = new Subject(new CacheSize());
        final UnaryOperator<RackSettings> large = settings -> settings.withCache(128);
        subject.assertFlips(new int[] {0, 1, 3, 4}, large, "4a", "below 30");
        subject.assertFlips(7, NO_SYNC, "4b", "32 packets suffice");
        subject.assertFlips(9, large, "4b", "16 packets do not suffice");
        subject.assertFlips(13, NO_SYNC, "4c", "128 entries with");
        subject.assertFlips(14, large, "4c", "32 entries without");
    }

    @Test
    void shouldNeedRandomDropsForEqualShares() {
        final Subject subject = new Subject(new HeaderDrops());
        final UnaryOperator<RackSettings> fixed = each -> headers(each, HeaderOrder.FIXED);
        final UnaryOperator<RackSettings> random = each -> headers(each, HeaderOrder.RANDOM);
        subject.assertFlips(0, random, "5b", "in fixed order", "5b", "the last subflow");
        subject.assertFlips(1, fixed, "5c", "in random order");
        subject.assertFlips(2, fixed, "5d", "RED is near");
    }

    @Test
    void shouldNeedDropsFromHead() {
        final Subject subject = new Subject(new VoqDrops());
        final UnaryOperator<RackSettings> head = drop(VoqDrop.HEAD);
        subject.assertFlips(0, head, "6a", "capped");
        subject.assertFlips(0, SYNC, "6a", "after the congestion");
        subject.assertFlips(1, head, "6b", "capped");
        subject.assertFlips(1, NO_SYNC, "6b", "recovers");
        subject.assertFlips(2, drop(VoqDrop.NONE), "6c", "in the second phase");
        subject.assertFlips(3, head, "6d", "capped");
        subject.assertFlips(4, drop(VoqDrop.TAIL), "6e", "drop from head");
    }

    @Test
    void shouldNeedTheThresholdOfTheCaption() {
        final FigureResult on = new HeadDropCaption().result(QUICK, List.of());
        for (final Statement each : on.statements()) {
            assertEquals(Verdict.REPRODUCED, each.verdict(), each::toString);
        }
        final int[] tail = HeadDropCaption.aheadAfterArrival(VoqDrop.TAIL, 18);
        final int[] head = HeadDropCaption.aheadAfterArrival(VoqDrop.HEAD, 18);
        final int[] loose = HeadDropCaption.aheadAfterArrival(VoqDrop.HEAD, 40);
        assertEquals(
                Verdict.NOT_REPRODUCED, HeadDropCaption.statements(tail, tail).get(2).verdict());
        assertEquals(
                Verdict.NOT_REPRODUCED, HeadDropCaption.statements(head, head).get(1).verdict());
        assertEquals(
                Verdict.NOT_REPRODUCED, HeadDropCaption.statements(loose, loose).get(0).verdict());
    }

    @Test
    void shouldNeedOneCongestionPointForOneNotification() {
        for (final Statement each : new Notifications().result(QUICK, List.of()).statements()) {
            assertEquals(Verdict.REPRODUCED, each.verdict(), each::toString);
        }
        final FigureResult swapped = Notifications.result(8, fanout -> fanout, fanout -> 1);
        for (final Statement each : swapped.statements()) {
            assertEquals(Verdict.NOT_REPRODUCED, each.verdict(), each::toString);
        }
        assertEquals(1, Notifications.notifications(1, 360));
        assertEquals(3, Notifications.notifications(3, 360));
    }

    @Test
    void shouldNeedCongestionPointsAtInputsForFairness() {
        final Subject subject = new Subject(new CongestionPoints());
        subject.assertFlips(0, congestion(Congestion.INPUTS_SAMPLED), "9a", "clearly more");
        subject.assertFlips(1, congestion(Congestion.OUTPUTS), "9b", "at inputs");
    }

    @Test
    void shouldNeedOccupancyToFreeTheOtherFlow() {
        final Subject subject = new Subject(new Marking());
        final UnaryOperator<RackSettings> occupancy = congestion(Congestion.INPUTS_OCCUPANCY);
        final UnaryOperator<RackSettings> sampled = congestion(Congestion.INPUTS_SAMPLED);
        subject.assertFlips(0, occupancy, "10a", "blocks T2");
        subject.assertFlips(1, occupancy, "10b", "blocks T2");
        subject.assertFlips(2, sampled, "10c", "frees T2");
        subject.assertFlips(3, sampled, "10d", "frees T2");
        subject.assertFlips(2, uncongested(subject.scenarios.get(2)), "10c", "T1");
    }

    @Test
    void shouldNeedTheCacheForTrees() {
        // Loads of 5, 25 and 30: five copies at 25 Gb/s are more than the payload interface
        // carries.
        final Subject subject = new Subject(new UniformTrees());
        subject.assertFlips(
                1,
                NO_CACHE,
                "13a",
                "linear",
                "13a",
                "load of 25",
                "13a",
                "the same without synchronisation");
    }

    /** Without the second level of surrogates a frame passes two legs rather than three. */
    @Test
    void shouldNeedTwoLevelsForTheDelayOfTrees() {
        final Figure figure = new UniformTrees();
        final List<RackScenario> scenarios = figure.scenarios(QUICK);
        final RackResult on = RackSimulation.run(scenarios.get(0));
        final RackResult off = RackSimulation.run(levels(scenarios.get(0), 1));
        final String words = "delay at a load of 5";
        final List<RackResult> rest = List.of(on, on, on);
        assertEquals(
                Verdict.REPRODUCED,
                figure.result(QUICK, withFirst(on, rest)).statement("13b", words).verdict());
        assertEquals(
                Verdict.NOT_REPRODUCED,
                figure.result(QUICK, withFirst(off, rest)).statement("13b", words).verdict());
    }

    @Test
    void shouldNeedTheCacheToBroadcast() {
        final BroadcastSubject subject = new BroadcastSubject();
        for (int size = 0; size < BroadcastSubject.SIZES; size++) {
            final int full = subject.run(size, 2);
            subject.assertFlips(
                    full, without(subject.scenarios.get(full), NO_CACHE), subject.throughput(size));
        }
    }

    /** Delays by level need the levels, and their growth the load. */
    @Test
    void shouldNeedLevelsAndLoadForTheDelaysOfABroadcast() {
        final BroadcastSubject subject = new BroadcastSubject();
        for (int size = 0; size < BroadcastSubject.SIZES; size++) {
            final String panel = subject.figure.panels().get(1 + size);
            final int half = subject.run(size, 1);
            final int full = subject.run(size, 2);
            subject.assertFlips(
                    full, levels(subject.scenarios.get(full), 3), panel, "grows with the level");
            subject.assertFlips(
                    half, subject.scenarios.get(subject.run(size, 0)), panel, "from a load of 1");
        }
    }

    /** The zero-load delay is that of the way through a spine. */
    @Test
    void shouldNeedTheSpinesForTheRemoteDelay() {
        final BroadcastSubject subject = new BroadcastSubject();
        for (int size = 0; size < BroadcastSubject.SIZES; size++) {
            final int remote = BroadcastSubject.SIZES * BroadcastSubject.LOADS + 2 * size;
            subject.assertFlips(
                    remote,
                    subject.scenarios.get(remote + 1),
                    subject.figure.panels().get(1 + size),
                    "remote");
        }
    }

    /** Figures 15 and 16, whose runs are long: each is made once it is asked for. */
    private static final class BroadcastSubject {
        static final int SIZES = 3;
        static final int LOADS = 3;

        private static final List<RackScenario> SCENARIOS = new Broadcast().scenarios(QUICK);
        private static final RackResult[] RUNS = new RackResult[SCENARIOS.size()];

        final Figure figure = new Broadcast();
        final List<RackScenario> scenarios = SCENARIOS;

        int run(final int size, final int load) {
            return size * LOADS + load;
        }

        String[] throughput(final int size) {
            return new String[] {"15", List.of("512 B", "1522 B", "9,022 B").get(size)};
        }

        void assertFlips(final int run, final RackScenario off, final String... statement) {
            final List<RackResult> runs = new ArrayList<>();
            for (int i = 0; i < RUNS.length; i++) {
                if (RUNS[i] == null) {
                    RUNS[i] = RackSimulation.run(SCENARIOS.get(i));
                }
                runs.add(RUNS[i]);
            }
            final Statement on = figure.result(QUICK, runs).statement(statement[0], statement[1]);
            assertEquals(Verdict.REPRODUCED, on.verdict(), on::toString);
            runs.set(run, RackSimulation.run(off));
            final Statement flipped =
                    figure.result(QUICK, runs).statement(statement[0], statement[1]);
            assertEquals(Verdict.NOT_REPRODUCED, flipped.verdict(), flipped::toString);
        }
    }

    private static List<RackResult> withFirst(final RackResult first, final List<RackResult> rest) {
        final List<RackResult> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }

    /** The same trees, cut off below a level. */
    private static RackScenario levels(final RackScenario scenario, final int most) {
        final List<RackFlow> flows = new ArrayList<>();
        for (final RackFlow flow : scenario.flows()) {
            final List<RackFlow.Node> nodes = new ArrayList<>();
            for (final RackFlow.Node node : flow.nodes()) {
                if (node.level() < most) {
                    nodes.add(node);
                } else if (node.level() == most) {
                    nodes.add(
                            new RackFlow.Node(
                                    node.port(), node.level(), node.terminals(), List.of()));
                }
            }
            flows.add(
                    new RackFlow(
                            flow.name(),
                            flow.source(),
                            flow.bytes(),
                            flow.gbps(),
                            flow.fromPs(),
                            flow.untilPs(),
                            nodes));
        }
        return new RackScenario(
                scenario.settings(),
                flows,
                scenario.warmUpPs(),
                scenario.endPs(),
                scenario.binPs(),
                scenario.seed());
    }

    private static RackSettings headers(final RackSettings settings, final HeaderOrder order) {
        final HeaderSettings pool =
                new HeaderSettings(
                        FabricDefaults.HEADERS_HIGH, FabricDefaults.HEADERS_LOSSLESS, 100, 100, 0);
        return settings.withIngress(
                settings.terminal().withHeaders(pool, order), settings.surrogate());
    }
}
