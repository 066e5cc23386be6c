package io.polycast.sim.registration;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.mft.registration.kept.RegisteredGroup;
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

    final List<SwitchNode> nodes = new ArrayList<>();
    final List<Data> data = new ArrayList<>();
    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private IntConsumer witness = node -> {};
    private long frames;

    CoreFabric(final Topology topology, final Wire wire, final boolean signed, final int groups) {
        this(topology, wire, signed, new SwitchNode.Room(groups, groups, DAY, false));
    }

    CoreFabric(
            final Topology topology,
            final Wire wire,
            final boolean signed,
            final SwitchNode.Room room) {
        super(topology, wire, false, signed);
        for (int node = 0; node < topology.switchCount(); node++) {
            nodes.add(new SwitchNode(this, node, room, counters));
        }
    }

    /** Told of each switch that has taken a frame or a tick. */
    void witness(final IntConsumer other) {
        witness = other;
    }

    @Override
    long tickSwitches() {
        long due = Long.MAX_VALUE;
        for (int node = 0; node < nodes.size(); node++) {
            due = Math.min(due, nodes.get(node).tick());
            witness.accept(node);
        }
        return due;
    }

    @Override
    MrpReason inject(final int node, final int port, final DirectBuffer buffer, final int length) {
        frames++;
        nodes.get(node)
                .core()
                .onFrame(nowNs(), port, (MutableDirectBuffer) buffer, 0, length, sink(node));
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
        final GroupView view = nodes.get(node).role().group(group(group).last32());
        return view == null ? null : view.spec();
    }

    /** The registered group at a switch, or null. */
    RegisteredGroup registered(final int node, final int group) {
        return nodes.get(node).role().registrar().find(group(group).last32());
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
        nodes.forEach(SwitchNode::close);
    }
}
