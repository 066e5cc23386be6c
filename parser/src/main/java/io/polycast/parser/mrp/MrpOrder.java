package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Record of a {@link MrpType#COMMIT} or {@link MrpType#REMOVE}, 8 bytes: owner 4, scope 1, reserved
 * 3.
 *
 * @param owner controller that allocated the group, 32 bits
 * @param scope of a removal: {@link #ALL} or {@link #PENDING}; {@link #ALL} in a COMMIT
 */
public record MrpOrder(int owner, int scope) {
    /** The group. */
    public static final int ALL = 0;

    /** A revision that was not committed; what is in force stays. */
    public static final int PENDING = 1;

    /**
     * @param buffer that holds the record
     * @param index of its first byte
     * @return the record
     */
    public static MrpOrder load(final DirectBuffer buffer, final int index) {
        return new MrpOrder(buffer.getInt(index, BIG_ENDIAN), buffer.getByte(index + 4) & 0xFF);
    }

    /**
     * @param buffer to write to
     * @param index of the first byte
     */
    public void store(final MutableDirectBuffer buffer, final int index) {
        buffer.putInt(index, owner, BIG_ENDIAN);
        buffer.putInt(index + 4, scope << 24, BIG_ENDIAN);
    }
}
