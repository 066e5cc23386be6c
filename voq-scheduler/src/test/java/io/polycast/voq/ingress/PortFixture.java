package io.polycast.voq.ingress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.Control;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.pool.PayloadSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;

/** One ingress port of small sizes, whose other ends are the test. */
final class PortFixture implements PayloadOwner {
    static final int BATCH = 8;
    static final int EGRESSES = 4;

    final Lanes lanes;
    final Mcbc mcbc = new Mcbc(4);
    final IngressPort port;
    final List<String> ends = new ArrayList<>();
    final List<Long> released = new ArrayList<>();
    long now;

    PortFixture(final Lanes lanes, final VoqDrop drop, final SyncSettings sync) {
        this(lanes, drop, sync, new HeaderSettings(40, 6, 10, 10, 0), HeaderOrder.FIXED);
    }

    PortFixture(
            final Lanes lanes,
            final VoqDrop drop,
            final SyncSettings sync,
            final HeaderSettings headers,
            final HeaderOrder order) {
        this.lanes = lanes;
        port =
                new IngressPort(
                        lanes,
                        EGRESSES,
                        mcbc,
                        new IngressSettings(
                                new PayloadSettings(100, 20, 12, 5),
                                headers,
                                order,
                                drop,
                                10,
                                sync,
                                new LegSettings(2, BATCH, 100, 3),
                                7),
                        this);
    }

    /** A group to hosts behind these egresses. */
    void group(final int id, final int... egresses) {
        final int[] legs = new int[egresses.length];
        for (int i = 0; i < legs.length; i++) {
            legs[i] = Mcbc.leg(egresses[i], true);
        }
        assertEquals(Refusal.OK, mcbc.set(id, legs, legs.length));
    }

    /** Takes a frame and emits all headers that can be. */
    int arrive(final int id, final int units, final long handle) {
        final int payload = port.arrive(0, id, units, handle);
        expand();
        return payload;
    }

    void expand() {
        while (port.expand(now) != Refusal.NONE) {
            assertTrue(ends.size() < 10_000);
        }
    }

    /** Grants everything that is asked for. */
    void grantAll() {
        for (long m = port.pollRequest(now); m != Control.NONE; m = port.pollRequest(now)) {
            assertEquals(Refusal.OK, port.onGrant(now, Control.voq(m), Control.sequence(m)));
        }
    }

    /** Sends the next copy of a VOQ at once. */
    long send(final int voq) {
        final long departure = port.begin(now, voq);
        assertTrue(departure >= 0, () -> Refusal.of((int) departure).toString());
        assertEquals(Refusal.OK, port.finish(voq));
        return port.handle(IngressPort.payload(departure));
    }

    String state() {
        final StringBuilder text = new StringBuilder();
        final IngressView view = port.view();
        for (int voq = 0; voq < view.voqs(); voq++) {
            text.append(view.backlog(voq)).append(',');
            text.append(view.granted(voq)).append(',');
            text.append(view.requested(voq)).append(',');
            text.append(view.outstanding(voq)).append(',');
            text.append(view.ahead(voq)).append(';');
        }
        for (int lane = 0; lane < lanes.count(); lane++) {
            text.append(view.heldUnits(lane)).append(',').append(view.heldHeaders(lane));
        }
        return text.append(ends).append(released).append(port.isExpanding()).toString();
    }

    @Override
    public void onCopyEnded(final long handle, final int voq, final int how) {
        ends.add(handle + "@" + voq + (how == 0 ? "" : " " + Refusal.of(how)));
    }

    @Override
    public void onReleased(final long handle, final int units) {
        released.add(handle);
    }
}
