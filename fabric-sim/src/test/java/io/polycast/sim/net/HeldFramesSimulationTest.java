package io.polycast.sim.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.HoldEntry;
import io.polycast.core.role.HoldPicture;
import io.polycast.core.role.HoldingRole;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.scenario.Transport;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A role that holds every frame for a millisecond, in the simulator. */
class HeldFramesSimulationTest {
    private static final int HOSTS = 3;
    private static final int LENGTH = 120;
    private static final long DELAY_NS = 1_000;
    private static final int PICOS_PER_BYTE = 80;

    private record Arrival(int host, long nowNs, byte[] frame) {}

    private final List<Arrival> arrivals = new ArrayList<>();
    private Network network;
    private SwitchNode node;

    private void begin(final Noise noise, final int heldChunks, final int copies) {
        final Transport transport = Transport.plain(1024, new Transport.Addressing(-1, false));
        final Scenario scenario =
                new Scenario(
                        1,
                        new Shape(Shape.Kind.SINGLE, HOSTS, 0, 0),
                        List.of(),
                        transport,
                        new Scenario.Trouble(noise, List.of(), 0),
                        new Scenario.Links(PICOS_PER_BYTE, DELAY_NS),
                        Scenario.Switches.plain(1_000_000, false, transport.retryNs()),
                        HostKinds.PLAIN);
        final Topology topology = scenario.shape().build();
        network =
                new Network(
                        scenario,
                        topology,
                        new Arenas(),
                        (host, chunk, info) -> {
                            final byte[] frame = new byte[network.frames().length(chunk)];
                            network.frames()
                                    .buffer()
                                    .getBytes(network.frames().offset(chunk), frame);
                            arrivals.add(new Arrival(host, network.nowNs(), frame));
                        });
        network.begin(
                new GroupTables(scenario, topology),
                (number, settings, counters) -> SwitchWatch.NONE,
                new HeldRole(parts -> new HoldingRole(parts.store(), HOSTS, copies), heldChunks));
        node = network.switches()[0];
    }

    private static byte[] frame(final int number) {
        final byte[] frame = new byte[LENGTH];
        frame[0] = 2;
        frame[12] = (byte) 0x88;
        frame[13] = (byte) 0xb5;
        frame[20] = (byte) number;
        return frame;
    }

    private void arrive(final long atNs, final int port, final int number) {
        arrive(atNs, port, frame(number));
    }

    private void arrive(final long atNs, final int port, final byte[] frame) {
        final int chunk = network.frames().spare();
        network.frames().buffer().putBytes(network.frames().offset(chunk), frame);
        network.frames().takeSpare(frame.length, false);
        network.toEngine(atNs, 0, port, chunk);
    }

    private void end() {
        network.frames().dropSpare();
        assertEquals(0, network.frames().inUse());
        final CounterBlock counters = node.counters();
        assertEquals(0, counters.held());
        assertEquals(counters.get(Tally.FRAMES_IN), counters.ended());
    }

    @Test
    void shouldSendEachFrameAMillisecondAfterItCameIn() {
        begin(Noise.NONE, 8, 2);
        arrive(5_000, 0, 1);
        arrive(7_000, 1, 2);
        network.run(Long.MAX_VALUE);
        assertEquals(4, arrivals.size());
        final Arrival plain =
                arrivals.stream().filter(seen -> seen.host() == 1).findFirst().orElseThrow();
        assertArrayEquals(frame(1), plain.frame());
        final long wireNs = (LENGTH + 24L) * PICOS_PER_BYTE / 1000;
        assertEquals(5_000 + HoldingRole.HOLD_NS + wireNs + DELAY_NS, plain.nowNs());
        final long prefixed =
                arrivals.stream()
                        .filter(seen -> seen.frame().length == HoldingRole.PREFIX + LENGTH)
                        .filter(seen -> seen.frame()[0] == HoldingRole.prefixByte(0))
                        .count();
        assertEquals(2, prefixed);
        assertEquals(2, node.counters().get(Ending.REPLICATED));
        end();
    }

    @Test
    void shouldRefuseAndCountFramesBeyondTheBudget() {
        begin(Noise.NONE, 2, 1);
        for (int i = 0; i < 5; i++) {
            arrive(5_000 + i, 0, i);
        }
        network.run(Long.MAX_VALUE);
        assertEquals(2, arrivals.size());
        assertEquals(3, node.counters().get(Ending.HOLD_REFUSED));
        assertEquals(3, node.counters().get(Tally.HOLDS_REFUSED));
        end();
    }

    @Test
    void shouldLoseNoFrameToALinkThatIsFull() {
        // The queue takes a few frames at a time.
        begin(new Noise(0, 0, 0, 0, 0, 0, 0, new Noise.Backlog(100, Long.MAX_VALUE)), 64, 1);
        for (int i = 0; i < 40; i++) {
            arrive(5_000 + i, 0, i);
        }
        network.run(Long.MAX_VALUE);
        assertEquals(40, arrivals.size());
        for (int i = 0; i < 40; i++) {
            assertArrayEquals(frame(i), arrivals.get(i).frame());
        }
        final long lastNs = arrivals.get(39).nowNs();
        assertTrue(lastNs > 5_000 + HoldingRole.HOLD_NS + 3 * 20_000, "at " + lastNs);
        assertEquals(40, node.counters().get(Ending.REPLICATED));
        end();
    }

    @Test
    void shouldEndHeldFramesWithTheProcess() {
        begin(Noise.NONE, 8, 1);
        arrive(5_000, 0, 1);
        arrive(6_000, 0, 2);
        network.after(
                50_000,
                () -> {
                    assertEquals(2, node.counters().held());
                    node.stop();
                    assertEquals(0, node.counters().held());
                    node.start(true);
                });
        arrive(60_000, 0, 3);
        network.run(Long.MAX_VALUE);
        assertEquals(1, arrivals.size());
        assertArrayEquals(frame(3), arrivals.get(0).frame());
        assertEquals(2, node.counters().get(Ending.HELD_AT_STOP));
        end();
    }

    @Test
    void shouldHoldFramesOfAGroupForItsTime() throws GroupRefusedException {
        begin(Noise.NONE, 8, 1);
        node.role().setGroup(0, new HoldEntry(0x0AFF_0001, 2, 3 * HoldingRole.HOLD_NS), null);
        final byte[] frame =
                RoceFrame.ipv4().src("10.0.0.1").dst("10.255.0.1").destQpn(1).psn(5).build();
        arrive(5_000, 0, frame);
        arrive(6_000, 0, frame(1));
        network.run(Long.MAX_VALUE);
        assertEquals(2, arrivals.size());
        assertArrayEquals(frame(1), arrivals.get(0).frame());
        assertEquals(2, arrivals.get(1).host());
        assertArrayEquals(frame, arrivals.get(1).frame());
        final long wireNs = (frame.length + 24L) * PICOS_PER_BYTE / 1000;
        assertEquals(5_000 + 3 * HoldingRole.HOLD_NS + wireNs + DELAY_NS, arrivals.get(1).nowNs());
        assertEquals(1, ((HoldPicture) node.role().group(0x0AFF_0001)).frames());
        end();
    }
}
