package io.polycast.voq.ingress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.FabricDefaults;
import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.sync.SyncSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Drop policies at their edges. */
class AdmissionTest {
    private static final Lanes LOSSY = new Lanes(1, 1, 0);
    private static final SyncSettings OFF = SyncSettings.off();

    /** A flushed VOQ gets no copy of a frame that came before. */
    @Test
    void shouldEndPendingCopiesOfAFlushedVoq() {
        final PortFixture f = new PortFixture(LOSSY, VoqDrop.NONE, OFF);
        f.group(0, 0, 1);
        f.port.arrive(0, 0, 1, 7);
        f.port.flush(0, 1);
        f.expand();
        assertEquals(List.of("7@1 FLUSHED"), f.ends);
        assertEquals(0, f.port.view().backlog(1));
        assertEquals(1, f.port.view().backlog(0));
        // What comes later is queued.
        f.arrive(0, 1, 8);
        assertEquals(1, f.port.view().backlog(1));
    }

    @Test
    void shouldEmitOneHeaderACycle() {
        final PortFixture f = new PortFixture(LOSSY, VoqDrop.NONE, OFF);
        f.group(0, 0, 1, 2);
        f.port.arrive(0, 0, 1, 1);
        for (int i = 0; i < 3; i++) {
            assertTrue(f.port.isExpanding());
            assertEquals(0, f.port.view().backlog(i));
            assertEquals(Refusal.OK, f.port.expand(0));
            assertEquals(1, f.port.view().backlog(i));
        }
        assertFalse(f.port.isExpanding());
        assertEquals(Refusal.NONE, f.port.expand(0));
    }

    @Test
    void shouldEmitInRandomOrder() {
        final PortFixture f =
                new PortFixture(
                        LOSSY,
                        VoqDrop.NONE,
                        OFF,
                        new HeaderSettings(400, 6, 400, 400, 0),
                        HeaderOrder.RANDOM);
        f.group(0, 0, 1, 2, 3);
        final int[] first = new int[4];
        for (int i = 0; i < 80; i++) {
            f.port.arrive(0, 0, 1, i);
            final int[] before = backlogs(f);
            f.port.expand(0);
            for (int voq = 0; voq < 4; voq++) {
                first[voq] += f.port.view().backlog(voq) - before[voq];
            }
            f.expand();
        }
        for (final int count : first) {
            assertTrue(count > 8 && count < 32, List.of(first[0], first[1], first[2]).toString());
        }
    }

    @Test
    void shouldDropThePayloadBeyondTheThreshold() {
        final PortFixture f = new PortFixture(LOSSY, VoqDrop.NONE, OFF);
        f.group(0, 0);
        for (int i = 0; i < 12; i++) {
            assertFalse(Refusal.is(f.port.arrive(0, 0, 8, i)));
        }
        assertEquals(Refusal.PAYLOAD_FULL.code(), f.port.arrive(0, 0, 5, 12));
        assertFalse(Refusal.is(f.port.arrive(0, 0, 4, 12)));
        assertEquals(100, f.port.view().heldUnits(0));
    }

    @Test
    void shouldDropHeadersBeyondThePoolAndTellTheOwner() {
        final PortFixture f = new PortFixture(LOSSY, VoqDrop.NONE, OFF);
        f.group(0, 0, 1, 2, 3);
        for (int i = 0; i < 3; i++) {
            f.arrive(0, 1, i);
        }
        assertEquals(List.of("2@2 HEADERS_FULL", "2@3 HEADERS_FULL"), f.ends);
        assertEquals(1, f.port.view().dropped(3));
        assertEquals(10, f.port.view().heldHeaders(0));
    }

    /** p = 0.5 between the marks: half of the headers, none below, all above. */
    @Test
    void shouldDropEarlyBetweenTheMarks() {
        final PortFixture f =
                new PortFixture(
                        LOSSY,
                        VoqDrop.NONE,
                        OFF,
                        new HeaderSettings(40, 6, 4, 40, FabricDefaults.EARLY_DROP_PERCENT),
                        HeaderOrder.FIXED);
        f.group(0, 0);
        for (int i = 0; i < 4; i++) {
            f.arrive(0, 1, i);
        }
        assertEquals(List.of(), f.ends);
        int offered = 0;
        while (f.port.view().heldHeaders(0) < 34) {
            f.arrive(0, 1, 100 + offered++);
        }
        assertTrue(offered > 42 && offered < 85, offered + " for 30 headers");
        assertTrue(f.ends.stream().allMatch(end -> end.endsWith("HEADER_EARLY")));
    }

