package io.polycast.voq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.egress.EgressPort;
import io.polycast.voq.egress.EgressSettings;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.ingress.LegSettings;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.pool.PayloadSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Lossless trees of up to four levels over few surrogates with pools of hardly more than a frame: every
 * copy reaches its host, whatever waits for whatever.
 */
class FourLevelsPropertyTest implements PayloadOwner {
    private static final int SURROGATES = 5;
    private static final int PORTS = SURROGATES + 2;
    private static final int BATCH = 6;
    private static final int TREES = 6;
    private static final int FRAMES = 25;

    private final Lanes lanes = new Lanes(1, Lanes.LEVELS + 1, 1);
    private IngressPort[] in;
    private EgressPort[] out;
    private Mcbc[] mcbc;

    /** By egress and lane: frames as {handle, units}, in order of arrival. */
    private List<ArrayDeque<long[]>> held;

    /** By tree: copies to hosts of one frame. */
    private int[] hosts;

    private long delivered;
    private long now;

    @Property(tries = 100)
    void shouldReachEveryHost(@ForAll final long seed) {
        final Random random = new Random(seed);
        build(random, seed);
        final int[] root = new int[TREES];
        for (int tree = 0; tree < TREES; tree++) {
            root[tree] = SURROGATES + random.nextInt(2);
            plant(tree, root[tree], 0, random, new ArrayList<>());
        }
        final int[] sent = new int[TREES];
        long expected = 0;
        int idle = 0;
        while (idle < 3_000) {
            final int tree = random.nextInt(TREES);
            if (sent[tree] < FRAMES) {
                final long handle = tree * 1_000L + sent[tree];
                final int units = 1 + random.nextInt(BATCH);
                if (!Refusal.is(in[root[tree]].arrive(0, tree, units, handle))) {
                    sent[tree]++;
                    expected += hosts[tree];
                }
            }
            final long before = delivered;
            step();
            idle = delivered == before ? idle + 1 : 0;
        }
        assertEquals(expected, delivered, "copies are stuck");
        for (int tree = 0; tree < TREES; tree++) {
            assertEquals(hosts[tree] == 0 ? sent[tree] : FRAMES, sent[tree]);
        }
        for (final IngressPort port : in) {
            for (int lane = 0; lane < lanes.count(); lane++) {
                assertEquals(0, port.view().heldUnits(lane));
            }
        }
    }

    private void build(final Random random, final long seed) {
        in = new IngressPort[PORTS];
        out = new EgressPort[PORTS];
        mcbc = new Mcbc[PORTS];
        held = new ArrayList<>();
        hosts = new int[TREES];
        delivered = 0;
        now = 0;
        final SyncSettings sync =
                random.nextBoolean() ? SyncSettings.off() : new SyncSettings(3, 4, 2, 60);
        final IngressSettings settings =
                new IngressSettings(
                        new PayloadSettings(0, 8, 6, 2),
                        new HeaderSettings(3 * lanes.count(), 3, 1, 1, 0),
                        HeaderOrder.RANDOM,
                        VoqDrop.HEAD,
                        4,
                        sync,
                        new LegSettings(2, BATCH, Long.MAX_VALUE, 1),
                        seed);
        for (int i = 0; i < PORTS; i++) {
            mcbc[i] = new Mcbc(TREES);
            in[i] = new IngressPort(lanes, PORTS, mcbc[i], settings, this);
            out[i] =
                    new EgressPort(
                            PORTS, lanes.count(), new EgressSettings(8, 2, BATCH, BATCH, 2, 3));
            for (int lane = 0; lane < lanes.count(); lane++) {
                held.add(new ArrayDeque<>());
            }
        }
    }

    /** Legs of a port in a tree; each surrogate stands in a tree at most once. */
    private void plant(
            final int tree,
            final int port,
            final int level,
            final Random random,
            final List<Integer> taken) {
        final int[] legs = new int[FabricDefaults.COPIES];
        int count = 0;
        for (int terminal = SURROGATES; terminal < PORTS; terminal++) {
            if (level == Lanes.LEVELS || random.nextBoolean()) {
                legs[count++] = Mcbc.leg(terminal, true);
                hosts[tree]++;
            }
        }
        for (int surrogate = 0; level < Lanes.LEVELS && surrogate < SURROGATES; surrogate++) {
            if (!taken.contains(surrogate) && (count == 0 || random.nextInt(3) == 0)) {
                taken.add(surrogate);
                legs[count++] = Mcbc.leg(surrogate, false);
                plant(tree, surrogate, level + 1, random, taken);
            }
        }
        if (count == 0) {
            legs[count++] = Mcbc.leg(SURROGATES, true);
            hosts[tree]++;
        }
        mcbc[port].set(tree, legs, count);
    }

    private void step() {
        now++;
        for (int i = 0; i < PORTS; i++) {
            in[i].expand(now);
            in[i].onTick(now);
            depart(i);
        }
        for (int i = 0; i < PORTS; i++) {
            for (long m = out[i].pollGrant(); m != Control.NONE; m = out[i].pollGrant()) {
                final int lane = Control.voq(m) % lanes.count();
                final int voq = i * lanes.count() + lane;
                in[Control.voq(m) / lanes.count()].onGrant(now, voq, Control.sequence(m));
            }
            for (long m = out[i].pollAck(now); m != Control.NONE; m = out[i].pollAck(now)) {
                final int lane = Control.voq(m) % lanes.count();
                final int voq = i * lanes.count() + lane;
                in[Control.voq(m) / lanes.count()].onAck(now, voq, Control.sequence(m));
            }
            for (int lane = 0; lane < lanes.count(); lane++) {
                leave(i, lane);
            }
        }
    }

    private void depart(final int i) {
        for (long m = in[i].pollRequest(now); m != Control.NONE; m = in[i].pollRequest(now)) {
            final int voq = Control.voq(m);
            final int flow = i * lanes.count() + voq % lanes.count();
            out[voq / lanes.count()].onRequest(flow, Control.sequence(m), Control.units(m));
        }
        final int voq = in[i].pick(IngressPort.HITS);
        if (voq == IngressPort.NONE) {
            return;
        }
        final long departure = in[i].begin(now, voq);
        in[i].finish(voq);
        final int lane = voq % lanes.count();
        final int egress = voq / lanes.count();
        final int payload = IngressPort.payload(departure);
        final int units = in[i].units(payload);
        final int flow = i * lanes.count() + lane;
        final int sequence = IngressPort.sequence(departure);
        assertEquals(Refusal.OK, out[egress].onData(now, flow, sequence, units));
        held.get(egress * lanes.count() + lane).add(new long[] {in[i].handle(payload), units});
    }

    /** A terminal hands one frame a step to its host; a surrogate loops it back when it may. */
    private void leave(final int i, final int lane) {
        final ArrayDeque<long[]> queue = held.get(i * lanes.count() + lane);
        final long[] frame = queue.peek();
        if (frame == null) {
            return;
        }
        final int tree = (int) (frame[0] / 1_000);
        if (i >= SURROGATES) {
            delivered++;
        } else if (Refusal.is(in[i].arrive(lane, tree, (int) frame[1], frame[0]))) {
            return;
        }
        queue.poll();
        assertEquals(Refusal.OK, out[i].release(lane, (int) frame[1]));
    }

    @Override
    public void onCopyEnded(final long handle, final int voq, final int how) {
        assertTrue(how == Refusal.OK, () -> handle + ": " + Refusal.of(how));
    }

    @Override
    public void onReleased(final long handle, final int units) {
        assertTrue(units > 0);
    }
}
