package io.polycast.core.shufflecast;

import io.polycast.core.SwitchCore;
import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.shuffle.Heartbeat;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A ToR switch of an instance: hosts on ports 0 and 1, then of each node the splitter and p receivers. */
final class Tor implements EgressSink {
    static final int GROUP = 0xEF01_0101;
    static final int BASE = 0x0A10_0000;
    static final int HOSTS = 2;
    static final long BEAT_NS = 1_000_000;
    static final int MISSED = 3;
    private static final int LENGTH = 100;

    /** A frame that left. */
    record Sent(int port, byte[] frame) {}

    final ShuffleShape shape;
    final List<Integer> nodes;
    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    final List<Sent> sent = new ArrayList<>();
    final ShufflecastRole role;
    final SwitchCore core;
    long nowNs = 1_000_000_000L;
    long refusing;

    Tor(final ShuffleShape shape, final PhysicalTor tor) {
        this.shape = shape;
        nodes = tor.nodes();
        final List<RelaySpec> relays = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            final List<Integer> in = new ArrayList<>();
            final List<Integer> upstreams = new ArrayList<>();
            final int feeder = shape.feeder(nodes.get(node));
            for (int partition = 0; partition < shape.p(); partition++) {
                in.add(inPort(node, partition));
                upstreams.add(shape.mirror(feeder, partition));
            }
            relays.add(new RelaySpec(nodes.get(node), splitter(node), in, upstreams, null));
        }
        final int ports = HOSTS + nodes.size() * (shape.p() + 1);
        role =
                new ShufflecastRole(
                        0x0200_0000_0001L + nodes.get(0),
                        ports,
                        2,
                        new ShufflecastSettings(
                                relays, new SourceRange(BASE, 24, shape.nodes()), BEAT_NS, MISSED),
                        counters);
        core = new SwitchCore(ports, role, counters);
        try {
            role.startGroup(nowNs, new ShufflecastGroup(GROUP, 3));
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }

    int splitter(final int node) {
        return HOSTS + node * (shape.p() + 1);
    }

    int inPort(final int node, final int partition) {
        return splitter(node) + 1 + partition;
    }

    Ending receive(final int port, final byte[] frame) {
        final byte[] before = frame.clone();
        final int id = core.onFrame(nowNs, port, new UnsafeBuffer(frame), 0, frame.length, this);
        if (!Arrays.equals(before, frame)) {
            throw new AssertionError("the frame was changed");
        }
        return Ending.byId(id);
    }

    long tick() {
        return core.onTick(nowNs, this);
    }

    /** Ports that took a copy, in order; they are forgotten. */
    List<Integer> takePorts() {
        final List<Integer> ports = sent.stream().map(Sent::port).toList();
        sent.clear();
        return ports;
    }

    /** Frames that came in equal those that ended. */
    boolean isCounted() {
        return counters.get(Tally.FRAMES_IN)
                == Arrays.stream(Ending.values()).mapToLong(counters::get).sum();
    }

    static int address(final int tor) {
        return BASE + (tor << 8) + 5;
    }

    /** A datagram of a user who sends with TTL 1. */
    static byte[] datagram(final int from, final int to) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LENGTH]);
        final int ip = Ethernet.LENGTH;
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        Ipv4.write(frame, ip, 0, LENGTH - ip, 0, 1, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, ip, from);
        Ipv4.dst(frame, ip, to);
        Ipv4.storeChecksum(frame, ip);
        Udp.write(frame, ip + Ipv4.LENGTH, 5000, 5001, LENGTH - ip - Ipv4.LENGTH);
        return frame.byteArray();
    }

    static byte[] heartbeat(final int tor, final long version) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Heartbeat.FRAME_LENGTH]);
        Ethernet.write(frame, 0, Ethernet.BROADCAST, 0x0200_0000_AA02L, Heartbeat.ETHER_TYPE);
        Heartbeat.write(frame, Ethernet.LENGTH, tor, version, 7);
        return frame.byteArray();
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        if ((refusing >>> egressPort & 1) != 0) {
            return false;
        }
        final byte[] bytes = new byte[length];
        frame.getBytes(offset, bytes);
        sent.add(new Sent(egressPort, bytes));
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        throw new AssertionError("frames leave as they are");
    }
}
