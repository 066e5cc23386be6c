package io.polycast.sim.registration;

import java.util.PriorityQueue;
import java.util.Random;

/** Frames under way between nodes; loses, repeats and reorders when told to. */
final class Wire {
    /** A frame that arrives at a node's port. */
    record Arrival(long atNs, long order, int node, int port, byte[] frame)
            implements Comparable<Arrival> {
        @Override
        public int compareTo(final Arrival other) {
            return atNs != other.atNs
                    ? Long.compare(atNs, other.atNs)
                    : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Arrival> queue = new PriorityQueue<>();
    private final Random random;
    private double loss;
    private double twice;
    private int jitterNs;
    private long order;
    private boolean quiet;

    Wire(final long seed, final double loss, final double twice, final int jitterNs) {
        random = new Random(seed);
        this.loss = loss;
        this.twice = twice;
        this.jitterNs = jitterNs;
    }

    void send(final long nowNs, final int node, final int port, final byte[] frame) {
        if (quiet || random.nextDouble() < loss) {
            return;
        }
        final int copies = random.nextDouble() < twice ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            final long at = nowNs + 1000 + (jitterNs == 0 ? 0 : random.nextInt(jitterNs));
            queue.add(new Arrival(at, order++, node, port, frame));
        }
    }

    /** From now on each frame passes once, in order. */
    void calm() {
        loss = 0;
        twice = 0;
        jitterNs = 0;
    }

    /** Nothing passes any more, or again. */
    void quiet(final boolean isQuiet) {
        quiet = isQuiet;
    }

    /** Next frame that arrives until then, or null. */
    Arrival next(final long untilNs) {
        return !queue.isEmpty() && queue.peek().atNs() <= untilNs ? queue.poll() : null;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }
}
