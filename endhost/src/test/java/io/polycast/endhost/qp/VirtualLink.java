package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.PriorityQueue;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Wire between two queue pairs in virtual time: a frame takes 1 us and leaves 100 ns after the one
 * before. Faults are drawn from the seed alone.
 */
final class VirtualLink {
    private static final long DELAY_NS = 1_000;
    private static final long GAP_NS = 100;
    private static final int MOST_STEPS = 3_000_000;

    private record Flight(long atNs, long number, boolean toB, byte[] frame) {}

    /** Shares of frames that suffer, each in [0, 1]. */
    record Faults(double loss, double duplication, double reordering, double corruption) {
        static final Faults NONE = new Faults(0, 0, 0, 0);
    }

    private final QueuePair a;
    private final QueuePair b;
    private final Random random;
    private final Faults faults;
    private final PriorityQueue<Flight> flights =
            new PriorityQueue<>(
                    (x, y) ->
                            x.atNs != y.atNs
                                    ? Long.compare(x.atNs, y.atNs)
                                    : Long.compare(x.number, y.number));
    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[8192]);
    private long nowNs;
    private long number;
    private int steps;

    VirtualLink(final QueuePair a, final QueuePair b, final long seed, final Faults faults) {
        this.a = a;
        this.b = b;
        this.faults = faults;
        random = new Random(seed);
    }

    static VirtualLink perfect(final QueuePair a, final QueuePair b) {
        return new VirtualLink(a, b, 0, Faults.NONE);
    }

    long nowNs() {
        return nowNs;
    }

    /** Runs until nothing flies and no timer is due, or until the time is up. */
    void run(final long untilNs) {
        drain();
        while (nowNs <= untilNs) {
            countStep();
            final Flight next = flights.peek();
            final long timerNs = Math.min(a.nextDeadlineNs(), b.nextDeadlineNs());
            if (next == null && timerNs == Long.MAX_VALUE) {
                return;
            }
            if (next != null && next.atNs <= timerNs) {
                flights.remove();
                nowNs = next.atNs;
                scratch.putBytes(0, next.frame);
                (next.toB ? b : a).onFrame(nowNs, scratch, 0, next.frame.length);
            } else {
                nowNs = Math.max(nowNs, timerNs);
            }
            drain();
        }
    }

    private void drain() {
        long atNs = nowNs + DELAY_NS;
        boolean more = true;
        while (more) {
            countStep();
            more = transmit(a, true, atNs) | transmit(b, false, atNs);
            atNs += GAP_NS;
        }
    }

    /** Queue pairs that make no progress fail a test at once, and not after the test's time. */
    private void countStep() {
        assertTrue(++steps < MOST_STEPS, "queue pairs send without an end");
    }

    private boolean transmit(final QueuePair from, final boolean toB, final long atNs) {
        final int length = from.poll(nowNs, scratch, 0);
        if (length == 0) {
            return false;
        }
        if (random.nextDouble() < faults.loss) {
            return true;
        }
        final byte[] frame = new byte[length];
        scratch.getBytes(0, frame);
        if (random.nextDouble() < faults.corruption) {
            frame[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
        }
        final long lateNs = random.nextDouble() < faults.reordering ? random.nextInt(5_000) : 0;
        flights.add(new Flight(atNs + lateNs, number++, toB, frame));
        if (random.nextDouble() < faults.duplication) {
            flights.add(new Flight(atNs + random.nextInt(20_000), number++, toB, frame.clone()));
        }
        return true;
    }
}
