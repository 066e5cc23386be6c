package io.polycast.core.surrogate;

import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
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
import io.polycast.parser.contract.Ending;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Nodes joined by links that may lose frames, in virtual time. Ports 0 to 3 have hosts, 4 and up legs. */
final class Nodes {
    static final int GROUP = 0xEF01_0101;
    static final int HOSTS = 4;
    static final long LINK_NS = 20_000;
    private static final int CHUNK = 2048;

    /** One node. */
    final class Node implements EgressSink {
        final int index;
        final long mac;
        final CounterBlock counters =
                new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
        final List<List<byte[]>> hosts = new ArrayList<>();
        final Map<Integer, Integer> peers = new HashMap<>();
        final int[] room = new int[64];
        final int[] longest = new int[64];
        HeldFrames held;
        SurrogateRole role;
        SwitchCore core;
        boolean dead;

        /** Queries for all groups that hosts got. */
        int queries;

        /** Frames that the node may hold. */
        int holds = 1024;

        private HeldPool pool;
        private long wakeNs = Long.MAX_VALUE;

        Node(final int index) {
            this.index = index;
            mac = 0x0200_0000_0000L + index + 1;
            java.util.Arrays.fill(room, Integer.MAX_VALUE);
            java.util.Arrays.fill(longest, CHUNK);
            for (int i = 0; i < HOSTS; i++) {
                hosts.add(new ArrayList<>());
            }
        }

        void start(final SurrogateSettings settings) {
            pool = new HeldPool(holds, CHUNK);
            held = new HeldFrames(holds, pool, counters);
            role =
                    new SurrogateRole(
                            mac,
                            HOSTS + peers.size(),
                            16,
                            settings,
                            held,
                            counters,
                            ++incarnations);
            core = new SwitchCore(HOSTS + peers.size(), role, counters);
            dead = false;
            tick();
        }

        void tick() {
            if (!dead) {
                wakeNs = core.onTick(nowNs, this);
            }
        }

        int receive(final int port, final byte[] frame) {
            if (dead) {
                return -1;
            }
            final int ending =
                    core.onFrame(nowNs, port, new UnsafeBuffer(frame), 0, frame.length, this);
            tick();
            return ending;
        }

        @Override
        public int room(final int port) {
            return room[port];
        }

        @Override
        public boolean offer(
                final int port, final DirectBuffer frame, final int offset, final int length) {
            final byte[] bytes = new byte[length];
            frame.getBytes(offset, bytes);
            return leave(port, bytes);
        }

        @Override
        public boolean offerCopy(
                final int port, final Copy copy, final int headerOffset, final int icrc) {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[copy.length()]);
            bytes.putBytes(0, copy.header, headerOffset, copy.headerLength);
            bytes.putBytes(copy.headerLength, copy.tail, copy.tailOffset, copy.tailLength);
            bytes.putInt(copy.headerLength + copy.icrcIndex, icrc, ByteOrder.LITTLE_ENDIAN);
            return leave(port, bytes.byteArray());
        }

        @Override
        public int longest(final int port) {
            return longest[port];
        }

