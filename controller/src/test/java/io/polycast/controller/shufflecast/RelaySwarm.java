package io.polycast.controller.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A control and all relays of an instance in virtual time. Messages of a link keep their order and take a
 * drawn time. After each change no frame of any source may circle.
 */
final class RelaySwarm implements ControlOutput {
    static final long MS = 1_000_000;

    private static final long RETURN_AFTER = 200 * MS;
    private static final long LONGEST_DELAY = 5 * MS;
    private static final long DETECTION = 50 * MS;
    private static final long SILENT = 10_000 * MS;

    final ShuffleShape shape;
    final Node[] nodes;
    final List<RelayChange> events = new ArrayList<>();
    private final long seed;
    private final Random random;
    private final PriorityQueue<Timed> due = new PriorityQueue<>();
    private ShufflecastControl control;
    private long nowNs;
    private long order;

    /** Whether rules or wires have changed since circles were looked for. */
    private boolean changed;

    /** A relay, its cables and its link to the control. */
    static final class Node {
        final BitSet sources = new BitSet();
        final boolean[] cable;
        int version;
        boolean alive = true;
        boolean transmits = true;
        boolean linked;

        /** Number of the connection; messages of an earlier one are lost. */
        int connection;

        long downNs;
        long upNs;

        Node(final int cables) {
            cable = new boolean[cables];
            java.util.Arrays.fill(cable, true);
        }
    }

    private record Timed(long atNs, long order, Runnable action) implements Comparable<Timed> {
        @Override
        public int compareTo(final Timed other) {
            return atNs != other.atNs
                    ? Long.compare(atNs, other.atNs)
                    : Long.compare(order, other.order);
        }
    }

    RelaySwarm(final ShuffleShape shape, final long seed) {
        this.shape = shape;
        this.seed = seed;
        random = new Random(seed);
        nodes = new Node[shape.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(shape.p());
        }
        startControl();
    }

    private void startControl() {
        control =
                new ShufflecastControl(
                        shape,
                        IntStream.range(0, shape.nodes())
                                .mapToObj(tor -> new PhysicalTor(tor, List.of(tor)))
                                .toList(),
                        RETURN_AFTER,
                        this);
    }

    Random random() {
        return random;
    }

    void at(final long afterNs, final Runnable action) {
        due.add(new Timed(nowNs + afterNs, order++, action));
    }

    /** Runs until nothing is under way. */
    void settle() {
        int steps = 0;
        while (true) {
            final Timed next = due.peek();
            final long deadline = control.deadlineNs();
            if (next == null && deadline == Long.MAX_VALUE) {
                break;
            }
            assertTrue(++steps < 1_000_000, this + " does not settle");
            if (next != null && (deadline == Long.MAX_VALUE || next.atNs <= deadline)) {
                due.poll();
                nowNs = Math.max(nowNs, next.atNs);
                next.action.run();
            } else {
                nowNs = Math.max(nowNs, deadline);
                control.onTime(nowNs);
            }
            checkNoCircle();
        }
        assertTrue(control.isSettled(), this + " is settled");
    }

    // --- faults

    void connect(final int tor) {
        final Node node = nodes[tor];
        if (!node.alive || node.linked) {
            return;
        }
        node.linked = true;
        final int connection = ++node.connection;
        up(
                tor,
                () -> {
                    assertEquals(
                            null,
                            control.onHello(
                                    nowNs,
                                    tor,
                                    List.of(
                                            new ShufflecastControl.NodeState(
                                                    tor,
                                                    node.version,
                                                    (BitSet) node.sources.clone()))));
                });
        for (int partition = 0; partition < shape.p(); partition++) {
            final int relay = shape.mirror(feedingClass(tor), partition);
            at(DETECTION, () -> report(tor, relay, connection));
        }
    }

    void disconnect(final int tor) {
        final Node node = nodes[tor];
        if (node.linked) {
            node.linked = false;
            final int connection = ++node.connection;
            at(
                    delay(),
                    () -> {
                        if (node.connection == connection) {
                            control.onLost(nowNs, tor);
                        }
                    });
        }
    }

    void kill(final int tor) {
        disconnect(tor);
        nodes[tor].alive = false;
        nodes[tor].sources.clear();
        nodes[tor].version = 0;
        changed(tor);
    }

    /** A ToR without power says no good-bye: its connection ends when it has been silent for long. */
    void powerOff(final int tor) {
        final Node node = nodes[tor];
        final int connection = node.connection;
        at(
                SILENT,
                () -> {
                    if (node.connection == connection && !node.alive) {
                        disconnect(tor);
                    }
                });
        node.alive = false;
        node.sources.clear();
        node.version = 0;
        changed(tor);
    }

    void start(final int tor) {
        if (!nodes[tor].alive && nodes[tor].linked) {
            disconnect(tor);
        }
        nodes[tor].alive = true;
        connect(tor);
        changed(tor);
    }

    void transmitter(final int tor, final boolean works) {
        nodes[tor].transmits = works;
        changed(tor);
    }

    void cable(final int tor, final int index, final boolean works) {
        nodes[tor].cable[index] = works;
        changed(tor);
    }

