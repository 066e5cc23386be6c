package io.polycast.node.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.node.config.TokenFile;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import io.polycast.topology.shuffle.Placement;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The control's core and the real role of all ToRs in virtual time. Lines of a link keep their order and take a drawn
 * time; frames take none. Heartbeats alone show failures.
 */
final class RoleSwarm implements Peers {
    static final long MS = 1_000_000;

    private static final long RETURN_AFTER = 20 * MS;
    private static final long LONGEST_DELAY = MS;
    private static final long QUIET = 60 * MS;
    private static final int LENGTH = 100;

    final ShuffleShape shape;
    final RelayProcess[] relays;
    final Random random;

    /** Copies of data that ToRs were given, all in all. */
    long frames;

    private final long seed;
    private final TokenFile token;
    private final String secret;
    private final PriorityQueue<Timed> due = new PriorityQueue<>();
    private final Map<Long, RelayProcess> peers = new HashMap<>();
    private final Map<Long, Long> lastLine = new HashMap<>();
    private ControlCore control;
    private long nowNs = 1_000_000_000L;
    private long order;
    private long lastPeer;

    private record Timed(long atNs, long order, Runnable action) implements Comparable<Timed> {
        @Override
        public int compareTo(final Timed other) {
            return atNs != other.atNs
                    ? Long.compare(atNs, other.atNs)
                    : Long.compare(order, other.order);
        }
    }

    private record Flight(RelayProcess to, int port, byte[] frame) {}

    RoleSwarm(
            final ShuffleShape shape, final TokenFile token, final String secret, final long seed) {
        this.shape = shape;
        this.token = token;
        this.secret = secret;
        this.seed = seed;
        random = new Random(seed);
        relays = new RelayProcess[shape.nodes()];
        startControl();
        for (int tor = 0; tor < relays.length; tor++) {
            relays[tor] = new RelayProcess(shape, tor);
            dial(relays[tor]);
        }
        at(0, this::beat);
    }

    private void startControl() {
        control =
                new ControlCore(
                        new ControlSettings(
                                null,
                                null,
                                null,
                                shape,
                                new Placement(shape, shape.nodes()).tors(),
                                RETURN_AFTER),
                        token,
                        this,
                        GroupStore.NONE);
    }

    void at(final long afterNs, final Runnable action) {
        due.add(new Timed(nowNs + afterNs, order++, action));
    }

    /** Runs until failures are found and answered; then all relays have their rules. */
    void settle() {
        run(QUIET);
        assertTrue(control.isSettled(), this + " is settled");
    }

    private void run(final long forNs) {
        final long endNs = nowNs + forNs;
        while (due.peek().atNs <= endNs) {
            final Timed next = due.poll();
            nowNs = next.atNs;
            control.onTime(nowNs);
            next.action.run();
        }
        nowNs = endNs;
    }

    /** Clocks of all relays, and the frames that they send by themselves. */
    private void beat() {
        for (final RelayProcess each : relays) {
            if (each.alive) {
                each.tick(nowNs);
                carry();
            }
        }
        for (final RelayProcess each : relays) {
            if (each.alive && each.peer != 0) {
                each.reports(nowNs).forEach(line -> up(each, line));
            }
        }
        at(RelayProcess.BEAT_NS, this::beat);
    }

    // --- links

    private long delay() {
        return 1 + (long) (random.nextDouble() * LONGEST_DELAY);
    }

    private void dial(final RelayProcess relay) {
        if (relay.alive && relay.peer == 0) {
            relay.peer = ++lastPeer;
            peers.put(relay.peer, relay);
            up(relay, relay.hello(nowNs, secret));
        }
    }

    private void up(final RelayProcess relay, final String line) {
        final long peer = relay.peer;
        inOrder(peer, () -> control.onLine(nowNs, peer, line));
    }

    /** Lines of both directions in one order: a line is lost when its connection has ended. */
    private void inOrder(final long peer, final Runnable action) {
        final long atNs = Math.max(lastLine.getOrDefault(peer, 0L) + 1, nowNs + delay());
        lastLine.put(peer, atNs);
        at(
                atNs - nowNs,
                () -> {
                    if (peers.containsKey(peer)) {
                        action.run();
                    }
                });
    }

    @Override
    public void send(final long peer, final String line) {
        final RelayProcess relay = peers.get(peer);
        if (relay != null) {
            inOrder(
                    peer,
                    () -> {
                        final String answer = relay.onLine(nowNs, line);
                        if (answer != null) {
                            checkAll();
                            up(relay, answer);
                        }
                    });
        }
    }

