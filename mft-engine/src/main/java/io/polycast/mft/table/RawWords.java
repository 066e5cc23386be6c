package io.polycast.mft.table;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Words of a table's memory, outside of the heap, as the packet's way reads them: their offsets come
 * from the table itself, so that only assertions check them, which tests switch on. Native byte order.
 */
final class RawWords {
    /** Keeps the memory. */
    private final UnsafeBuffer buffer;

    private final long address;

    RawWords(final UnsafeBuffer buffer) {
        if (buffer.byteArray() != null) {
            throw new IllegalArgumentException("table memory inside the Java heap");
        }
        this.buffer = buffer;
        this.address = buffer.addressOffset();
    }

    byte getByte(final int at) {
        assert isWithin(at, Byte.BYTES);
        return UnsafeApi.getByte(address + at);
    }

    short getShort(final int at) {
        assert isWithin(at, Short.BYTES);
        return UnsafeApi.getShort(address + at);
    }

    int getInt(final int at) {
        assert isWithin(at, Integer.BYTES);
        return UnsafeApi.getInt(address + at);
    }

    long getLong(final int at) {
        assert isWithin(at, Long.BYTES);
        return UnsafeApi.getLong(address + at);
    }

    void putLong(final int at, final long value) {
        assert isWithin(at, Long.BYTES);
        UnsafeApi.putLong(address + at, value);
    }

    private boolean isWithin(final int at, final int bytes) {
        buffer.boundsCheck(at, bytes);
        return true;
    }
}
