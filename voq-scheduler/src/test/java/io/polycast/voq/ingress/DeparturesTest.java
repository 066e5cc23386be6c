package io.polycast.voq.ingress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cache.PacketCache;
import io.polycast.voq.Control;
import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.sync.SyncSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests, departures, ACKs and repetitions of one port. */
class DeparturesTest {
    private static final Lanes ONE = new Lanes(1, 1, 0);
    private static final int ALL = IngressPort.HITS | IngressPort.MISSES | IngressPort.UNICAST;

    private final PortFixture f = new PortFixture(ONE, VoqDrop.HEAD, SyncSettings.off());

    @Test
    void shouldAskForWholeFramesOnce() {
        f.group(0, 1);
        f.arrive(0, 3, 0);
        assertEquals(Control.pack(1, 3, 1), f.port.pollRequest(0));
        assertEquals(Control.NONE, f.port.pollRequest(0));
        f.arrive(0, 3, 1);
        f.arrive(0, 3, 2);
        assertEquals(
                Control.pack(1, 6, 2), f.port.pollRequest(0), "both in one: 3 more would be 9");
        f.arrive(0, 1, 3);
        assertEquals(Control.NONE, f.port.pollRequest(0), "two requests wait");
        f.port.onGrant(0, 1, 1);
        assertEquals(Control.pack(1, 1, 3), f.port.pollRequest(0));
        assertEquals(3, f.port.view().granted(1));
        assertEquals(7, f.port.view().requested(1));
    }

    @Test
    void shouldSendInOrderAndReleaseWithTheLastAck() {
        f.group(0, 0, 1);
        f.arrive(0, 2, 10);
        f.arrive(0, 2, 11);
        f.grantAll();
        assertEquals(10, f.send(0));
        assertEquals(11, f.send(0));
        assertEquals(10, f.send(1));
        assertEquals(Refusal.OK, f.port.onAck(0, 0, 2));
        assertEquals(List.of(), f.released);
        assertEquals(Refusal.OK, f.port.onAck(0, 1, 1));
        assertEquals(List.of(10L), f.released);
        assertEquals(List.of("10@0", "11@0", "10@1"), f.ends);
    }

    @Test
    void shouldNameAVoqOnceWhileItSends() {
        f.group(0, 0, 1);
        f.arrive(0, 2, 0);
        f.arrive(0, 2, 1);
        f.grantAll();
        assertEquals(0, f.port.pick(ALL));
        f.port.begin(0, 0);
        assertEquals(1, f.port.pick(ALL));
        f.port.begin(0, 1);
        assertEquals(IngressPort.NONE, f.port.pick(ALL));
        f.port.finish(1);
        f.port.finish(0);
        assertEquals(1, f.port.pick(ALL), "the one that has waited longer");
        f.port.setStopped(1, true);
        assertEquals(0, f.port.pick(ALL));
        f.port.setStopped(0, true);
        assertEquals(IngressPort.NONE, f.port.pick(ALL));
    }

    @Test
    void shouldTellUnicastFromMulticast() {
        f.group(0, 0);
        f.port.arriveUnicast(0, 0, Mcbc.leg(1, true), 1, 5);
        f.arrive(0, 1, 6);
        f.grantAll();
        assertEquals(1, f.port.pick(IngressPort.UNICAST));
        assertEquals(0, f.port.pick(IngressPort.HITS));
        assertEquals(IngressPort.NONE, f.port.pick(IngressPort.MISSES));
    }

    @Test
    void shouldSendHitsFirstAndReleaseLinesWithTheirPayload() {
        final PacketCache cache = new PacketCache(4, 0, 1, 100);
        final IngressPort port =
                new IngressPort(ONE, 2, f.mcbc, IngressSettings.terminal(ONE, 1), f, cache, 0);
        f.group(0, 0);
        f.group(1, 1);
        port.arrive(0, 0, 2, 0);
        final int payload = port.arrive(0, 1, 2, 1);
        port.expand(0);
        port.expand(0);
        for (long m = port.pollRequest(0); m != Control.NONE; m = port.pollRequest(0)) {
            port.onGrant(0, Control.voq(m), Control.sequence(m));
        }
        assertEquals(0, port.pick(ALL));
        cache.write(0, 0, 0, payload);
        cache.write(0, 0, 0, port.nextUnit(payload));
        assertEquals(1, port.pick(ALL));
        assertEquals(0, port.pick(IngressPort.MISSES));
        port.begin(0, 1);
        assertEquals(0, port.unsentCopies(payload));
        port.finish(1);
        assertEquals(2, cache.occupied());
        port.onAck(0, 1, 1);
        assertEquals(0, cache.occupied());
    }

