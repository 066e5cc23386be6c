package io.polycast.endhost.qp;

import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import org.agrona.BitUtil;

/**
 * ACKs and NAKs that wait for the wire, in the order in which the responder decided them. One entry
 * is a long: syndrome in bits 48..55, MSN in 24..47, PSN in 0..23.
 *
 * <p>A full queue merges the newest ACK into an ACK before it, because ACKs are cumulative.
 * Otherwise the oldest entry is removed. The peer loses nothing that it needs, because NAKs follow
 * later ACKs.
 */
final class FeedbackQueue {
    private final long[] entries;
    private final int mask;
    private final boolean merging;
    private int head;
    private int tail;

    /**
     * @param depth entries, rounded up to a power of two
     * @param merging whether an ACK takes the place of one that still waits, as hardware does
     */
    FeedbackQueue(final int depth, final boolean merging) {
        entries = new long[BitUtil.findNextPositivePowerOfTwo(depth)];
        mask = entries.length - 1;
        this.merging = merging;
    }

    boolean isEmpty() {
        return head == tail;
    }

    void add(final int syndrome, final int msn, final int psn) {
        final long entry = ((long) syndrome << 48) | ((long) msn << 24) | psn;
        final boolean full = tail - head > mask;
        if ((merging || full) && Aeth.type(syndrome) == Aeth.TYPE_ACK && head != tail) {
            final int newest = (tail - 1) & mask;
            if (Aeth.type(syndrome(entries[newest])) == Aeth.TYPE_ACK) {
                entries[newest] = entry;
                return;
            }
        }
        if (full) {
            head++;
        }
        entries[tail++ & mask] = entry;
    }

    long remove() {
        return entries[head++ & mask];
    }

    void clear() {
        head = tail;
    }

    static int syndrome(final long entry) {
        return (int) (entry >>> 48);
    }

    static int msn(final long entry) {
        return (int) (entry >>> 24) & Psn.MASK;
    }

    static int psn(final long entry) {
        return (int) entry & Psn.MASK;
    }
}
