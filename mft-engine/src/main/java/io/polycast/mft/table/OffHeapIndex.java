package io.polycast.mft.table;

import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Open-addressing hash index from a pair of ints to a non-negative int, off-heap, of fixed
 * capacity.
 *
 * <p>Entry layout, 16 bytes, native order: {@code keyA int, keyB int, value + 1 int (0: empty),
 * reserved}. Linear probing with at most half the entries used; removal shifts back, so that there
 * are no tombstones and probes stay short for ever. A pair may occur more than once: {@link #first}
 * and {@link #following} walk its entries.
 */
final class OffHeapIndex {
    /** Answer when there is no (further) entry. */
    static final int NONE = -1;

    private static final int ENTRY_LENGTH = 16;
    private static final int KEY_A = 0;
    private static final int KEY_B = 4;
    private static final int VALUE = 8;

    private final UnsafeBuffer buffer;
    private final RawWords words;
    private final int mask;
    private final int limit;
    private int size;

    /**
     * @param maxEntries that the index can hold, at least 1
     * @param memory that it lies in
     */
    OffHeapIndex(final int maxEntries, final OffHeap memory) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(Math.max(8, maxEntries * 2));
        this.mask = capacity - 1;
        this.limit = maxEntries;
        this.buffer = memory.allocate((long) capacity * ENTRY_LENGTH);
        this.words = new RawWords(buffer);
    }

    int size() {
        return size;
    }

    void put(final int keyA, final int keyB, final int value) {
        if (size == limit) {
            throw new IllegalStateException("index full: limit=" + limit);
        }
        int position = hash(keyA, keyB) & mask;
        while (valueAt(position) != 0) {
            position = (position + 1) & mask;
        }
        write(position, keyA, keyB, value + 1);
        size++;
    }

    /** Entry at which a search for the pair begins, read for its cache line. */
    int atHome(final int keyA, final int keyB) {
        return valueAt(hash(keyA, keyB) & mask);
    }

    /** Position of the pair's first entry, or {@link #NONE}. */
    int first(final int keyA, final int keyB) {
        return probe(hash(keyA, keyB) & mask, keyA, keyB);
    }

    /** Position of the pair's next entry after {@code position}, or {@link #NONE}. */
    int following(final int position, final int keyA, final int keyB) {
        return probe((position + 1) & mask, keyA, keyB);
    }

    /** The value at a position that {@link #first} or {@link #following} gave. */
    int value(final int position) {
        return valueAt(position) - 1;
    }

    /** The pair's value, or {@link #NONE}; for pairs that occur at most once. */
    int find(final int keyA, final int keyB) {
        final int position = first(keyA, keyB);
        return position == NONE ? NONE : value(position);
    }

    boolean remove(final int keyA, final int keyB, final int value) {
        int position = first(keyA, keyB);
        while (position != NONE && value(position) != value) {
            position = following(position, keyA, keyB);
        }
        if (position == NONE) {
            return false;
        }
        close(position);
        size--;
        return true;
    }

    /** Moves later entries of the cluster back over the hole, as long as their home allows. */
    private void close(final int removed) {
        int hole = removed;
        int next = (hole + 1) & mask;
        while (valueAt(next) != 0) {
            final int at = next * ENTRY_LENGTH;
            final int home = hash(words.getInt(at, KEY_A), words.getInt(at, KEY_B)) & mask;
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                write(hole, words.getInt(at, KEY_A), words.getInt(at, KEY_B), valueAt(next));
                hole = next;
            }
            next = (next + 1) & mask;
        }
        write(hole, 0, 0, 0);
    }

    private int probe(final int from, final int keyA, final int keyB) {
        int position = from;
        while (true) {
            final int at = position * ENTRY_LENGTH;
            final int value = words.getInt(at, VALUE);
            if (words.getInt(at, KEY_A) == keyA && words.getInt(at, KEY_B) == keyB && value != 0) {
                return position;
            }
            if (value == 0) {
                return NONE;
            }
            position = (position + 1) & mask;
        }
    }

    private int valueAt(final int position) {
        return words.getInt(position * ENTRY_LENGTH, VALUE);
    }

    private void write(final int position, final int keyA, final int keyB, final int valuePlusOne) {
        final int at = position * ENTRY_LENGTH;
        buffer.putInt(at + KEY_A, keyA);
        buffer.putInt(at + KEY_B, keyB);
        buffer.putInt(at + VALUE, valuePlusOne);
    }

    /** Finaliser of MurmurHash3: dense addresses of one subnet must not cluster. */
    private static int hash(final int keyA, final int keyB) {
        int h = keyA * 0x9E3779B1 ^ keyB;
        h ^= h >>> 16;
        h *= 0x85EBCA6B;
        h ^= h >>> 13;
        h *= 0xC2B2AE35;
        return h ^ (h >>> 16);
    }
}
