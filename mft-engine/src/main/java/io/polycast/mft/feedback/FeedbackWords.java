package io.polycast.mft.feedback;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Words of the feedback buffer. Their offsets come from the tables that were sized with it, so that
 * only assertions check them, which tests switch on. Native byte order.
 *
 * <p>Memory that may be in the heap or outside costs the compiler its knowledge of all fields at each
 * access; so the two are told apart here, and the one that a process uses is compiled as what it is.
 */
abstract class FeedbackWords {
    /** Keeps the memory. */
    private final UnsafeBuffer buffer;

    private final byte[] array;
    private final long address;

    FeedbackWords(final UnsafeBuffer buffer) {
        this.buffer = buffer;
        this.array = buffer.byteArray();
        this.address = buffer.addressOffset();
    }

    final int getInt(final int at) {
        assert isWithin(at, Integer.BYTES);
        return array == null
                ? UnsafeApi.getInt(address + at)
                : UnsafeApi.getInt(array, address + at);
    }

    final void putInt(final int at, final int value) {
        assert isWithin(at, Integer.BYTES);
        if (array == null) {
            UnsafeApi.putInt(address + at, value);
        } else {
            UnsafeApi.putInt(array, address + at, value);
        }
    }

    final long getLong(final int at) {
        assert isWithin(at, Long.BYTES);
        return array == null
                ? UnsafeApi.getLong(address + at)
                : UnsafeApi.getLong(array, address + at);
    }

    final void putLong(final int at, final long value) {
        assert isWithin(at, Long.BYTES);
        if (array == null) {
            UnsafeApi.putLong(address + at, value);
        } else {
            UnsafeApi.putLong(array, address + at, value);
        }
    }

    final void clearRecord(final int at, final int length) {
        buffer.setMemory(at, length, (byte) 0);
    }

    private boolean isWithin(final int at, final int bytes) {
        buffer.boundsCheck(at, bytes);
        return true;
    }
}
