package io.polycast.sim.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.QueuePlan;
import io.polycast.sim.scenario.Renewal;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Cases that seeds draw: each case in at least a tenth of them. */
class DrawTest {
    private static final int SEEDS = 1000;
    private static final Set<Draw> ALL = EnumSet.allOf(Draw.class);

    private static final List<Scenario> SCENARIOS =
            LongStream.rangeClosed(1, SEEDS).mapToObj(seed -> ScenarioDraw.of(seed, ALL)).toList();

    private final Map<String, Predicate<Scenario>> cases = new LinkedHashMap<>();

    private void renewal(final String name, final Predicate<Renewal> holds) {
        cases.put(
                name,
                scenario ->
                        scenario.groups().stream()
                                .map(GroupPlan::renewal)
                                .anyMatch(renewal -> renewal != null && holds.test(renewal)));
    }

    private void second(final String name, final Predicate<Scenario> holds) {
        cases.put(
                name,
                scenario ->
                        holds.test(scenario)
                                && scenario.groups().stream()
                                        .anyMatch(plan -> plan.renewal() != null));
    }

    private void assertOften() {
        final Map<String, Long> rare = new TreeMap<>();
        cases.forEach(
                (name, holds) -> {
                    final long count = SCENARIOS.stream().filter(holds).count();
                    if (count * 10 < SEEDS) {
                        rare.put(name, count);
                    }
                });
        assertEquals(Map.of(), rare);
    }

    @Test
    void shouldDrawSecondJobsOfEveryKind() {
        renewal("same QPNs", renewal -> !renewal.otherQpns());
        renewal("other QPNs", Renewal::otherQpns);
        renewal(
                "PSN 0",
                renewal ->
                        renewal.first().start() == Renewal.Start.DRAWN
                                && renewal.first().draw() == 0);
        renewal(
                "random PSN",
                renewal ->
                        renewal.first().start() == Renewal.Start.DRAWN
                                && renewal.first().draw() != 0);
        renewal(
                "the first job's first PSN",
                renewal -> renewal.first().start() == Renewal.Start.SAME);
        renewal("a restart between", renewal -> renewal.restart().node() >= 0);
        renewal("no restart between", renewal -> renewal.restart().node() < 0);
        renewal("announced", renewal -> renewal.entry().announced());
        renewal("not announced", renewal -> !renewal.entry().announced());
        renewal("an epoch", renewal -> renewal.entry().announced() && renewal.entry().epoch() >= 0);
        renewal("no epoch", renewal -> renewal.entry().announced() && renewal.entry().epoch() < 0);
        second("in trees", scenario -> scenario.shape().kind() != Shape.Kind.SINGLE);
        second("in one switch", scenario -> scenario.shape().kind() == Shape.Kind.SINGLE);
        for (final boolean brief : new boolean[] {true, false}) {
            second(
                    brief ? "idle briefly" : "idle for long",
                    scenario ->
                            scenario.groups().stream()
                                    .map(GroupPlan::renewal)
                                    .anyMatch(
                                            renewal ->
                                                    renewal != null
                                                            && renewal.gapNs()
                                                                            < scenario.switches()
                                                                                    .idleAnewNs()
                                                                    == brief));
        }
        assertOften();
    }

    @Test
    void shouldDrawJobsThatDieAndStartNearWhatTheyReached() {
        renewal("dies", renewal -> renewal.killAfter() > 0);
        for (final Renewal.Start start :
                List.of(
                        Renewal.Start.NEAR_MINIMUM,
                        Renewal.Start.NEAR_PATH,
                        Renewal.Start.NEAR_HIGHEST)) {
            renewal(start.name(), renewal -> renewal.first().start() == start);
        }
        renewal("members return", Renewal::revives);
        assertOften();
    }

