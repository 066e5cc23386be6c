package io.polycast.parser.icrc;

/**
 * CRC-32 register steps by table (slicing by eight), 8 KiB of tables. Words are as read in
 * little-endian order: the first byte on the wire lowest.
 */
final class CrcTables {
    /** IEEE 802.3 polynomial, bit-reversed. */
    private static final int POLYNOMIAL = 0xEDB8_8320;

    private static final int SLICES = 8;
    private static final int SIZE = 256;

    /** {@code T[k * 256 + b]}: register after byte b and k zero bytes. */
    private static final int[] T = new int[SLICES * SIZE];

    static {
        for (int b = 0; b < SIZE; b++) {
            int register = b;
            for (int bit = 0; bit < 8; bit++) {
                register = register >>> 1 ^ (POLYNOMIAL & -(register & 1));
            }
            T[b] = register;
        }
        for (int i = SIZE; i < T.length; i++) {
            final int before = T[i - SIZE];
            T[i] = before >>> 8 ^ T[before & 0xFF];
        }
    }

    private CrcTables() {}

    static int update8(final int register, final int bits) {
        return register >>> 8 ^ T[(register ^ bits) & 0xFF];
    }

    static int update32(final int register, final int bits) {
        final int x = register ^ bits;
        return T[3 * SIZE + (x & 0xFF)]
                ^ T[2 * SIZE + (x >>> 8 & 0xFF)]
                ^ T[SIZE + (x >>> 16 & 0xFF)]
                ^ T[x >>> 24];
    }

    static int update64(final int register, final long bits) {
        final int x = register ^ (int) bits;
        final int y = (int) (bits >>> 32);
        return T[7 * SIZE + (x & 0xFF)]
                ^ T[6 * SIZE + (x >>> 8 & 0xFF)]
                ^ T[5 * SIZE + (x >>> 16 & 0xFF)]
                ^ T[4 * SIZE + (x >>> 24)]
                ^ T[3 * SIZE + (y & 0xFF)]
                ^ T[2 * SIZE + (y >>> 8 & 0xFF)]
                ^ T[SIZE + (y >>> 16 & 0xFF)]
                ^ T[y >>> 24];
    }
}