    @Test
    void shouldDropWhatArrivesAtTheTail() {
        final PortFixture f = new PortFixture(LOSSY, VoqDrop.TAIL, OFF);
        f.group(0, 0, 1);
        f.arrive(0, 6, 0);
        f.arrive(0, 6, 1);
        f.grantAll();
        f.send(0);
        f.arrive(0, 6, 2);
        assertEquals(List.of("2@1 VOQ_TAIL"), f.ends);
        assertEquals(Refusal.VOQ_TAIL.code(), f.port.arriveUnicast(0, 0, Mcbc.leg(1, true), 1, 9));
    }

    @Test
    void shouldDropFromTheHeadUntilTheNewCopyMayJoin() {
        final PortFixture f = new PortFixture(LOSSY, VoqDrop.HEAD, OFF);
        f.group(0, 0);
        f.arrive(0, 6, 0);
        f.arrive(0, 6, 1);
        f.arrive(0, 6, 2);
        assertEquals(List.of("0@0 VOQ_HEAD"), f.ends);
        assertEquals(List.of(0L), f.released);
        assertEquals(12, f.port.view().backlog(0));
        f.grantAll();
        assertEquals(1, f.send(0));
        assertEquals(2, f.send(0));
    }

    @Test
    void shouldLeaveTheCopyThatIsBeingSent() {
        final PortFixture f = new PortFixture(LOSSY, VoqDrop.HEAD, OFF);
        f.group(0, 0);
        f.arrive(0, 4, 0);
        f.arrive(0, 6, 1);
        f.grantAll();
        assertTrue(f.port.begin(0, 0) >= 0);
        f.arrive(0, 6, 2);
        f.arrive(0, 6, 3);
        assertEquals(List.of("1@0 VOQ_HEAD"), f.ends);
        f.port.finish(0);
        f.port.onAck(0, 0, 1);
        assertEquals("0@0", f.ends.get(1));
    }

    @Test
    void shouldWaitForHeadersOnALosslessLane() {
        final PortFixture f = new PortFixture(new Lanes(2, 1, 0b1), VoqDrop.HEAD, OFF);
        f.group(0, 0, 1, 2, 3);
        f.arrive(0, 1, 0);
        f.arrive(0, 1, 1);
        assertEquals(6, f.port.view().heldHeaders(0));
        assertTrue(f.port.isExpanding());
        assertEquals(Refusal.NONE, f.port.expand(0));
        // The other lane does not wait behind it.
        f.port.arrive(1, 0, 1, 2);
        assertEquals(Refusal.OK, f.port.expand(0));
        f.grantAll();
        f.send(0);
        f.port.onAck(0, 0, 1);
        f.expand();
        assertEquals(6, f.port.view().heldHeaders(0));
        assertEquals(List.of("0@0"), f.ends);
    }

    @Test
    void shouldStopAndGo() {
        final PortFixture f = new PortFixture(new Lanes(1, 1, 1), VoqDrop.NONE, OFF);
        f.group(0, 0);
        f.arrive(0, 6, 0);
        assertEquals(0, f.port.stoppedLanes());
        f.arrive(0, 6, 1);
        assertEquals(1, f.port.stoppedLanes());
        f.grantAll();
        f.send(0);
        f.send(0);
        f.port.onAck(0, 0, 1);
        assertEquals(1, f.port.stoppedLanes(), "6 units are above GO");
        f.port.onAck(0, 0, 2);
        assertEquals(0, f.port.stoppedLanes());
    }

    @Test
    void shouldDrawTheSameWithTheSameSeed() {
        final String[] states = new String[2];
        for (int i = 0; i < 2; i++) {
            final PortFixture f =
                    new PortFixture(
                            LOSSY,
                            VoqDrop.NONE,
                            OFF,
                            new HeaderSettings(40, 6, 2, 40, 50),
                            HeaderOrder.RANDOM);
            f.group(0, 0, 1, 2, 3);
            for (int frame = 0; frame < 12; frame++) {
                f.arrive(0, 1, frame);
            }
            states[i] = f.state();
        }
        assertEquals(states[0], states[1]);
        assertNotEquals("", states[0]);
    }

    private static int[] backlogs(final PortFixture f) {
        final int[] all = new int[PortFixture.EGRESSES];
        for (int voq = 0; voq < all.length; voq++) {
            all[voq] = f.port.view().backlog(voq);
        }
        return all;
    }
}
