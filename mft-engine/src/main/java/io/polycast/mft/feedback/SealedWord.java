package io.polycast.mft.feedback;

/**
 * Words with a check of their own: low bits of data, and above them a check that covers the data,
 * the record's number and the words that belong to it. The check always finds one changed bit of
 * data or check, and misses one in four million of other changes. Its value is the upper end of a
 * product with an odd constant without a long run of equal bits.
 */
final class SealedWord {
    /** Data bits of a group's name. */
    static final int NAME_BITS = 40;

    /** Data bits of a path's standing. */
    static final int STANDING_BITS = 42;

    private static final long PLACE_FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final long MIX_FACTOR = 0xBF58_476D_1CE4_E5B9L;
    private static final long CHECK_FACTOR = 0x94D0_49BB_1331_11EBL;

    private SealedWord() {}

    /**
     * @param data in the low bits, and nothing above
     * @param bits of data
     * @param other word that the check covers beside the data
     * @param place of the record, from 0 on
     * @return data with its check
     */
    static long seal(final long data, final int bits, final long other, final int place) {
        return data | (data ^ mix(other, place)) * CHECK_FACTOR >>> bits << bits;
    }

    /**
     * @return whether a word equals {@link #seal} of its data
     */
    static boolean isWhole(final long word, final int bits, final long other, final int place) {
        return word == seal(data(word, bits), bits, other, place);
    }

    /**
     * @return the low bits of a word
     */
    static long data(final long word, final int bits) {
        return word & (1L << bits) - 1;
    }

    /**
     * @param place of a free path record, from 0 on
     * @return its name, which is not 0
     */
    static long freeName(final int place) {
        return mix(0, place) & 0xFFFF_FFFFL | 1;
    }

    private static long mix(final long other, final int place) {
        final long mixed = (other + (place + 1L) * PLACE_FACTOR) * MIX_FACTOR;
        return mixed ^ mixed >>> 32;
    }
}
