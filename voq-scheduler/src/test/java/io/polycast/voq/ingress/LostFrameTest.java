package io.polycast.voq.ingress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.voq.Control;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.replicate.Mcbc;
import org.junit.jupiter.api.Test;

/** A frame that was lost is repeated after its time, whatever else goes on. */
class LostFrameTest {
    private static final PayloadOwner NOBODY =
            new PayloadOwner() {
                @Override
                public void onCopyEnded(final long handle, final int voq, final int how) {}

                @Override
                public void onReleased(final long handle, final int units) {}
            };

    private final Lanes lanes = new Lanes(1, 2, 0);
    private final LegSettings leg = new LegSettings(4, 64, 1_000, 16);
    private final IngressPort port = port();

    private IngressPort port() {
        final IngressSettings table = IngressSettings.surrogate(lanes, 0);
        final IngressSettings settings =
                new IngressSettings(
                        table.payload(),
                        table.headers(),
                        table.order(),
                        table.drop(),
                        table.dropUnits(),
                        table.sync(),
                        leg,
                        0);
        return new IngressPort(lanes, 1, new Mcbc(1), settings, NOBODY);
    }

    /** A frame arrives, is requested, granted and sent; returns its serial number. */
    private int send(final long now) {
        port.arriveUnicast(now, 0, Mcbc.leg(0, false), 1, now);
        final long request = port.pollRequest(now);
        final int voq = Control.voq(request);
        assertEquals(Refusal.OK, port.onGrant(now, voq, Control.sequence(request)));
        assertEquals(voq, port.pick(IngressPort.UNICAST));
        final int sequence = IngressPort.sequence(port.begin(now, voq));
        port.finish(voq);
        return sequence;
    }

    @Test
    void shouldRepeatALostFrameWhileNewOnesAreGranted() {
        // Frame 1 is lost. A new frame is granted every 500 ticks, and none is acknowledged.
        assertEquals(1, send(0));
        assertEquals(2, send(500));
        port.onTick(1_000);
        final int voq = port.pick(IngressPort.UNICAST);
        assertEquals(1, IngressPort.sequence(port.begin(1_000, voq)));
    }
}