    @Override
    public void drop(final long peer, final String why) {
        throw new AssertionError(this + ": " + why);
    }

    // --- faults

    /** The connection ends; the relay dials again later. */
    void hangUp(final RelayProcess relay, final long againAfterNs) {
        final long peer = relay.peer;
        if (peer == 0) {
            return;
        }
        relay.peer = 0;
        peers.remove(peer);
        at(delay(), () -> control.onGone(nowNs, peer));
        if (relay.alive) {
            at(Math.max(againAfterNs, 2 * LONGEST_DELAY), () -> dial(relay));
        }
    }

    void kill(final RelayProcess relay) {
        relay.alive = false;
        hangUp(relay, 0);
    }

    void mend(final RelayProcess relay) {
        relay.transmits = true;
        java.util.Arrays.fill(relay.cable, true);
        if (!relay.alive) {
            relay.start();
            at(2 * LONGEST_DELAY, () -> dial(relay));
        }
        checkAll();
    }

    void restartControl() {
        startControl();
        peers.clear();
        for (final RelayProcess each : relays) {
            each.peer = 0;
            at(delay(), () -> dial(each));
        }
    }

    // --- frames

    private byte[] datagram(final int source) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LENGTH]);
        final int ip = Ethernet.LENGTH;
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        Ipv4.write(frame, ip, 0, LENGTH - ip, 0, 1, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, ip, RelayProcess.BASE + (source << 8) + 5);
        Ipv4.dst(frame, ip, RelayProcess.GROUP);
        Ipv4.storeChecksum(frame, ip);
        Udp.write(frame, ip + Ipv4.LENGTH, 5000, 5001, LENGTH - ip - Ipv4.LENGTH);
        return frame.byteArray();
    }

    /** Carries what has left relays to those that their splitters lead to, until nothing is under way. */
    private void carry() {
        final Deque<Flight> flights = new ArrayDeque<>();
        collect(flights);
        for (int hops = 0; !flights.isEmpty(); hops++) {
            assertTrue(hops < 10_000, this + ": frames circle");
            final Flight flight = flights.remove();
            if (flight.to.alive) {
                flight.to.receive(nowNs, flight.port, flight.frame);
                frames++;
                collect(flights);
            }
        }
    }

    private void collect(final Deque<Flight> flights) {
        for (final RelayProcess from : relays) {
            if (from.split.isEmpty()) {
                continue;
            }
            final int first = shape.firstFed(shape.mirrorClass(from.tor));
            final int port = RelayProcess.FIRST_IN + shape.partition(from.tor);
            for (int index = 0; index < shape.p(); index++) {
                if (from.transmits && from.cable[index]) {
                    for (final byte[] frame : from.split) {
                        flights.add(new Flight(relays[first + index], port, frame));
                    }
                }
            }
            from.split.clear();
        }
    }

    /** A frame of each living ToR comes to an end, and no member gets it twice. */
    private void checkAll() {
        for (final RelayProcess source : relays) {
            if (source.alive) {
                send(source);
                for (final RelayProcess each : relays) {
                    assertTrue(each.delivered <= 1, twice(source, each));
                }
            }
        }
    }

    private String twice(final RelayProcess source, final RelayProcess at) {
        return this + ": ToR " + at.tor + " has " + at.delivered + " copies of ToR " + source.tor;
    }

    private void send(final RelayProcess source) {
        for (final RelayProcess each : relays) {
            each.delivered = 0;
        }
        source.receive(nowNs, RelayProcess.SENDER, datagram(source.tor));
        carry();
    }

    /** Each source whose own splitter works reaches the members of all living ToRs once. */
    void checkReach() {
        for (final RelayProcess source : relays) {
            if (isWhole(source)) {
                send(source);
                for (final RelayProcess each : relays) {
                    if (each.alive) {
                        assertEquals(1, each.delivered, twice(source, each));
                    }
                }
            }
        }
    }

    private static boolean isWhole(final RelayProcess relay) {
        boolean whole = relay.alive && relay.transmits;
        for (final boolean works : relay.cable) {
            whole &= works;
        }
        return whole;
    }

    List<RelayProcess> relays() {
        return List.of(relays);
    }

    @Override
    public String toString() {
        return shape + ", seed " + seed + ", " + nowNs / MS + " ms";
    }
}