    @Test
    void shouldRepeatFramesFromTheOldestOn() {
        f.group(0, 0);
        for (int i = 0; i < 3; i++) {
            f.arrive(0, 2, i);
        }
        f.grantAll();
        for (int i = 0; i < 3; i++) {
            f.send(0);
        }
        f.now = 60;
        f.port.onAck(f.now, 0, 1);
        assertEquals(160, f.port.onTick(159));
        assertEquals(IngressPort.NONE, f.port.pick(ALL));
        f.now = 160;
        f.port.onTick(f.now);
        assertEquals(0, f.port.pick(ALL));
        assertEquals(2, IngressPort.sequence(f.port.begin(f.now, 0)));
        f.port.finish(0);
        f.port.onAck(f.now, 0, 2);
        assertEquals(2, f.send(0), "the third frame");
        assertEquals(IngressPort.NONE, f.port.pick(ALL));
        f.port.onAck(f.now, 0, 3);
        assertEquals(3, f.released.size());
        assertEquals(2, f.port.view().repeated(0));
        assertEquals(IngressPort.NEVER, f.port.onTick(10_000));
    }

    @Test
    void shouldRepeatRequests() {
        f.group(0, 0);
        f.arrive(0, 6, 0);
        f.arrive(0, 6, 1);
        assertEquals(Control.pack(0, 6, 1), f.port.pollRequest(0));
        assertEquals(Control.pack(0, 6, 2), f.port.pollRequest(0));
        f.port.onTick(100);
        assertEquals(Control.pack(0, 6, 1), f.port.pollRequest(100));
        f.port.onGrant(100, 0, 1);
        assertEquals(Control.pack(0, 6, 2), f.port.pollRequest(100));
        assertEquals(Control.NONE, f.port.pollRequest(100));
    }

    /** A stopped VOQ repeats nothing, so that no answer can come. */
    @Test
    void shouldNotGiveUpALegThatIsStopped() {
        f.group(0, 0);
        f.arrive(0, 2, 0);
        f.grantAll();
        f.send(0);
        f.port.setStopped(0, true);
        for (int i = 1; i <= 20; i++) {
            f.port.onTick(100 * i);
        }
        assertEquals(List.of(), f.ends);
        f.port.setStopped(0, false);
        for (int i = 21; i <= 24; i++) {
            f.port.onTick(100 * i);
        }
        assertEquals(List.of("0@0 GIVEN_UP"), f.ends);
    }

    @Test
    void shouldGiveUpASilentLegAfterBoundedTries() {
        f.group(0, 0, 1);
        f.arrive(0, 2, 0);
        f.arrive(0, 2, 1);
        f.grantAll();
        f.send(0);
        f.send(1);
        f.port.onAck(0, 1, 1);
        for (int i = 1; i <= 3; i++) {
            f.port.onTick(100 * i);
            assertTrue(f.ends.size() == 1);
        }
        f.port.onTick(400);
        assertEquals(1, f.port.view().gaveUp());
        assertEquals(0, f.port.pollGivenUp());
        assertEquals(IngressPort.NONE, f.port.pollGivenUp());
        assertEquals(List.of("0@1", "1@0 GIVEN_UP", "0@0 GIVEN_UP"), f.ends);
        assertEquals(List.of(0L), f.released);
        f.send(1);
        f.port.onAck(400, 1, 2);
        assertEquals(List.of(0L, 1L), f.released);
    }

    /** The head that is dropped had its grant: it serves the next frame, or goes back. */
    @Test
    void shouldGiveGrantsBackThatDoNotSufficeForTheNextFrame() {
        f.group(0, 0);
        f.arrive(0, 4, 0);
        f.grantAll();
        f.arrive(0, 7, 1);
        assertEquals(Control.pack(0, 7, 2), f.port.pollRequest(0));
        f.arrive(0, 3, 2);
        assertEquals("0@0 VOQ_HEAD", f.ends.get(0));
        assertEquals(Control.pack(0, 4 | Control.RETURN, 3), f.port.pollRequest(0));
        assertEquals(0, f.port.view().granted(0));
        f.port.onGrant(0, 0, 2);
        assertEquals(7, f.port.view().granted(0));
        assertEquals(1, f.send(0));
        assertEquals(Control.pack(0, 3, 4), f.port.pollRequest(0));
        f.port.onGrant(0, 0, 4);
        assertEquals(2, f.send(0));
    }

    @Test
    void shouldBeginAnewAfterAFlush() {
        f.group(0, 0);
        f.arrive(0, 4, 0);
        f.grantAll();
        f.send(0);
        f.arrive(0, 4, 1);
        assertEquals(Refusal.OK, f.port.flush(0, 0));
        assertEquals(List.of("1@0 FLUSHED", "0@0 FLUSHED"), f.ends);
        f.arrive(0, 4, 2);
        assertEquals(Control.pack(0, 4, 1), f.port.pollRequest(0));
        f.port.onGrant(0, 0, 1);
        final long departure = f.port.begin(0, 0);
        assertEquals(1, IngressPort.sequence(departure));
    }
}
