package io.polycast.voq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.egress.EgressSettings;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.ingress.LegSettings;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.pool.PayloadSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.sync.SyncSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** Whole ports against the rules that an observer can state without knowing how they work. */
class ReplicationPropertyTest {
    private static final int PORTS = 4;
    private static final int BATCH = 12;
    private static final EgressSettings EGRESS = new EgressSettings(24, 2, BATCH, BATCH, 2, 3);

    private static IngressSettings settings(
            final VoqDrop drop, final HeaderOrder order, final SyncSettings sync, final long seed) {
        return new IngressSettings(
                new PayloadSettings(60, 40, 25, 10),
                new HeaderSettings(50, 9, 12, 20, 50),
                order,
                drop,
                15,
                sync,
                new LegSettings(2, BATCH, 60, 1_000),
                seed);
    }

    private static SyncSettings sync(final Random random) {
        return random.nextBoolean() ? SyncSettings.off() : new SyncSettings(3, 4, 2, 40);
    }

    private static void groups(final Mcbc mcbc, final Random random) {
        for (int id = 0; id < 8; id++) {
            final int[] legs = new int[FabricDefaults.COPIES];
            final int count = 1 + random.nextInt(FabricDefaults.COPIES);
            for (int i = 0; i < count; i++) {
                legs[i] = Mcbc.leg(random.nextInt(PORTS), random.nextBoolean());
            }
            assertEquals(Refusal.OK, mcbc.set(id, legs, count));
        }
    }

    /** Lane 0-1 lossy, 2-3 lossless; a loss of up to a third of all messages. */
    @Property(tries = 150)
    void shouldEndEveryCopyOnceAndGiveEveryPayloadBack(
            @ForAll final long seed, @ForAll @DoubleRange(min = 0, max = 0.33) final double loss) {
        final Random random = new Random(seed);
        final VoqDrop drop = VoqDrop.values()[random.nextInt(3)];
        final HeaderOrder order = HeaderOrder.values()[random.nextInt(2)];
        final Rig rig =
                new Rig(
                        new Lanes(2, 2, 0b10),
                        PORTS,
                        settings(drop, order, sync(random), seed),
                        EGRESS,
                        random,
                        loss < 0.05 ? 0 : loss,
                        1 + random.nextInt(8));
        groups(rig.mcbc, random);
        long handle = 0;
        long taken = 0;
        for (int i = 0; i < 400; i++) {
            final int port = random.nextInt(PORTS);
            final int lane = random.nextInt(4);
            final int units = 1 + random.nextInt(BATCH);
            final int answer =
                    random.nextInt(4) == 0
                            ? rig.unicast(port, lane, random.nextInt(PORTS), units, handle++)
                            : rig.multicast(port, lane, random.nextInt(8), units, handle++);
            if (!Refusal.is(answer)) {
                taken++;
            }
            rig.step();
        }
        rig.drainAll(60_000);
        long released = 0;
        for (int i = 0; i < PORTS; i++) {
            released += rig.accounts[i].released;
            final int left = rig.in[i].view().heldUnicastHeaders();
            assertEquals(0, left);
            for (int lane = 0; lane < 4; lane++) {
                assertEquals(0, rig.in[i].view().heldUnits(lane));
                assertEquals(0, rig.in[i].view().heldHeaders(lane));
            }
            checkReceived(rig, i);
        }
        assertEquals(taken, released);
    }

    /** Exactly the copies that ended as acknowledged were delivered, each once. */
    private static void checkReceived(final Rig rig, final int port) {
        final Set<String> acknowledged = new HashSet<>();
        int count = 0;
        for (int source = 0; source < PORTS; source++) {
            for (final String end : rig.accounts[source].ends) {
                final String[] parts = end.split("/");
                final int egress = Integer.parseInt(parts[1]) / rig.lanes.count();
                if (parts[2].equals("0") && egress == port) {
                    acknowledged.add(source + ":" + parts[0]);
                    count++;
                }
            }
        }
        final List<String> received = rig.received.get(port);
        assertEquals(count, received.size());
        assertEquals(acknowledged, new HashSet<>(received));
    }

