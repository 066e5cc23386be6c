package io.polycast.sim.registration;

import io.polycast.mft.registration.UnicastTable;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Switches with registration, hosts that answer, and links between them, in virtual time. */
abstract class Fabric {
    static final long MS = 1_000_000L;
    static final long START_WALL_MS = 1_700_000_000_000L;
    static final long TICK = 5 * MS;

    final Topology topology;
    final Wire wire;
    final boolean ipv6;
    final boolean signed;
    final List<Host> hosts = new ArrayList<>();
    private int nextNonce;
    private long nowNs = 1;

    Fabric(final Topology topology, final Wire wire, final boolean ipv6, final boolean signed) {
        this.topology = topology;
        this.wire = wire;
        this.ipv6 = ipv6;
        this.signed = signed;
        for (int host = 0; host < topology.hostCount(); host++) {
            hosts.add(new Host(this, host));
        }
    }

    MrpAuthenticator authenticator() {
        final byte[] secret = new byte[32];
        return signed
                ? new MrpAuthenticator(
                        List.of(new MrpKey(1, secret)), (long) ++nextNonce << 40, 1 << 16)
                : MrpAuthenticator.none();
    }

    MrpAddress address(final int host) {
        return ipv6
                ? new MrpAddress(0x2001_0DB8_0000_0000L, host + 1)
                : MrpAddress.ipv4(0x0A00_0001 + host);
    }

    MrpAddress group(final int number) {
        return ipv6
                ? new MrpAddress(0xFD00_0000_0000_0000L, 0x0AFF_0000L + number)
                : MrpAddress.ipv4(0x0AFF_0000 + number);
    }

    long mac(final int node) {
        return 0x0200_0000_0000L + node;
    }

    long nowNs() {
        return nowNs;
    }

    long wallMs() {
        return START_WALL_MS + nowNs / MS;
    }

    UnicastTable routes(final int node) {
        return new UnicastTable() {
            @Override
            public List<Hop> hops(final MrpAddress address) {
                final List<Hop> hops = new ArrayList<>();
                final int host = (int) (address.low() & 0xFFFF) - 1;
                if (host < 0 || host >= topology.hostCount() || !address(host).equals(address)) {
                    return hops;
                }
                for (int port = 0; port < topology.portCount(node); port++) {
                    if (topology.leadsTo(node, port, host)) {
                        final int peer = topology.peerNode(node, port);
                        hops.add(new Hop(port, mac(peer), topology.isHost(peer)));
                    }
                }
                return hops;
            }

            @Override
            public long switchAt(final int port) {
                final int peer = topology.peerNode(node, port);
                return topology.isHost(peer) ? NO_SWITCH : mac(peer);
            }
        };
    }

    EgressSink sink(final int node) {
        return new EgressSink() {
            @Override
            public int room(final int port) {
                return Integer.MAX_VALUE;
            }

            @Override
            public boolean offer(
                    final int port, final DirectBuffer frame, final int offset, final int length) {
                final byte[] bytes = new byte[length];
                frame.getBytes(offset, bytes);
                wire.send(
                        nowNs, topology.peerNode(node, port), topology.peerPort(node, port), bytes);
                return true;
            }

            @Override
            public boolean offerCopy(
                    final int port, final Copy copy, final int headerOffset, final int icrc) {
                final byte[] bytes = new byte[copy.length()];
                copy.header.getBytes(headerOffset, bytes, 0, copy.headerLength);
                copy.tail.getBytes(copy.tailOffset, bytes, copy.headerLength, copy.tailLength);
                Icrc.store(new UnsafeBuffer(bytes), copy.headerLength + copy.icrcIndex, icrc);
                return offer(port, new UnsafeBuffer(bytes), 0, bytes.length);
            }
        };
    }

    /** Lets time pass in which nothing happens. */
    void skip(final long forNs) {
        nowNs += forNs;
    }

    /** Lets time pass. Ticks at which nothing is due are left out: they change nothing. */
    void run(final long forNs) {
        final long end = nowNs + forNs;
        long due = nowNs;
        while (true) {
            final long next = Math.min(due, wire.nextAt());
            nowNs = Math.max(nowNs, (next - 1) / TICK * TICK);
            if (nowNs >= end) {
                nowNs = end;
                return;
            }
            final long tick = Math.min(end, (nowNs / TICK + 1) * TICK);
            Wire.Arrival arrival = wire.next(tick);
            while (arrival != null) {
                nowNs = arrival.atNs();
                deliver(arrival);
                arrival = wire.next(tick);
            }
            nowNs = tick;
            due = tickSwitches();
            for (final Host host : hosts) {
                due = Math.min(due, host.onTick());
            }
        }
    }

    /** Lets switches do what is due, and says when something is due next. */
    abstract long tickSwitches();

    /** The entry of a group in a switch's table, or null. */
    abstract GroupSpec spec(int node, int group);

    /** Delivers what is under way, without repetitions, until nothing is. */
    void settle() {
        Wire.Arrival arrival = wire.next(Long.MAX_VALUE);
        while (arrival != null) {
            nowNs = Math.max(nowNs, arrival.atNs());
            deliver(arrival);
            arrival = wire.next(Long.MAX_VALUE);
        }
    }

    private void deliver(final Wire.Arrival arrival) {
        final UnsafeBuffer buffer = new UnsafeBuffer(arrival.frame());
        final int length = arrival.frame().length;
        if (topology.isHost(arrival.node())) {
            hosts.get(arrival.node() - topology.switchCount()).onFrame(buffer, length);
        } else {
            inject(arrival.node(), arrival.port(), buffer, length);
        }
    }

    /** A frame at a switch's port; answers why it was refused. */
    abstract MrpReason inject(int node, int port, DirectBuffer buffer, int length);

    /** A frame at a host that is no MRP. */
    void onData(final int host, final DirectBuffer frame, final int length) {
        throw new AssertionError("host " + host + " got a frame of " + length + " bytes");
    }
}
