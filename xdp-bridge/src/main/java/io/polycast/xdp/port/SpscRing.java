package io.polycast.xdp.port;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Bounded queue of non-negative longs between exactly one producer thread and one consumer thread,
 * after Lamport. Each side works on its own index and keeps a stale copy of the other's, so that
 * the other side's cache line is touched only when the ring looks full or empty. Values are
 * published by a release store of the index and taken after an acquire load: whatever the producer
 * wrote before {@link #offer} is visible to the consumer after {@link #poll}.
 */
public final class SpscRing extends SpscRingPad3 {
    /** Answer of {@link #poll} when the ring is empty. */
    public static final long EMPTY = -1;

    private static final VarHandle TAIL;
    private static final VarHandle HEAD;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(SpscRingProducer.class, "tail", long.class);
            HEAD = lookup.findVarHandle(SpscRingConsumer.class, "head", long.class);
        } catch (final ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final long[] slots;
    private final long mask;

    /**
     * @param capacity least number of values that fit, at least 1; rounded up to a power of two
     */
    public SpscRing(final int capacity) {
        if (capacity < 1 || capacity > 1 << 30) {
            throw new IllegalArgumentException("capacity=" + capacity + " not in [1, 2^30]");
        }
        final int size = capacity == 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1;
        slots = new long[size];
        mask = size - 1L;
    }

    /**
     * Producer: adds a value.
     *
     * @param value not negative
     * @return false when the ring is full
     */
    public boolean offer(final long value) {
        final long at = tail;
        if (at - headSeen >= slots.length) {
            headSeen = (long) HEAD.getAcquire(this);
            if (at - headSeen >= slots.length) {
                return false;
            }
        }
        slots[(int) (at & mask)] = value;
        TAIL.setRelease(this, at + 1);
        return true;
    }

    /**
     * Consumer: takes the oldest value.
     *
     * @return the value, or {@link #EMPTY}
     */
    public long poll() {
        final long at = head;
        if (at == tailSeen) {
            tailSeen = (long) TAIL.getAcquire(this);
            if (at == tailSeen) {
                return EMPTY;
            }
        }
        final long value = slots[(int) (at & mask)];
        HEAD.setRelease(this, at + 1);
        return value;
    }

    /**
     * Consumer: takes the oldest values, all at once.
     *
     * @param to where they go, from index 0
     * @param most values to take
     * @return values taken
     */
    public int drain(final int[] to, final int most) {
        final long at = head;
        if (tailSeen - at < most) {
            tailSeen = (long) TAIL.getAcquire(this);
        }
        final int count = (int) Math.min(most, tailSeen - at);
        for (int i = 0; i < count; i++) {
            to[i] = (int) slots[(int) (at + i & mask)];
        }
        if (count > 0) {
            HEAD.setRelease(this, at + count);
        }
        return count;
    }

    /**
     * @return values in the ring; exact for a thread when the other side rests, else recent
     */
    public int size() {
        final long taken = (long) HEAD.getAcquire(this);
        final long put = (long) TAIL.getAcquire(this);
        return (int) Math.max(0, Math.min(put - taken, slots.length));
    }

    /**
     * @return most values that fit
     */
    public int capacity() {
        return slots.length;
    }
}

/** Keeps the producer's line apart from the object header's neighbours. */
class SpscRingPad1 {
    byte p000, p001, p002, p003, p004, p005, p006, p007;
    long p008, p016, p024, p032, p040, p048, p056, p064, p072, p080, p088, p096, p104, p112, p120;
}

/** Written by the producer only. */
class SpscRingProducer extends SpscRingPad1 {
    long tail;
    long headSeen;
}

/** Keeps producer and consumer on different cache lines (two, for the adjacent-line prefetcher). */
class SpscRingPad2 extends SpscRingProducer {
    long q000, q008, q016, q024, q032, q040, q048, q056, q064, q072, q080, q088, q096, q104, q112;
}

/** Written by the consumer only. */
class SpscRingConsumer extends SpscRingPad2 {
    long head;
    long tailSeen;
}

/** Keeps the consumer's line apart from the slots' reference, which both read. */
class SpscRingPad3 extends SpscRingConsumer {
    long r000, r008, r016, r024, r032, r040, r048, r056, r064, r072, r080, r088, r096, r104, r112;
}