    @Property(tries = 100)
    void shouldDropNothingOnLosslessLanes(@ForAll final long seed) {
        final Random random = new Random(seed);
        final Rig rig =
                new Rig(
                        new Lanes(1, 2, 0b1),
                        PORTS,
                        settings(VoqDrop.HEAD, HeaderOrder.FIXED, sync(random), seed),
                        EGRESS,
                        random,
                        0,
                        3);
        groups(rig.mcbc, random);
        long handle = 0;
        for (int i = 0; i < 400; i++) {
            final int port = random.nextInt(PORTS);
            // The sender obeys STOP, and 15 units are left above it.
            if ((rig.in[port].stoppedLanes() & 1) == 0) {
                final int units = 1 + random.nextInt(BATCH);
                final int id = random.nextInt(8);
                assertTrue(!Refusal.is(rig.multicast(port, 0, id, units, handle++)));
            }
            rig.step();
        }
        rig.drainAll(60_000);
        for (final Rig.Account account : rig.accounts) {
            account.endings.keySet().forEach(how -> assertEquals(Refusal.OK, how));
        }
    }

    /** One egress, always wanted: it is busy all the time but for the first round trip. */
    @Property(tries = 100)
    void shouldConserveWork(@ForAll final long seed) {
        final Random random = new Random(seed);
        final int delay = 1 + random.nextInt(3);
        final Rig rig =
                new Rig(
                        new Lanes(1, 1, 0),
                        PORTS,
                        new IngressSettings(
                                new PayloadSettings(2_000, 0, 1, 0),
                                HeaderSettings.table(1, 0),
                                HeaderOrder.FIXED,
                                VoqDrop.NONE,
                                15,
                                SyncSettings.off(),
                                new LegSettings(4, BATCH, Long.MAX_VALUE, 1),
                                seed),
                        new EgressSettings(60, 4, BATCH, BATCH, 2, 3),
                        random,
                        0,
                        delay);
        long units = 0;
        for (int i = 0; i < 100; i++) {
            final int size = 1 + random.nextInt(BATCH);
            units += size;
            assertTrue(!Refusal.is(rig.unicast(random.nextInt(PORTS), 0, 0, size, i)));
        }
        rig.drainAll((int) units + 8 * delay + 10);
        while (!rig.outs[0].frames.isEmpty()) {
            rig.step();
        }
        assertEquals(units, rig.outs[0].busySteps);
        assertTrue(
                rig.now <= units + 4L * delay + 8,
                rig.now + " steps for " + units + " units, delay " + delay);
    }

    /** Flows of one egress that always want it get equal units, whatever the size of their frames. */
    @Property(tries = 60)
    void shouldShareAnEgressEqually(@ForAll final long seed) {
        final Random random = new Random(seed);
        final Rig rig =
                new Rig(
                        new Lanes(1, 1, 0),
                        PORTS,
                        new IngressSettings(
                                new PayloadSettings(200, 0, 1, 0),
                                HeaderSettings.table(1, 0),
                                HeaderOrder.FIXED,
                                VoqDrop.NONE,
                                15,
                                SyncSettings.off(),
                                new LegSettings(4, BATCH, Long.MAX_VALUE, 1),
                                seed),
                        new EgressSettings(60, 4, BATCH, BATCH, 2, 3),
                        random,
                        0,
                        2);
        final int[] size = random.ints(PORTS, 1, BATCH + 1).toArray();
        long handle = 0;
        final int steps = 6_000;
        for (int i = 0; i < steps; i++) {
            for (int port = 0; port < PORTS; port++) {
                for (int more = 0; more < 3; more++) {
                    rig.unicast(port, 0, 0, size[port], handle++);
                }
            }
            rig.step();
        }
        long total = 0;
        for (int port = 0; port < PORTS; port++) {
            total += rig.delivered[0][port];
        }
        assertTrue(total >= steps - 100, "the egress idles: " + total);
        for (int port = 0; port < PORTS; port++) {
            assertEquals(
                    total / (double) PORTS,
                    rig.delivered[0][port],
                    4 * BATCH,
                    "port " + port + " of sizes " + java.util.Arrays.toString(size));
        }
    }
}
