package io.polycast.voq.ingress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.sync.SyncSettings;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Messages without a matching request are refused by name and change nothing. */
class BadInputTest {
    private final PortFixture f =
            new PortFixture(new Lanes(1, 2, 0), VoqDrop.TAIL, SyncSettings.off());

    @Test
    void shouldRefuseByName() {
        f.group(0, 1, 2);
        f.arrive(0, 3, 77);
        f.grantAll();
        f.send(2);
        final String before = f.state();
        assertRefused(Refusal.GRANT_UNASKED, f.port.onGrant(0, 2, 2));
        assertRefused(Refusal.GRANT_UNASKED, f.port.onGrant(0, 0, 1));
        assertRefused(Refusal.STALE, f.port.onGrant(0, 2, 1));
        assertRefused(Refusal.UNKNOWN_VOQ, f.port.onGrant(0, 8, 1));
        assertRefused(Refusal.UNKNOWN_VOQ, f.port.onGrant(0, -1, 1));
        assertRefused(Refusal.ACK_UNSENT, f.port.onAck(0, 2, 2));
        assertRefused(Refusal.ACK_UNSENT, f.port.onAck(0, 4, 1));
        assertRefused(Refusal.STALE, f.port.onAck(0, 2, 0));
        assertRefused(Refusal.UNKNOWN_VOQ, f.port.onAck(0, 99, 1));
        assertRefused(Refusal.NOT_READY, (int) f.port.begin(0, 2));
        assertRefused(Refusal.UNKNOWN_VOQ, (int) f.port.begin(0, 8));
        assertRefused(Refusal.NOT_READY, f.port.finish(2));
        assertRefused(Refusal.UNKNOWN_VOQ, f.port.finish(8));
        assertRefused(Refusal.UNKNOWN_VOQ, f.port.setStopped(8, true));
        assertRefused(Refusal.UNKNOWN_VOQ, f.port.flush(0, 8));
        assertRefused(Refusal.UNKNOWN_LANE, f.port.arrive(2, 0, 1, 1));
        assertRefused(Refusal.NO_COPIES, f.port.arrive(0, 3, 1, 1));
        assertRefused(Refusal.NO_COPIES, f.port.arrive(0, -1, 1, 1));
        assertRefused(Refusal.BAD_LENGTH, f.port.arrive(0, 0, 0, 1));
        assertRefused(Refusal.BAD_LENGTH, f.port.arrive(0, 0, PortFixture.BATCH + 1, 1));
        assertRefused(Refusal.UNKNOWN_VOQ, unicast(Mcbc.leg(4, true), 1));
        assertRefused(Refusal.BAD_LENGTH, unicast(Mcbc.leg(1, true), 0));
        assertRefused(Refusal.TOO_MANY_COPIES, f.mcbc.set(0, new int[9], 9));
        assertRefused(Refusal.NO_COPIES, f.mcbc.set(4, new int[1], 1));
        assertEquals(before, f.state());
    }

    @Test
    void shouldRefuseAFrameToAnEgressThatIsNotThere() {
        f.mcbc.set(1, new int[] {Mcbc.leg(1, true), Mcbc.leg(9, true)}, 2);
        final String before = f.state();
        assertRefused(Refusal.UNKNOWN_VOQ, f.port.arrive(0, 1, 1, 1));
        assertEquals(before, f.state());
    }

    @Test
    void shouldEndACopyPastTheLastLaneAndSendTheOthers() {
        f.mcbc.set(0, new int[] {Mcbc.leg(1, false), Mcbc.leg(2, true)}, 2);
        f.port.arrive(1, 0, 2, 5);
        assertEquals(Refusal.LANE_EXHAUSTED.code(), f.port.expand(0));
        assertEquals(Refusal.OK, f.port.expand(0));
        assertEquals(java.util.List.of("5@3 LANE_EXHAUSTED"), f.ends);
        f.grantAll();
        assertEquals(5, f.send(4));
        f.port.onAck(0, 4, 1);
        assertEquals(java.util.List.of(5L), f.released);
    }

    /** Any numbers at all: no exception, and every frame ends once when the VOQs are flushed. */
    @Property(tries = 300)
    void shouldSurviveAnything(@ForAll final long seed) {
        final PortFixture p =
                new PortFixture(new Lanes(2, 2, 0b10), VoqDrop.HEAD, new SyncSettings(2, 3, 1, 9));
        final Random random = new Random(seed);
        for (int id = 0; id < 4; id++) {
            p.mcbc.set(id, random.ints(8, 0, 12).toArray(), random.nextInt(9));
        }
        int taken = 0;
        for (p.now = 0; p.now < 500; p.now++) {
            final int voq = random.nextInt(18) - 1;
            final int number = random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(12);
            switch (random.nextInt(9)) {
                case 0, 1 -> {
                    final int lane = random.nextInt(6) - 1;
                    final int id = random.nextInt(6) - 1;
                    final int units = random.nextInt(11);
                    taken += Refusal.is(p.port.arrive(lane, id, units, p.now)) ? 0 : 1;
                }
                case 2 -> {
                    final int leg = random.nextInt(12);
                    final int units = random.nextInt(11);
                    final int answer = p.port.arriveUnicast(p.now, 0, leg, units, p.now);
                    taken += Refusal.is(answer) ? 0 : 1;
                }
                case 3 -> p.port.expand(p.now);
                case 4 -> p.port.pollRequest(p.now);
                case 5 -> p.port.onGrant(p.now, voq, number);
                case 6 -> p.port.onAck(p.now, voq, number);
                case 7 -> p.port.begin(p.now, random.nextBoolean() ? voq : p.port.pick(7));
                default -> {
                    p.port.finish(voq);
                    p.port.setStopped(voq, random.nextInt(4) == 0);
                    p.port.onTick(p.now);
                }
            }
        }
        while (p.port.isExpanding()) {
            p.expand();
            for (int voq = 0; voq < 16; voq++) {
                p.port.flush(p.now, voq);
            }
        }
        for (int voq = 0; voq < 16; voq++) {
            p.port.flush(p.now, voq);
        }
        assertEquals(taken, p.released.size());
        assertEquals(taken, p.released.stream().distinct().count());
        for (int lane = 0; lane < 4; lane++) {
            assertEquals(0, p.port.view().heldUnits(lane));
            assertEquals(0, p.port.view().heldHeaders(lane));
        }
        assertEquals(0, p.port.view().heldUnicastHeaders());
    }

    private int unicast(final int leg, final int units) {
        return f.port.arriveUnicast(0, 0, leg, units, 1);
    }

    private static void assertRefused(final Refusal expected, final int answer) {
        assertTrue(Refusal.is(answer));
        assertEquals(expected, Refusal.of(answer));
    }
}