    @Test
    void shouldDrawHostsAndTimesOfEveryKind() {
        cases.put("out of order", scenario -> scenario.hosts().outOfOrder() > 0);
        cases.put("32 out of order", scenario -> scenario.hosts().outOfOrder() == 32);
        cases.put("repeats the oldest", scenario -> scenario.hosts().repeatOldest());
        cases.put("MigReq", scenario -> scenario.hosts().migReq());
        cases.put(
                "refuses for good",
                scenario -> scenario.groups().stream().anyMatch(plan -> plan.refusal() != null));
        cases.put(
                "restarts while one refuses",
                scenario ->
                        scenario.groups().stream().anyMatch(plan -> plan.refusal() != null)
                                && scenario.trouble().faults().stream()
                                        .anyMatch(
                                                fault ->
                                                        fault.kind()
                                                                == FaultKind
                                                                        .RESTART_KEEPING_STATE));
        cases.put(
                "idle in the kernel",
                scenario ->
                        scenario.switches().kernel().switches() == -1
                                && scenario.groups().stream()
                                        .map(GroupPlan::renewal)
                                        .anyMatch(
                                                renewal ->
                                                        renewal != null
                                                                && !renewal.entry().announced()));
        cases.put(
                "moving sources in evicting trees",
                scenario ->
                        scenario.shape().kind() == Shape.Kind.SPINE_LEAF
                                && scenario.groups().stream()
                                        .anyMatch(
                                                plan ->
                                                        plan.evict()
                                                                && plan.phases().stream()
                                                                                .map(Phase::source)
                                                                                .distinct()
                                                                                .count()
                                                                        > 1));
        cases.put(
                "timers above idleAnew",
                scenario -> scenario.transport().retryNs() > scenario.switches().idleAnewNs());
        cases.put(
                "first frames lost",
                scenario ->
                        scenario.groups().stream()
                                .flatMap(plan -> plan.phases().stream())
                                .anyMatch(phase -> phase.firstLost() > 0));
        assertOften();
    }

    private void fault(final String name, final BiPredicate<Scenario, Fault> holds) {
        cases.put(
                name,
                scenario ->
                        scenario.trouble().faults().stream()
                                .anyMatch(fault -> holds.test(scenario, fault)));
    }

    @Test
    void shouldDrawFaultsOfEveryKind() {
        fault("stale", (scenario, fault) -> fault.kind() == FaultKind.STALE_DATA);
        fault(
                "stale at once",
                (scenario, fault) -> fault.kind() == FaultKind.STALE_DATA && fault.atNs() < 10_000);
        for (final FaultKind kind :
                List.of(
                        FaultKind.RESTART_KEEPING_STATE,
                        FaultKind.RESTART_LOSING_STATE,
                        FaultKind.CONTROL_REPEATED)) {
            fault(
                    kind + " in a tree",
                    (scenario, fault) ->
                            fault.kind() == kind && scenario.shape().kind() != Shape.Kind.SINGLE);
        }
        fault(
                "stands still briefly",
                (scenario, fault) ->
                        fault.kind() == FaultKind.STANDSTILL
                                && fault.lengthNs() < scenario.switches().idleAnewNs());
        fault(
                "stands still for long",
                (scenario, fault) ->
                        fault.kind() == FaultKind.STANDSTILL
                                && fault.lengthNs() >= scenario.switches().idleAnewNs());
        cases.put(
                "epochs of first jobs",
                scenario -> scenario.groups().stream().anyMatch(plan -> plan.first().epoch() >= 0));
        cases.put(
                "timers above silentAfter",
                scenario ->
                        scenario.groups().get(0).evict()
                                && scenario.transport().retryNs()
                                        > scenario.trouble().endNs()
                                                + scenario.switches().silentMarginNs());
        assertOften();
    }

    @Test
    void shouldKeepIdleAnewAboveFourTimersMostly() {
        final long above =
                SCENARIOS.stream()
                        .filter(
                                scenario ->
                                        scenario.switches().idleAnewNs()
                                                > 4 * scenario.transport().retryNs())
                        .count();
        assertTrue(above > SEEDS * 6 / 10, above + " seeds");
    }

    @Test
    void shouldDrawEachThingFromNumbersOfItsOwn() {
        for (long seed = 1; seed <= 50; seed++) {
            assertEquals(ScenarioDraw.of(seed, ALL), ScenarioDraw.of(seed, ALL));
            assertEquals(
                    ScenarioDraw.of(seed, Set.of()).trouble().faults(),
                    ScenarioDraw.of(seed, Set.of(Draw.SECOND_JOBS, Draw.FIRST_LOSSES))
                            .trouble()
                            .faults());
        }
    }

    @Test
    void shouldDrawQueuesOnRequestOnly() {
        for (long seed = 1; seed <= 50; seed++) {
            assertFalse(ScenarioDraw.of(seed).switches().queues().isOn());
            assertTrue(ScenarioDraw.of(seed, ALL).switches().queues().isOn());
            assertEquals(
                    ScenarioDraw.of(seed), ScenarioDraw.of(seed, ALL).withQueues(QueuePlan.OFF));
        }
    }
}
