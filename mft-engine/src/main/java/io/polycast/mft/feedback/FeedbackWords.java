package io.polycast.mft.feedback;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Words of the feedback buffer, by their offsets from the first record. Offsets come from tables
 * that were sized with the buffer, so only assertions check them; tests switch these on. They are
 * longs, because the processor then adds a field's offset at no cost. Native byte order.
 *
 * <p>Memory inside and outside of the heap have separate accessors. If one accessor served both,
 * the compiler would forget all fields at each access.
 */
abstract class FeedbackWords {
    /** Keeps the memory. */
    private final UnsafeBuffer buffer;

    private final byte[] array;
    private final int base;

    /** Of the first record: of memory outside of the heap, or what the array's accessors take. */
    private final long address;

    /**
     * @param buffer that holds the records
     * @param base offset of the first of them
     */
    FeedbackWords(final UnsafeBuffer buffer, final int base) {
        this.buffer = buffer;
        this.array = buffer.byteArray();
        this.base = base;
        this.address = buffer.addressOffset() + base;
    }

    final int getInt(final long at) {
        assert isWithin(at, Integer.BYTES);
        return array == null
                ? UnsafeApi.getInt(address + at)
                : UnsafeApi.getInt(array, address + at);
    }

    final void putInt(final long at, final int value) {
        assert isWithin(at, Integer.BYTES);
        if (array == null) {
            UnsafeApi.putInt(address + at, value);
        } else {
            UnsafeApi.putInt(array, address + at, value);
        }
    }

    final long getLong(final long at) {
        assert isWithin(at, Long.BYTES);
        return array == null
                ? UnsafeApi.getLong(address + at)
                : UnsafeApi.getLong(array, address + at);
    }

    final void putLong(final long at, final long value) {
        assert isWithin(at, Long.BYTES);
        if (array == null) {
            UnsafeApi.putLong(address + at, value);
        } else {
            UnsafeApi.putLong(array, address + at, value);
        }
    }

    /**
     * As {@link #putLong}, after all stores before it: also a compiler may not turn them round. A
     * killed process needs that order.
     */
    final void putLongLast(final long at, final long value) {
        UnsafeApi.storeStoreFence();
        putLong(at, value);
        UnsafeApi.storeStoreFence();
    }

    final void clear(final long at, final int length) {
        buffer.setMemory((int) (base + at), length, (byte) 0);
    }

    private boolean isWithin(final long at, final int bytes) {
        buffer.boundsCheck((int) (base + at), bytes);
        return true;
    }
}
