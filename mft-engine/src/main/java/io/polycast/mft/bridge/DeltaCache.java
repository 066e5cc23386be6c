package io.polycast.mft.bridge;

import io.polycast.parser.memory.DirectMemory;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * ICRC words of frames by (group and QPN, source, bytes that follow), off-heap, direct mapped,
 * bounded: a new word replaces the word in its entry.
 *
 * <p>Entry, 48 bytes, native order: {@code group and QPN long, source address 16 bytes, bytes that
 * follow int (0: empty), word int, reserved}.
 */
final class DeltaCache implements AutoCloseable {
    private static final int ENTRY_LENGTH = 48;
    private static final int SOURCE_HIGH = 8;
    private static final int SOURCE_LOW = 16;
    private static final int FOLLOWING = 24;
    private static final int WORD = 28;

    private final DirectMemory memory;
    private final UnsafeBuffer buffer;
    private final int mask;

    DeltaCache(final int entries) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(entries);
        memory = new DirectMemory(capacity * ENTRY_LENGTH, 64);
        buffer = memory.buffer();
        mask = capacity - 1;
    }

    @Override
    public void close() {
        memory.close();
    }

    /** Offset of the entry that a key maps to. */
    int entry(final long key, final int following) {
        final long h = (key * 0x9E37_79B9_7F4A_7C15L) ^ (following * 0xC2B2_AE3DL);
        return (int) (h ^ h >>> 29) & mask;
    }

    boolean holds(
            final int entry, final long key, final long high, final long low, final int following) {
        final int at = entry * ENTRY_LENGTH;
        return buffer.getLong(at) == key
                && buffer.getInt(at + FOLLOWING) == following
                && buffer.getLong(at + SOURCE_LOW) == low
                && buffer.getLong(at + SOURCE_HIGH) == high;
    }

    int word(final int entry) {
        return buffer.getInt(entry * ENTRY_LENGTH + WORD);
    }

    void put(
            final int entry,
            final long key,
            final long high,
            final long low,
            final int following,
            final int word) {
        final int at = entry * ENTRY_LENGTH;
        buffer.putLong(at, key);
        buffer.putLong(at + SOURCE_HIGH, high);
        buffer.putLong(at + SOURCE_LOW, low);
        buffer.putInt(at + FOLLOWING, following);
        buffer.putInt(at + WORD, word);
    }

    /** For tests and dumps. */
    DirectBuffer memory() {
        return buffer;
    }
}
