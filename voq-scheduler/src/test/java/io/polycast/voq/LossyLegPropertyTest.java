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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/**
 * One selective leg whose messages are lost, duplicated and overtaken. A model of the receiver is a list:
 * each frame once, in order. The units kept never exceed the units granted.
 */
class LossyLegPropertyTest {
    private static final int BATCH = 8;
    private static final int UNITS = 40;
    private static final int WINDOW = 64;
    private static final int LANE = 1;
    private static final long REPEAT = 200;

    private record Message(
            long at, long order, boolean toEgress, boolean data, long control, long handle)
            implements Comparable<Message> {
        @Override
        public int compareTo(final Message that) {
            return at != that.at ? Long.compare(at, that.at) : Long.compare(order, that.order);
        }
    }

    /** The leg, and what became of its frames. */
    private static final class Leg {
        private final Lanes lanes = new Lanes(1, 2, 1);
        private final Map<Long, Integer> ended = new HashMap<>();
        private final List<Long> received = new ArrayList<>();
        private final Map<Long, Integer> kept = new HashMap<>();
        private final PriorityQueue<Message> wire = new PriorityQueue<>();
        private final IngressPort in =
                new IngressPort(
                        lanes,
                        1,
                        new Mcbc(1),
                        new IngressSettings(
                                new PayloadSettings(8, 4000, 3900, 3000),
                                new HeaderSettings(8, 4, 1, 2, 50),
                                HeaderOrder.FIXED,
                                VoqDrop.NONE,
                                1,
                                SyncSettings.off(),
                                new LegSettings(4, BATCH, REPEAT, 1_000, true, Long.MAX_VALUE),
                                0),
                        new PayloadOwner() {
                            @Override
                            public void onCopyEnded(
                                    final long handle, final int voq, final int how) {
                                assertEquals(Refusal.OK, how);
                                ended.merge(handle, 1, Integer::sum);
                            }

                            @Override
                            public void onReleased(final long handle, final int units) {
                                assertEquals(1, ended.get(handle));
                            }
                        });
        private final EgressPort out =
                new EgressPort(
                        1,
                        lanes.count(),
                        new EgressSettings(
                                UNITS,
                                UNITS,
                                4,
                                BATCH,
                                BATCH,
                                4,
                                5,
                                new EgressSettings.Window(WINDOW, REPEAT / 2)));
        private final Random random;
        private double fault;
        private long now;
        private long order;
        private long sentData;
        private long lostData;

        private void send(
                final boolean toEgress, final boolean data, final long control, final long handle) {
            final double draw = random.nextDouble();
            lostData += data && draw < fault ? 1 : 0;
            final int copies = draw < fault ? 0 : draw < 2 * fault ? 2 : 1;
            for (int i = 0; i < copies; i++) {
                final long delay = random.nextDouble() < fault ? random.nextInt(60) : 10;
                wire.add(new Message(now + delay, order++, toEgress, data, control, handle));
            }
        }

        private void step() {
            now++;
            while (!wire.isEmpty() && wire.peek().at <= now) {
                final Message m = wire.poll();
                final int sequence = Control.sequence(m.control);
                final int units = Control.units(m.control);
                if (m.data) {
                    data(sequence, units, m.handle);
                } else if (m.toEgress) {
                    out.onRequest(LANE, sequence, units);
                } else if (m.handle == 1) {
                    if ((units & Control.MISSING) == 0) {
                        in.onGrant(now, LANE, sequence);
                    } else {
                        in.onRequestMissing(now, LANE, sequence);
                    }
                } else if ((units & Control.MISSING) != 0) {
                    in.onMissing(now, LANE, sequence, units);
                } else {
                    in.onAck(now, LANE, sequence);
                }
            }
            in.onTick(now);
            depart();
            for (long m = out.pollGrant(); m != Control.NONE; m = out.pollGrant()) {
                send(false, false, m, 1);
            }
            for (long m = out.pollMissing(now); m != Control.NONE; m = out.pollMissing(now)) {
                send(false, false, m, 0);
            }
            for (long m = out.pollAck(now); m != Control.NONE; m = out.pollAck(now)) {
                send(false, false, m, 0);
            }
            assertTrue(out.used(LANE) <= UNITS);
            assertEquals(
                    kept.values().stream().mapToInt(Integer::intValue).sum(), out.occupied(LANE));
        }

        private void depart() {
            for (long m = in.pollRequest(now); m != Control.NONE; m = in.pollRequest(now)) {
                send(true, false, m, 0);
            }
            while (in.pick(IngressPort.UNICAST) != IngressPort.NONE) {
                final long departure = in.begin(now, LANE);
                final int payload = IngressPort.payload(departure);
                final long control =
                        Control.pack(LANE, in.units(payload), IngressPort.sequence(departure));
                send(true, true, control, in.handle(payload));
                sentData++;
                in.finish(LANE);
            }
        }

        private void data(final int sequence, final int units, final long handle) {
            final int answer = out.onData(now, LANE, sequence, units);
            if (answer == Refusal.EARLY.code()) {
                // Sometimes there is no memory for it: the frame counts as lost.
                if (random.nextInt(20) > 0) {
                    out.keep(now, LANE, sequence, units, handle);
                    kept.put(handle, units);
                }
                return;
            }
            if (answer != Refusal.OK) {
                return;
            }
            received.add(handle);
            out.release(LANE, units);
            for (long next = out.nextKept(LANE);
                    next != EgressPort.NO_FRAME;
                    next = out.nextKept(LANE)) {
                out.takeKept(now, LANE);
                out.release(LANE, kept.remove(next));
                received.add(next);
            }
        }

        Leg(final long seed, final double fault) {
            random = new Random(seed);
            this.fault = fault;
        }
    }

    @Property(tries = 300)
    void shouldDeliverEachFrameOnceInOrder(
            @ForAll final long seed, @ForAll @DoubleRange(min = 0, max = 0.3) final double faults) {
        final Leg leg = new Leg(seed, faults);
        final int frames = 300;
        for (long handle = 0; handle < frames; handle++) {
            final int units = 1 + leg.random.nextInt(BATCH);
            assertTrue(leg.in.arriveUnicast(leg.now, 0, Mcbc.leg(0, false), units, handle) >= 0);
            for (int i = leg.random.nextInt(4); i > 0; i--) {
                leg.step();
            }
        }
        for (int i = 0; i < 400_000 && leg.ended.size() < frames; i++) {
            leg.step();
        }
        assertEquals(LongStream.range(0, frames).boxed().toList(), leg.received);
        assertEquals(frames, leg.ended.size());
        assertEquals(Map.of(), leg.kept);
        assertEquals(0, leg.in.view().heldUnicastHeaders());
        assertEquals(0, leg.in.view().backlog(LANE));
    }

    /** Few frames leave twice: one for each loss, not all behind it. */
    @Property(tries = 30)
    void shouldRepeatLittleMoreThanWhatWasLost(@ForAll final long seed) {
        final Leg leg = new Leg(seed, 0);
        final int frames = 2_000;
        for (long handle = 0; handle < frames; handle++) {
            leg.in.arriveUnicast(leg.now, 0, Mcbc.leg(0, false), 1, handle);
            leg.fault = handle % 50 == 49 ? 0.4 : 0;
            leg.step();
            leg.step();
        }
        leg.fault = 0;
        for (int i = 0; i < 20_000 && leg.ended.size() < frames; i++) {
            leg.step();
        }
        assertEquals(frames, leg.received.size());
        final long repeated = leg.sentData - frames;
        assertTrue(repeated <= 3 * leg.lostData, repeated + " repeated of " + leg.lostData);
    }
}
