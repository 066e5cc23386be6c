package io.polycast.voq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.egress.EgressPort;
import io.polycast.voq.egress.EgressSettings;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.replicate.Mcbc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Ingress ports and egress ports with messages between them that may be lost. A step is one tick: each
 * egress lets one unit out, messages take {@code delay} steps. Each step checks bounds, and every copy
 * has an account.
 */
final class Rig {
    /** An egress takes whole frames out; so many units have left of the first. */
    static final class Out {
        final ArrayDeque<int[]> frames = new ArrayDeque<>();
        int left;
        long busySteps;
    }

    /** Account of one ingress port: copies that are not ended, by handle. */
    static final class Account implements PayloadOwner {
        final Map<Long, Integer> open = new HashMap<>();
        final List<String> ends = new ArrayList<>();
        final Map<Integer, Integer> endings = new HashMap<>();
        long released;

        @Override
        public void onCopyEnded(final long handle, final int voq, final int how) {
            assertTrue(open.merge(handle, -1, Integer::sum) >= 0, "a copy ends twice");
            endings.merge(how, 1, Integer::sum);
            ends.add(handle + "/" + voq + "/" + how);
        }

        @Override
        public void onReleased(final long handle, final int units) {
            assertEquals(0, open.remove(handle), "released with copies, or twice");
            released++;
        }
    }

    private record Message(long at, int kind, int from, int to, long control, long handle) {}

    private static final int REQUEST = 0;
    private static final int GRANT = 1;
    private static final int DATA = 2;
    private static final int ACK = 3;

    final Lanes lanes;
    final IngressSettings settings;
    final EgressSettings egressSettings;
    final Mcbc mcbc;
    final IngressPort[] in;
    final EgressPort[] out;
    final Account[] accounts;
    final Out[] outs;

    /** Units delivered, by egress and source. */
    final long[][] delivered;

    /** Handles delivered, by egress: "handle/voq". */
    final List<List<String>> received = new ArrayList<>();

    private final ArrayDeque<Message> wire = new ArrayDeque<>();
    private final Random random;
    private final double loss;
    private final int delay;
    long now;

    Rig(
            final Lanes lanes,
            final int ports,
            final IngressSettings settings,
            final EgressSettings egressSettings,
            final Random random,
            final double loss,
            final int delay) {
        this.lanes = lanes;
        this.settings = settings;
        this.egressSettings = egressSettings;
        this.random = random;
        this.loss = loss;
        this.delay = delay;
        mcbc = new Mcbc(256);
        in = new IngressPort[ports];
        out = new EgressPort[ports];
        accounts = new Account[ports];
        outs = new Out[ports];
        delivered = new long[ports][ports];
        for (int i = 0; i < ports; i++) {
            accounts[i] = new Account();
            in[i] = new IngressPort(lanes, ports, mcbc, settings, accounts[i]);
            out[i] = new EgressPort(ports, lanes.count(), egressSettings);
            outs[i] = new Out();
            received.add(new ArrayList<>());
        }
    }

    int multicast(
            final int port, final int lane, final int id, final int units, final long handle) {
        accounts[port].open.put(handle, mcbc.count(id));
        final int answer = in[port].arrive(lane, id, units, handle);
        if (Refusal.is(answer)) {
            accounts[port].open.remove(handle);
        }
        return answer;
    }

    int unicast(
            final int port, final int lane, final int egress, final int units, final long handle) {
        accounts[port].open.put(handle, 1);
        final int answer = in[port].arriveUnicast(now, lane, Mcbc.leg(egress, true), units, handle);
        if (Refusal.is(answer)) {
            accounts[port].open.remove(handle);
        }
        return answer;
    }

    void step() {
        now++;
        while (!wire.isEmpty() && wire.peek().at <= now) {
            arrive(wire.poll());
        }
        for (int i = 0; i < in.length; i++) {
            in[i].expand(now);
            in[i].onTick(now);
            depart(i);
        }
        for (int i = 0; i < out.length; i++) {
            grantAndAck(i);
            drain(i);
        }
        check();
    }

