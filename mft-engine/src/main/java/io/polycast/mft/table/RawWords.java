package io.polycast.mft.table;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Words of a table's memory, outside of the heap, in native byte order. Offsets come from the table itself,
 * so only assertions check them; tests switch these on.
 *
 * <p>A word is named by its row's offset and its own offset in the row. Added as 64 bits, the
 * second costs the processor nothing; a sum of ints would take one or two more instructions per
 * word.
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

    byte getByte(final int row, final int field) {
        assert isWithin(row + field, Byte.BYTES);
        return UnsafeApi.getByte(address + row + field);
    }

    short getShort(final int row, final int field) {
        assert isWithin(row + field, Short.BYTES);
        return UnsafeApi.getShort(address + row + field);
    }

    int getInt(final int row, final int field) {
        assert isWithin(row + field, Integer.BYTES);
        return UnsafeApi.getInt(address + row + field);
    }

    long getLong(final int row, final int field) {
        assert isWithin(row + field, Long.BYTES);
        return UnsafeApi.getLong(address + row + field);
    }

    void putInt(final int row, final int field, final int value) {
        assert isWithin(row + field, Integer.BYTES);
        UnsafeApi.putInt(address + row + field, value);
    }

    long address(final int row) {
        return address + row;
    }

    private boolean isWithin(final int at, final int bytes) {
        buffer.boundsCheck(at, bytes);
        return true;
    }
}
