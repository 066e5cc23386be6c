package io.polycast.sim.registration;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The same network of whole switches: each frame passes the classifier, the shell and role cepheus. */
final class CoreFabric extends Fabric implements AutoCloseable {
    /** A host that got a data frame, and the frame. */
    record Data(int host, byte[] frame) {}

    private static final long DAY = 86_400_000 * MS;

    final List<RegisteringSwitch> nodes = new ArrayList<>();
    final List<Data> data = new ArrayList<>();
    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private IntConsumer witness = node -> {};
    private final long[] dueNs;
    private long frames;

    CoreFabric(final Topology topology, final Wire wire, final boolean signed, final int groups) {
        this(topology, wire, signed, new RegisteringSwitch.Room(groups, groups, DAY, false));
    }

    CoreFabric(
            final Topology topology,
            final Wire wire,
            final boolean signed,
            final RegisteringSwitch.Room room) {
        super(topology, wire, false, signed);
        dueNs = new long[topology.switchCount()];
        for (int node = 0; node < topology.switchCount(); node++) {
            nodes.add(new RegisteringSwitch(this, node, room, counters));
        }
    }

    /** Told of each switch that has taken a frame or a tick. */
    void witness(final IntConsumer other) {
        witness = other;
    }

    @Override
    long tickSwitches() {
        long due = Long.MAX_VALUE;
        for (int node = 0; node < dueNs.length; node++) {
            if (dueNs[node] <= nowNs()) {
                dueNs[node] = nodes.get(node).tick();
                witness.accept(node);
            }
            due = Math.min(due, dueNs[node]);
        }
        return due;
    }

    /** Something may be due at a switch that the answer to its last tick does not say. */
    void onChanged(final int node) {
        dueNs[node] = nowNs();
    }

    @Override
    MrpReason inject(final int node, final int port, final DirectBuffer buffer, final int length) {
        frames++;
        nodes.get(node)
                .core()
                .onFrame(nowNs(), port, (MutableDirectBuffer) buffer, 0, length, sink(node));
        onChanged(node);
        witness.accept(node);
        return null;
    }

    @Override
    void onData(final int host, final DirectBuffer frame, final int length) {
        final byte[] bytes = new byte[length];
        frame.getBytes(0, bytes);
        data.add(new Data(host, bytes));
    }

    @Override
    GroupSpec spec(final int node, final int group) {
        return nodes.get(node).role().spec(group(group).last32());
    }

    /** Revision in force of a group at a switch, or -1. */
    int revision(final int node, final int group) {
        return nodes.get(node).role().registrar().revisionOf(group(group).last32());
    }

    /** Frames that switches took. */
    long frames() {
        return frames;
    }

    /** Frames that were no MRP to a switch, or were refused. */
    long refused() {
        return counters.ended() - counters.get(Ending.REGISTRATION_TAKEN);
    }

    @Override
    public void close() {
        nodes.forEach(RegisteringSwitch::close);
    }
}