        private boolean leave(final int port, final byte[] frame) {
            if (room[port] == 0 || frame.length > longest[port]) {
                return false;
            }
            if (room[port] != Integer.MAX_VALUE) {
                room[port]--;
            }
            if (port < HOSTS) {
                if (isGeneralQuery(frame)) {
                    queries++;
                } else {
                    hosts.get(port).add(frame);
                }
                return true;
            }
            sent++;
            if (loseData > 0 && (frame[Ethernet.LENGTH] & 0xF) == LegHeader.DATA) {
                loseData--;
                return true;
            }
            if (random.nextInt(1000) < lossPerMille) {
                lost++;
                return true;
            }
            final int to = peers.get(port);
            final Node peer = nodes.get(to);
            final int at =
                    peer.peers.entrySet().stream()
                            .filter(entry -> entry.getValue() == index)
                            .findFirst()
                            .orElseThrow()
                            .getKey();
            final int times = random.nextInt(1000) < repeatPerMille ? 2 : 1;
            for (int i = 0; i < times; i++) {
                final long late = random.nextInt(1000) < latePerMille ? random.nextInt(400_000) : 0;
                flying.add(new Flight(nowNs + LINK_NS + late, order++, to, at, frame));
            }
            return true;
        }
    }

    private record Flight(long atNs, long order, int node, int port, byte[] frame)
            implements Comparable<Flight> {
        @Override
        public int compareTo(final Flight that) {
            return atNs != that.atNs
                    ? Long.compare(atNs, that.atNs)
                    : Long.compare(order, that.order);
        }
    }

    final List<Node> nodes = new ArrayList<>();
    private final PriorityQueue<Flight> flying = new PriorityQueue<>();
    private final Random random;
    int lossPerMille;

    /** Congestion points of all nodes. */
    CongestionSettings congestion = CongestionSettings.off();

    /** Frames between nodes that arrive twice, or late. */
    int repeatPerMille;

    int latePerMille;

    /** The next DATA frames between nodes are lost. */
    int loseData;

    private int incarnations;
    long sent;
    long lost;
    long nowNs = 1_000_000_000L;
    private long order;

    Nodes(final int count, final long seed) {
        random = new Random(seed);
        for (int i = 0; i < count; i++) {
            nodes.add(new Node(i));
        }
    }

    Node node(final int index) {
        return nodes.get(index);
    }

    void join(final int upper, final int lower) {
        final Node a = nodes.get(upper);
        final Node b = nodes.get(lower);
        a.peers.put(HOSTS + a.peers.size(), lower);
        b.peers.put(HOSTS + b.peers.size(), upper);
    }

    /** Legs of a node; a node with a lower number is above. */
    SurrogateSettings settings(final int index, final int lossless) {
        final List<LegSpec> legs = new ArrayList<>();
        nodes.get(index).peers.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        entry ->
                                legs.add(
                                        new LegSpec(
                                                "n" + entry.getValue(),
                                                entry.getKey(),
                                                nodes.get(entry.getValue()).mac,
                                                entry.getValue() < index)));
        return new SurrogateSettings(
                legs,
                lossless,
                50,
                true,
                new MemorySettings(
                        740, 908, 640, 360, new HeaderLimits(500, 470, 291), VoqDrop.HEAD, 240, 66),
                new TimerSettings(1_000_000, 16, 10_000, 200_000_000),
                congestion);
    }

    void start(final int lossless) {
        for (final Node node : nodes) {
            node.start(settings(node.index, lossless));
        }
        run(20_000_000);
    }

    void group(final int index, final long deliver, final String... forward) {
        try {
            nodes.get(index)
                    .role
                    .startGroup(nowNs, new SurrogateGroup(GROUP, deliver, List.of(forward)));
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }

    void run(final long ns) {
        final long endNs = nowNs + ns;
        while (true) {
            long next = flying.isEmpty() ? Long.MAX_VALUE : flying.peek().atNs();
            for (final Node node : nodes) {
                next = Math.min(next, node.dead ? Long.MAX_VALUE : node.wakeNs);
            }
            if (next > endNs) {
                nowNs = endNs;
                return;
            }
            nowNs = Math.max(nowNs, next);
            while (!flying.isEmpty() && flying.peek().atNs() <= nowNs) {
                final Flight flight = flying.poll();
                nodes.get(flight.node()).receive(flight.port(), flight.frame());
            }
            for (final Node node : nodes) {
                if (node.wakeNs <= nowNs) {
                    node.tick();
                }
            }
        }
    }

    /** A datagram of 200 bytes with a number. */
    static byte[] datagram(final int number, final int tos) {
        return datagram(number, tos, 200);
    }

    static byte[] datagram(final int number, final int tos, final int length) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[length]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        final int ip = Ethernet.LENGTH;
        Ipv4.write(frame, ip, tos, length - ip, 0, 8, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, ip, 0x0A00_0001);
        Ipv4.dst(frame, ip, GROUP);
        Ipv4.storeChecksum(frame, ip);
        Udp.write(frame, ip + Ipv4.LENGTH, 5000, 5001, length - ip - Ipv4.LENGTH);
        frame.putInt(ip + Ipv4.LENGTH + Udp.LENGTH, number, ByteOrder.BIG_ENDIAN);
        return frame.byteArray();
    }

    static int number(final byte[] frame) {
        return new UnsafeBuffer(frame)
                .getInt(Ethernet.LENGTH + Ipv4.LENGTH + Udp.LENGTH, ByteOrder.BIG_ENDIAN);
    }

    static List<Integer> numbers(final List<byte[]> frames) {
        return frames.stream().map(Nodes::number).toList();
    }

    static byte[] pause(final byte[] body) {
        final byte[] frame = new byte[60];
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        Ethernet.write(buffer, 0, 0x0180_C200_0001L, 0x0200_0000_AA02L, Ethernet.TYPE_MAC_CONTROL);
        buffer.putBytes(Ethernet.LENGTH, body);
        return frame;
    }

    /** Source 0.0.0.0, to 224.0.0.1. */
    private static boolean isGeneralQuery(final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        return Ethernet.etherType(buffer, 0) == Ethernet.TYPE_IPV4
                && Ipv4.src(buffer, Ethernet.LENGTH) == 0
                && Ipv4.dst(buffer, Ethernet.LENGTH) == 0xE000_0001;
    }

    static boolean isBetweenNodes(final byte[] frame) {
        return Ethernet.etherType(new UnsafeBuffer(frame), 0) == LegHeader.ETHER_TYPE;
    }

    static String label(final int ending) {
        return Ending.byId(ending).label();
    }
}
