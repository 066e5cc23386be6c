package io.polycast.sim.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.sim.run.RunResult;
import io.polycast.sim.run.Simulation;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.scenario.Transport;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainSimulationTest {
    private static final List<Integer> HOSTS = List.of(0, 2, 4, 6, 8, 10, 12, 14);

    private static Scenario scenario(
            final int operation, final int vlanTci, final boolean ipv6, final Noise noise) {
        final Transport transport = Transport.plain(256, new Transport.Addressing(vlanTci, ipv6));
        return new Scenario(
                1,
                new Shape(Shape.Kind.FAT_TREE, 4, 0, 0),
                List.of(
                        new GroupPlan(
                                HOSTS,
                                operation,
                                List.of(4096, 100, 777),
                                List.of(new Phase(0, 30, 0), new Phase(3, 20, 0)),
                                new GroupPlan.First(0xFF_FFF0, true, -1),
                                false,
                                null,
                                null)),
                transport,
                new Scenario.Trouble(noise, List.of(), noise == Noise.NONE ? 0 : 100_000),
                new Scenario.Links(80, 1_000),
                Scenario.Switches.plain(1_000_000, false, transport.retryNs()),
                HostKinds.PLAIN);
    }

    private static Noise noise(final int lossPpm, final int corruptionPpm) {
        return new Noise(
                lossPpm, 0, 0, corruptionPpm, 0, 0, 0, new Noise.Backlog(1_000_000, 1_000_000));
    }

    private static long bytes(final GroupPlan plan) {
        long sum = 0;
        for (int message = 0; message < plan.messages(); message++) {
            sum += plan.bytes(message);
        }
        return sum * (plan.hosts().size() - 1);
    }

    @Test
    void shouldDeliverEveryKindOfMessageOverEveryKindOfHeader() {
        final int[] operations = {
            WorkOpcode.SEND,
            WorkOpcode.SEND_WITH_IMMEDIATE,
            WorkOpcode.WRITE,
            WorkOpcode.WRITE_WITH_IMMEDIATE
        };
        for (final int operation : operations) {
            for (final int vlanTci : new int[] {-1, 0x2005}) {
                for (final boolean ipv6 : new boolean[] {false, true}) {
                    final Scenario scenario = scenario(operation, vlanTci, ipv6, Noise.NONE);
                    final PlainResult result = new PlainSimulation().run(scenario);
                    assertTrue(result.complete(), result.toString());
                    assertEquals(bytes(scenario.groups().get(0)), result.delivered());
                }
            }
        }
    }

    /** One phase: between phases a checked run lets some time pass. */
    @Test
    void shouldPutThePacketsOfACheckedRunOnTheLinks() {
        final Scenario both = scenario(WorkOpcode.SEND, -1, false, Noise.NONE);
        final GroupPlan plan = both.groups().get(0);
        final Scenario scenario =
                both.withGroups(List.of(plan.withPhases(List.of(new Phase(0, 50, 0)))));
        final RunResult checked = new Simulation().run(scenario);
        assertNull(checked.broken(), checked.message());
        final PlainResult plain = new PlainSimulation().run(scenario);
        assertEquals(checked.packets(), plain.packets());
        assertEquals(checked.events(), plain.events());
    }

    @Test
    void shouldRetransmitWhatIsLost() {
        final Noise losses = noise(20_000, 0);
        final PlainSimulation simulation = new PlainSimulation();
        final PlainResult sound = simulation.run(scenario(WorkOpcode.SEND, -1, false, Noise.NONE));
        final PlainResult lossy = simulation.run(scenario(WorkOpcode.SEND, -1, false, losses));
        assertTrue(lossy.complete(), lossy.toString());
        assertEquals(sound.delivered(), lossy.delivered());
        assertTrue(lossy.endNs() > sound.endNs());
    }

    @Test
    void shouldRefuseToAlterPayloadThatStandsNowhere() {
        final Noise damage = noise(0, 1);
        assertThrows(
                IllegalArgumentException.class,
                () -> new PlainSimulation().run(scenario(WorkOpcode.SEND, -1, false, damage)));
    }
}
