package io.polycast.mft.table;

import java.nio.ByteOrder;

/** Words of a frame as integers whose lowest byte comes first on the wire, whatever the machine. */
public final class WireWords {
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private WireWords() {}

    /** Between the order of the wire and that of a word in memory, both ways. */
    public static long ordered(final long word) {
        return LITTLE ? word : Long.reverseBytes(word);
    }

    /** Between the order of the wire and that of a word in memory, both ways. */
    public static int ordered(final int word) {
        return LITTLE ? word : Integer.reverseBytes(word);
    }

    /** Between the order of the wire and that of a word in memory, both ways. */
    public static short ordered(final short word) {
        return LITTLE ? word : Short.reverseBytes(word);
    }
}
