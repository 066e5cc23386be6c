package io.polycast.parser.icrc;

/**
 * CRC-32 register over n zero bytes, in constant time: a multiplication by x^(8n) modulo the
 * polynomial.
 *
 * <p>n is cut into three digits, of 7, 7 and 2 bits. For each value of each digit there is a table
 * of that linear map by nibbles of the register, 8 x 16 words: 260 maps, 130 KiB. A digit of 0 is
 * skipped, so a payload below 16 KiB costs two maps, 16 look-ups. Payloads of few lengths keep
 * their maps in the first cache level.
 */
final class CrcShift {
    /** Zeros are in [0, LIMIT). */
    static final int LIMIT = 1 << 16;

    private static final int NIBBLES = 8;
    private static final int MAP_SIZE = NIBBLES * 16;
    private static final int DIGIT = 128;
    private static final int TOP_DIGIT = 4;

    private static final int[] LOW = maps(DIGIT, oneByte());
    private static final int[] MIDDLE = maps(DIGIT, next(LOW, DIGIT));
    private static final int[] HIGH = maps(TOP_DIGIT, next(MIDDLE, DIGIT));

    private CrcShift() {}

    static int advance(final int register, final int zeroBytes) {
        if (zeroBytes >>> 16 != 0) {
            throw new IllegalArgumentException(
                    "zeroBytes=" + zeroBytes + " not in [0, " + LIMIT + ")");
        }
        int result = register;
        final int low = zeroBytes & DIGIT - 1;
        if (low != 0) {
            result = apply(LOW, low * MAP_SIZE, result);
        }
        final int middle = zeroBytes >>> 7 & DIGIT - 1;
        if (middle != 0) {
            result = apply(MIDDLE, middle * MAP_SIZE, result);
        }
        final int high = zeroBytes >>> 14;
        if (high != 0) {
            result = apply(HIGH, high * MAP_SIZE, result);
        }
        return result;
    }

    private static int apply(final int[] maps, final int map, final int x) {
        return maps[map + (x & 0xF)]
                ^ maps[map + 16 + (x >>> 4 & 0xF)]
                ^ maps[map + 32 + (x >>> 8 & 0xF)]
                ^ maps[map + 48 + (x >>> 12 & 0xF)]
                ^ maps[map + 64 + (x >>> 16 & 0xF)]
                ^ maps[map + 80 + (x >>> 20 & 0xF)]
                ^ maps[map + 96 + (x >>> 24 & 0xF)]
                ^ maps[map + 112 + (x >>> 28)];
    }

    /** Powers 0 to count - 1 of one map. */
    private static int[] maps(final int count, final int[] unit) {
        final int[] maps = new int[count * MAP_SIZE];
        for (int entry = 0; entry < MAP_SIZE; entry++) {
            maps[entry] = (entry & 15) << (entry >>> 4) * 4;
        }
        for (int i = MAP_SIZE; i < maps.length; i++) {
            maps[i] = apply(unit, 0, maps[i - MAP_SIZE]);
        }
        return maps;
    }

    /** The map one step beyond the last of these. */
    private static int[] next(final int[] maps, final int count) {
        final int[] next = new int[MAP_SIZE];
        for (int entry = 0; entry < MAP_SIZE; entry++) {
            next[entry] = apply(maps, MAP_SIZE, maps[(count - 1) * MAP_SIZE + entry]);
        }
        return next;
    }

    private static int[] oneByte() {
        final int[] map = new int[MAP_SIZE];
        for (int entry = 0; entry < MAP_SIZE; entry++) {
            map[entry] = CrcTables.update8((entry & 15) << (entry >>> 4) * 4, 0);
        }
        return map;
    }
}
