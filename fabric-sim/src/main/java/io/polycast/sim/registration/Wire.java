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
    private final double loss;
    private final double twice;
    private final int jitterNs;
    private long lost;
    private long repeated;
    private long order;
    private boolean calm;

    Wire(final long seed, final double loss, final double twice, final int jitterNs) {
        random = new Random(seed);
        this.loss = loss;
        this.twice = twice;
        this.jitterNs = jitterNs;
    }

    void send(final long nowNs, final int node, final int port, final byte[] frame) {
        if (calm) {
            queue.add(new Arrival(nowNs + 1000, order++, node, port, frame));
            return;
        }
        if (random.nextDouble() < loss) {
            lost++;
            return;
        }
        final int copies = random.nextDouble() < twice ? 2 : 1;
        repeated += copies - 1;
        for (int i = 0; i < copies; i++) {
            final long at = nowNs + 1000 + (jitterNs == 0 ? 0 : random.nextInt(jitterNs));
            queue.add(new Arrival(at, order++, node, port, frame));
        }
    }

    /** Nothing is lost, repeated or reordered any more, or again. */
    void calm(final boolean isCalm) {
        calm = isCalm;
    }

    /** Frames that did not arrive. */
    long lost() {
        return lost;
    }

    /** Frames that arrived twice. */
    long repeated() {
        return repeated;
    }

    /** Next frame that arrives until then, or null. */
    Arrival next(final long untilNs) {
        return !queue.isEmpty() && queue.peek().atNs() <= untilNs ? queue.poll() : null;
    }

    /** Time of the next arrival, or the end of time. */
    long nextAt() {
        return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().atNs();
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }
}
