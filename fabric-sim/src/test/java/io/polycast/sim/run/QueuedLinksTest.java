package io.polycast.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.sim.draw.Draw;
import io.polycast.sim.draw.ScenarioDraw;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.QueueCounts;
import io.polycast.sim.scenario.QueuePlan;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.scenario.Transport;
import io.polycast.voq.plain.EcnSettings;
import io.polycast.voq.plain.PfcSettings;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Egress queues of the switches: ECN, PFC, and groups that a paused egress halts. */
class QueuedLinksTest {
    private static final int STOP = 4_000;
    private static final EcnSettings MARKS = new EcnSettings(1_000, 6_000, 20);

    /** Two sources, each with a group to hosts behind another leaf; both groups meet at host 3. */
    private static Scenario scenario(final List<Fault> faults) {
        final Transport transport =
                new Transport(
                        1_024,
                        256,
                        16,
                        new Transport.Responder(1, true, 0),
                        new Transport.Timers(12, 1),
                        4_000,
                        64,
                        new Transport.Addressing(-1, false));
        return new Scenario(
                1,
                new Shape(Shape.Kind.SPINE_LEAF, 1, 2, 3),
                List.of(group(0, 3, 4), group(1, 3, 5)),
                transport,
                new Scenario.Trouble(Noise.NONE, faults, faults.isEmpty() ? 0 : 400_000),
                new Scenario.Links(80, 500),
                Scenario.Switches.plain(1_000_000, false, transport.retryNs()),
                HostKinds.PLAIN);
    }

    private static GroupPlan group(final Integer... hosts) {
        return new GroupPlan(
                List.of(hosts),
                WorkOpcode.SEND,
                List.of(40_000),
                List.of(new Phase(0, 12, 0)),
                new GroupPlan.First(100, true, -1),
                false,
                null,
                null);
    }

    private static RunResult run(final Scenario scenario) {
        final RunResult result = new Simulation().run(scenario);
        assertNull(result.broken(), result.message());
        return result;
    }

    private static QueuePlan lossless(final EcnSettings ecn) {
        return QueuePlan.lossless(scenario(List.of()), STOP, ecn);
    }

    @Property(tries = 40)
    void shouldLoseNothingOnALosslessClass(
            @ForAll @LongRange(min = 1, max = 100_000) final long seed) {
        final Scenario drawn = ScenarioDraw.of(seed, EnumSet.of(Draw.QUEUES));
        final RunResult result = run(drawn.withNoise(Noise.NONE));
        assertEquals(0, result.queues().dropped(), "seed " + seed);
        assertTrue(
                result.queues().mostBytes() <= drawn.switches().queues().bytes(),
                () -> "seed " + seed + ": " + result.queues().mostBytes() + " bytes");
    }

    @Test
    void shouldStopTheSendersOfACongestedEgress() {
        final QueueCounts counts =
                run(scenario(List.of()).withQueues(lossless(EcnSettings.OFF))).queues();
        assertTrue(counts.stops() > 0);
        assertEquals(0, counts.dropped());
        assertEquals(0, counts.notifications());
    }

    /** The same queues, but nobody is stopped: frames are dropped and repeated. */
    @Test
    void shouldDropWithoutFlowControl() {
        final QueuePlan small = new QueuePlan(STOP, EcnSettings.OFF, PfcSettings.OFF);
        final RunResult result = run(scenario(List.of()).withQueues(small));
        assertTrue(result.queues().dropped() > 0);
        assertEquals(0, result.queues().stops());
        assertTrue(result.queues().mostBytes() <= STOP);
    }

    @Test
    void shouldTurnMarksIntoNotifications() {
        final QueueCounts counts = run(scenario(List.of()).withQueues(lossless(MARKS))).queues();
        assertTrue(counts.marked() > 0);
        assertTrue(counts.notifications() > 0);
    }

    /** Host 4 takes 2 us per frame: its switch halts group 0, and the senders of group 0 are stopped. */
    @Test
    void shouldHaltTheGroupsOfAPausedEgress() {
        final Scenario slow =
                scenario(List.of(new Fault(FaultKind.SLOW_RECEIVER, 0, 400_000, 4, 2_000)));
        final RunResult queued = run(slow.withQueues(lossless(EcnSettings.OFF)));
        assertTrue(queued.queues().halted() > 0);
        assertTrue(queued.queues().stops() > 0);
        assertEquals(0, queued.faults().get(FaultKind.QUEUE_FULL));
        assertTrue(run(slow).faults().get(FaultKind.QUEUE_FULL) > 0);
    }
}