    /** Steps until nothing is held any more. */
    void drainAll(final int mostSteps) {
        for (int i = 0; i < mostSteps; i++) {
            if (isEmpty()) {
                return;
            }
            step();
        }
        assertTrue(isEmpty(), "something is held after " + mostSteps + " steps");
    }

    boolean isEmpty() {
        for (final Account account : accounts) {
            if (!account.open.isEmpty()) {
                return false;
            }
        }
        return wire.isEmpty();
    }

    private void depart(final int i) {
        for (long m = in[i].pollRequest(now); m != Control.NONE; m = in[i].pollRequest(now)) {
            send(REQUEST, i, Control.voq(m) / lanes.count(), m, 0);
        }
        final int all = IngressPort.HITS | IngressPort.MISSES | IngressPort.UNICAST;
        for (int voq = in[i].pick(all); voq != IngressPort.NONE; voq = in[i].pick(all)) {
            final long departure = in[i].begin(now, voq);
            assertTrue(departure >= 0, "picked and refused");
            final int payload = IngressPort.payload(departure);
            final long data =
                    Control.pack(voq, in[i].units(payload), IngressPort.sequence(departure));
            send(DATA, i, voq / lanes.count(), data, in[i].handle(payload));
            assertEquals(Refusal.OK, in[i].finish(voq));
        }
    }

    private void grantAndAck(final int i) {
        for (long m = out[i].pollGrant(); m != Control.NONE; m = out[i].pollGrant()) {
            send(GRANT, i, Control.voq(m) / lanes.count(), m, 0);
        }
        for (long m = out[i].pollAck(now); m != Control.NONE; m = out[i].pollAck(now)) {
            send(ACK, i, Control.voq(m) / lanes.count(), m, 0);
        }
    }

    private void drain(final int i) {
        final Out buffer = outs[i];
        if (buffer.frames.isEmpty()) {
            return;
        }
        buffer.busySteps++;
        final int[] frame = buffer.frames.peek();
        if (++buffer.left == frame[1]) {
            buffer.left = 0;
            buffer.frames.poll();
            assertEquals(Refusal.OK, out[i].release(frame[0], frame[1]));
        }
    }

    private void send(
            final int kind, final int from, final int to, final long control, final long handle) {
        if (random.nextDouble() >= loss) {
            wire.add(new Message(now + delay, kind, from, to, control, handle));
        }
    }

    private void arrive(final Message m) {
        final int lane = Control.voq(m.control) % lanes.count();
        final int number = Control.sequence(m.control);
        final int units = Control.units(m.control);
        final int flow = m.from * lanes.count() + lane;
        switch (m.kind) {
            case REQUEST -> out[m.to].onRequest(flow, number, units);
            case GRANT -> in[m.to].onGrant(now, flow, number);
            case ACK -> in[m.to].onAck(now, flow, number);
            default -> {
                final int answer = out[m.to].onData(now, flow, number, units);
                if (answer == Refusal.OK) {
                    outs[m.to].frames.add(new int[] {lane, units});
                    delivered[m.to][m.from] += units;
                    received.get(m.to).add(m.from + ":" + m.handle);
                } else if (loss == 0) {
                    throw new AssertionError(Refusal.of(answer) + " without loss");
                }
            }
        }
    }

    private void check() {
        for (int i = 0; i < in.length; i++) {
            for (int lane = 0; lane < lanes.count(); lane++) {
                final boolean lossless = lanes.isLossless(lane);
                assertTrue(
                        in[i].view().heldUnits(lane)
                                <= (lossless
                                        ? settings.payload().exclusive()
                                        : settings.payload().shared()));
                assertTrue(
                        in[i].view().heldHeaders(lane)
                                <= (lossless
                                        ? settings.headers().lossless()
                                        : settings.headers().high()));
                assertTrue(out[i].used(lane) <= egressSettings.units(), "egress overflows");
                assertTrue(out[i].occupied(lane) <= out[i].used(lane));
            }
        }
    }
}
