package io.polycast.fuzz.shufflecast;

import io.polycast.core.SwitchCore;
import io.polycast.core.shufflecast.ShufflecastRole;
import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.fuzz.Check;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The ToR: checks what holds for every frame. */
final class RelayNode implements EgressSink {
    static final int PORTS = 8;
    static final int BASE = 0x0A10_0000;
    static final long BEAT_NS = 1_000_000;

    private static final ShufflecastSettings SETTINGS =
            new ShufflecastSettings(
                    List.of(
                            new RelaySpec(0, 2, List.of(3, 4), List.of(4, 6), null),
                            new RelaySpec(5, 5, List.of(6, 7), List.of(0, 2), null)),
                    new SourceRange(BASE, 24, RelayModel.TORS),
                    BEAT_NS,
                    3);

    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final ShufflecastRole role =
            new ShufflecastRole(0x0200_0000_0001L, PORTS, 4, SETTINGS, counters);
    private final SwitchCore core = new SwitchCore(PORTS, role, counters);
    private final Set<Integer> took = new TreeSet<>();
    private int refusing;
    private byte[] given;

    CounterBlock counters() {
        return counters;
    }

    ShufflecastRole role() {
        return role;
    }

    /** Ports that take nothing from now on: bit i is port i. */
    void refuse(final int ports) {
        refusing = ports;
    }

    int refusing() {
        return refusing;
    }

    /** Ports that took a copy of the last frame, ascending. */
    Set<Integer> took() {
        return took;
    }

    Ending receive(final long nowNs, final int port, final byte[] frame) {
        given = frame.clone();
        took.clear();
        final int id = core.onFrame(nowNs, port, new UnsafeBuffer(frame), 0, frame.length, this);
        Check.that(Arrays.equals(given, frame), "the frame changed");
        final Ending ending = Ending.byId(id);
        Check.that(ending != null, "no ending " + id);
        Check.that(
                took.isEmpty() == (ending != Ending.REPLICATED),
                ending + " with copies to " + took);
        Check.that(!took.contains(port), "a copy left where its frame came in");
        checkSums();
        return ending;
    }

    void tick(final long nowNs) {
        given = null;
        Check.that(core.onTick(nowNs, this) > nowNs, "a deadline in the past");
        checkSums();
    }

    private void checkSums() {
        Check.equal(counters.get(Tally.FRAMES_IN), counters.ended(), "frames in against endings");
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        frame.boundsCheck(offset, length);
        final boolean splitter = RelayModel.SPLITTERS.contains(egressPort);
        Check.that(splitter || egressPort < RelayModel.HOSTS, "a copy to port " + egressPort);
        if (given == null) {
            Check.that(splitter && length == 60, "a heartbeat of " + length + " bytes");
        } else {
            final byte[] bytes = new byte[length];
            frame.getBytes(offset, bytes);
            Check.that(Arrays.equals(given, bytes), "a copy differs");
        }
        if ((refusing >> egressPort & 1) != 0) {
            return false;
        }
        Check.that(given == null || took.add(egressPort), "two copies to port " + egressPort);
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        throw new AssertionError("frames leave as they are");
    }
}
