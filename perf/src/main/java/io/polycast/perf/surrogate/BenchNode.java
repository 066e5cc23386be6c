package io.polycast.perf.surrogate;

import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.core.surrogate.SurrogateRole;
import io.polycast.core.surrogate.spec.CongestionSettings;
import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.HeaderLimits;
import io.polycast.core.surrogate.spec.SurrogateSettings.MemorySettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.VoqDrop;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A node of role surrogate: ports with hosts, and one leg behind them. Its sink allocates nothing. */
final class BenchNode implements EgressSink, AutoCloseable {
    static final long FIRST_MAC = 0x0200_0000_0001L;

    private static final int FRAMES = 256;
    private static final int CHUNK = 2048;
    private static final int SLOTS = 64;

    private final int legPort;
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final HeldPool pool = new HeldPool(FRAMES, CHUNK);
    private final HeldFrames held = new HeldFrames(FRAMES, pool, counters);
    private final SwitchCore core;

    /** Frames on the way to the other node. */
    private final UnsafeBuffer[] slots = new UnsafeBuffer[SLOTS];

    private final int[] lengths = new int[SLOTS];
    private int slotCount;
    private long toHosts;

    /**
     * @param index of the node, 0 or 1
     * @param hosts ports with hosts
     * @param group address that all exits get copies of
     */
    BenchNode(final int index, final int hosts, final int group) throws GroupRefusedException {
        legPort = hosts;
        final LegSpec leg =
                new LegSpec("n" + (1 - index), legPort, FIRST_MAC + 1 - index, index == 1);
        final SurrogateSettings settings =
                new SurrogateSettings(
                        List.of(leg),
                        0,
                        50,
                        // Queries to hosts would count as copies.
                        false,
                        new MemorySettings(
                                740,
                                908,
                                640,
                                360,
                                new HeaderLimits(500, 470, 291),
                                VoqDrop.HEAD,
                                240,
                                66),
                        new TimerSettings(1_000_000, 16, 100_000, 200_000_000),
                        CongestionSettings.off());
        final SurrogateRole role =
                new SurrogateRole(
                        FIRST_MAC + index, hosts + 1, 16, settings, held, counters, 1 + index);
        core = new SwitchCore(hosts + 1, role, counters);
        role.startGroup(0, new SurrogateGroup(group, (1L << hosts) - 1, List.of(leg.node())));
        for (int i = 0; i < SLOTS; i++) {
            slots[i] = new UnsafeBuffer(new byte[CHUNK]);
        }
    }

    void receive(final long nowNs, final int port, final UnsafeBuffer frame, final int length) {
        core.onFrame(nowNs, port, frame, 0, length, this);
        core.onTick(nowNs, this);
    }

    void tick(final long nowNs) {
        core.onTick(nowNs, this);
    }

    /** Whether frames are on the way to the other node. */
    boolean isSending() {
        return slotCount > 0;
    }

    /** Brings all frames that are on the way to the other node. */
    void deliver(final long nowNs, final BenchNode to) {
        final int count = slotCount;
        slotCount = 0;
        for (int i = 0; i < count; i++) {
            to.core.onFrame(nowNs, to.legPort, slots[i], 0, lengths[i], to);
        }
        to.core.onTick(nowNs, to);
    }

    /** Frames that left to hosts. */
    long toHosts() {
        return toHosts;
    }

    int held() {
        return held.held();
    }

    @Override
    public int room(final int egressPort) {
        return egressPort == legPort ? SLOTS - slotCount : Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        if (egressPort != legPort) {
            toHosts++;
            return true;
        }
        slots[slotCount].putBytes(0, frame, offset, length);
        lengths[slotCount++] = length;
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        final UnsafeBuffer slot = slots[slotCount];
        slot.putBytes(0, copy.header, headerOffset, copy.headerLength);
        slot.putBytes(copy.headerLength, copy.tail, copy.tailOffset, copy.tailLength);
        lengths[slotCount++] = copy.length();
        return true;
    }

    @Override
    public void close() {
        core.close();
        pool.close();
    }
}
