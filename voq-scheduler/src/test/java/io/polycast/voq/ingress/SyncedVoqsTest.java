package io.polycast.voq.ingress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.Control;
import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.pool.PayloadSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.sync.SyncSettings;
import org.junit.jupiter.api.Test;

/** Synchronisation of VOQs through a port, with the numbers of figure 7. */
class SyncedVoqsTest {
    private static final int FAST = 0;
    private static final int SLOW = 1;

    /** Figure 7: single-packet frames, Shi = Slow = 18, VOQ 2 drops beyond 250 units. */
    private static IngressPort figure(final VoqDrop drop, final PortFixture owner) {
        owner.group(0, FAST, SLOW);
        return new IngressPort(
                new Lanes(1, 1, 0),
                2,
                owner.mcbc,
                new IngressSettings(
                        new PayloadSettings(740, 0, 1, 0),
                        new HeaderSettings(1_000, 1, 1_000, 1_000, 0),
                        HeaderOrder.FIXED,
                        drop,
                        250,
                        new SyncSettings(24, 18, 18, 3_000),
                        new LegSettings(4, 64, Long.MAX_VALUE, 1),
                        1),
                owner);
    }

    private static PortFixture owner() {
        return new PortFixture(new Lanes(1, 1, 0), VoqDrop.NONE, SyncSettings.off());
    }

    private static void arrive(final IngressPort port, final int frame) {
        assertFalse(Refusal.is(port.arrive(0, 0, 1, frame)));
        while (port.expand(0) != Refusal.NONE) {
            continue;
        }
    }

    /** Grants what a VOQ asks for, and sends one of its frames. The ACK follows at once. */
    private static void send(final IngressPort port, final int voq) {
        for (long m = port.pollRequest(0); m != Control.NONE; m = port.pollRequest(0)) {
            assertEquals(Refusal.OK, port.onGrant(0, Control.voq(m), Control.sequence(m)));
        }
        final long departure = port.begin(0, voq);
        assertTrue(departure >= 0);
        port.finish(voq);
        assertEquals(Refusal.OK, port.onAck(0, voq, IngressPort.sequence(departure)));
    }

    /**
     * The slow subflow has sent frames 1 to 19 and f20 is next; the fast one has sent 38 and is
     * suspended, 19 ahead; then f270 arrives.
     */
    private static IngressPort atFrame269(final VoqDrop drop, final PortFixture owner) {
        final IngressPort port = figure(drop, owner);
        for (int frame = 1; frame <= 269; frame++) {
            arrive(port, frame);
            if (frame <= 19) {
                send(port, FAST);
                send(port, SLOW);
            } else if (frame <= 38) {
                send(port, FAST);
            }
        }
        assertTrue(port.view().isSuspended(FAST));
        assertEquals(19, port.view().ahead(FAST));
        assertEquals(231, port.view().backlog(FAST));
        assertEquals(250, port.view().backlog(SLOW));
        return port;
    }

    @Test
    void shouldResumeTheFastSubflowWhenTheSlowOneDropsFromItsHead() {
        final PortFixture owner = owner();
        final IngressPort port = atFrame269(VoqDrop.HEAD, owner);
        arrive(port, 270);
        assertEquals("20@1 VOQ_HEAD", owner.ends.get(owner.ends.size() - 1));
        assertFalse(port.view().isSuspended(FAST));
        assertEquals(18, port.view().ahead(FAST));
        assertEquals(250, port.view().backlog(SLOW));
    }

    @Test
    void shouldLeaveTheFastSubflowSuspendedWithTailDrop() {
        final PortFixture owner = owner();
        final IngressPort port = atFrame269(VoqDrop.TAIL, owner);
        arrive(port, 270);
        assertEquals("270@1 VOQ_TAIL", owner.ends.get(owner.ends.size() - 1));
        assertTrue(port.view().isSuspended(FAST));
        assertEquals(19, port.view().ahead(FAST));
    }

    @Test
    void shouldEndASuspensionAfterItsTime() {
        final IngressPort port = atFrame269(VoqDrop.TAIL, owner());
        assertEquals(3_000, port.nextDeadline());
        port.onTick(2_999);
        assertEquals(Refusal.NONE, pickFast(port));
        port.onTick(3_000);
        assertEquals(FAST, pickFast(port));
        assertEquals(IngressPort.NEVER, port.nextDeadline());
    }

    /** Each timeout lets one frame pass: figures 6b and 6d need it (docs/results/fabric.md). */
    @Test
    void shouldSuspendAVoqAgainAfterOneFrame() {
        final IngressPort port = atFrame269(VoqDrop.TAIL, owner());
        port.onTick(3_000);
        assertEquals(FAST, pickFast(port));
        send(port, FAST);
        assertTrue(port.view().isSuspended(FAST));
        assertEquals(20, port.view().ahead(FAST));
        assertEquals(Refusal.NONE, pickFast(port));
    }

    private static int pickFast(final IngressPort port) {
        for (long m = port.pollRequest(0); m != Control.NONE; m = port.pollRequest(0)) {
            if (Control.voq(m) == FAST) {
                port.onGrant(0, FAST, Control.sequence(m));
            }
        }
        // The slow VOQ holds one batch of grants from before; it is stopped to see the fast one.
        port.setStopped(SLOW, true);
        return port.pick(IngressPort.HITS);
    }

    @Test
    void shouldNotSuspendTheVoqThatIsLast() {
        final PortFixture f =
                new PortFixture(new Lanes(1, 1, 0), VoqDrop.NONE, new SyncSettings(4, 1, 1, 50));
        f.group(0, 0, 1);
        for (int i = 0; i < 4; i++) {
            f.arrive(0, 1, i);
        }
        f.grantAll();
        f.send(0);
        f.send(0);
        assertEquals(Refusal.NOT_READY.code(), (int) f.port.begin(0, 0));
        for (int i = 0; i < 2; i++) {
            f.send(1);
        }
        assertEquals(0, f.port.view().ahead(0));
        assertEquals(0, f.port.view().ahead(1));
    }
}