    void restartControl() {
        for (final Node node : nodes) {
            node.linked = false;
            node.connection++;
        }
        startControl();
        for (int tor = 0; tor < nodes.length; tor++) {
            final int each = tor;
            at(delay(), () -> connect(each));
        }
    }

    private int feedingClass(final int tor) {
        return shape.feeder(tor);
    }

    /** All receivers of a relay look at it again. */
    private void changed(final int relay) {
        changed = true;
        final int first = shape.firstFed(shape.mirrorClass(relay));
        for (int receiver = first; receiver < first + shape.p(); receiver++) {
            final int each = receiver;
            final int connection = nodes[receiver].connection;
            at(DETECTION + delay(), () -> report(each, relay, connection));
        }
    }

    private void report(final int receiver, final int relay, final int connection) {
        final Node node = nodes[receiver];
        if (!node.alive || !node.linked || node.connection != connection) {
            return;
        }
        final int first = shape.firstFed(shape.mirrorClass(relay));
        final boolean heard = isFed(relay, receiver - first);
        up(receiver, () -> assertTrue(control.onReport(nowNs, receiver, relay, heard)));
    }

    private boolean isFed(final int relay, final int index) {
        return nodes[relay].alive && nodes[relay].transmits && nodes[relay].cable[index];
    }

    // --- links

    private long delay() {
        return 1 + (long) (random.nextDouble() * LONGEST_DELAY);
    }

    private void up(final int tor, final Runnable message) {
        final Node node = nodes[tor];
        final int connection = node.connection;
        node.upNs = Math.max(node.upNs + 1, nowNs + delay());
        at(
                node.upNs - nowNs,
                () -> {
                    if (node.connection == connection && node.linked && node.alive) {
                        message.run();
                    }
                });
    }

    @Override
    public void rules(final int tor, final int version, final BitSet sources) {
        final Node node = nodes[tor];
        final BitSet copy = (BitSet) sources.clone();
        final int connection = node.connection;
        node.downNs = Math.max(node.downNs + 1, nowNs + delay());
        at(
                node.downNs - nowNs,
                () -> {
                    if (node.connection == connection && node.linked && node.alive) {
                        assertTrue(version > node.version, this + " goes back");
                        node.version = version;
                        node.sources.clear();
                        node.sources.or(copy);
                        changed = true;
                        up(tor, () -> control.onRules(nowNs, tor, version));
                    }
                });
    }

    @Override
    public void members(
            final int tor, final long change, final int group, final List<String> ports) {}

    @Override
    public void complete(final int tor) {}

    @Override
    public void notRestored(final int tor, final String refusal) {}

    @Override
    public String keep(final int group, final Map<Integer, List<String>> members) {
        return null;
    }

    @Override
    public void answer(final long request, final String refusal) {}

    @Override
    public void start(final long request) {}

    @Override
    public void hangs(final int tor) {
        assertTrue(nodes[tor].linked, this + ": " + tor + " hangs without a connection");
        nodes[tor].linked = false;
        nodes[tor].connection++;
        at(delay(), () -> connect(tor));
    }

    @Override
    public void event(final int node, final RelayChange change) {
        events.add(change);
    }

    // --- invariants

    private void checkNoCircle() {
        if (!changed) {
            return;
        }
        changed = false;
        for (int source = 0; source < nodes.length; source++) {
            if (nodes[source].alive) {
                follow(source, source, new BitSet(), new BitSet());
            }
        }
    }

    private void follow(final int source, final int relay, final BitSet onWay, final BitSet done) {
        assertTrue(!onWay.get(relay), this + ": frames of " + source + " circle at " + relay);
        if (done.get(relay)) {
            return;
        }
        onWay.set(relay);
        final int first = shape.firstFed(shape.mirrorClass(relay));
        for (int index = 0; index < shape.p(); index++) {
            final int next = first + index;
            if (isFed(relay, index)
                    && nodes[next].alive
                    && next != source
                    && nodes[next].sources.get(source)) {
                follow(source, next, onWay, done);
            }
        }
        onWay.clear(relay);
        done.set(relay);
    }

    /** Each source whose own splitter works reaches each living ToR once. */
    void checkReach() {
        for (int source = 0; source < nodes.length; source++) {
            if (isWhole(source)) {
                final int[] copies = new int[nodes.length];
                deliver(source, source, copies);
                for (int tor = 0; tor < nodes.length; tor++) {
                    if (nodes[tor].alive) {
                        assertEquals(1, copies[tor], this + ": " + source + " at " + tor);
                    }
                }
            }
        }
    }

    boolean isWhole(final int tor) {
        final Node node = nodes[tor];
        boolean whole = node.alive && node.transmits;
        for (final boolean works : node.cable) {
            whole &= works;
        }
        return whole;
    }

    private void deliver(final int source, final int relay, final int[] copies) {
        final int first = shape.firstFed(shape.mirrorClass(relay));
        for (int index = 0; index < shape.p(); index++) {
            final int next = first + index;
            if (isFed(relay, index) && nodes[next].alive) {
                copies[next]++;
                if (next != source && nodes[next].sources.get(source)) {
                    deliver(source, next, copies);
                }
            }
        }
    }

    List<Integer> failed() {
        return control.failed();
    }

    @Override
    public String toString() {
        return shape + ", seed " + seed + ", " + nowNs / MS + " ms";
    }
}
