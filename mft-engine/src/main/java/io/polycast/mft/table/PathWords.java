package io.polycast.mft.table;

import org.agrona.UnsafeApi;

/**
 * Words of a path's row by its address, as {@link Mft#rowAddress} gave it, in the order in which a
 * frame has them: for loops over paths, where an address is one register. Nothing is checked.
 */
public final class PathWords {
    private static final long LOW_32 = 0xFFFF_FFFFL;

    private PathWords() {}

    /** Id of the path's feedback words. */
    public static int feedbackId(final long row) {
        return UnsafeApi.getInt(row + PathRow.FEEDBACK_ID);
    }

    /** Egress port of the path. */
    public static int port(final long row) {
        return UnsafeApi.getByte(row + PathRow.PORT);
    }

    /**
     * Memory's eight bytes of which the first six are the next hop's MAC; the others mean nothing.
     */
    public static long mac(final long row) {
        return UnsafeApi.getLong(row + PathRow.MAC);
    }

    /** The member's IPv4 address, first byte lowest. */
    public static long ip(final long row) {
        return WireWords.ordered(UnsafeApi.getInt(row + PathRow.IP_LOW)) & LOW_32;
    }

    /** Ones' complement sum of the halves of {@link #ip}, in [0, 65536), times 65537. */
    public static long ipSum(final long row) {
        return UnsafeApi.getInt(row + PathRow.IP_SUM) & LOW_32;
    }

    /** The byte in front of DestQP, zero, and DestQP, first byte lowest. */
    public static long qpn(final long row) {
        return Integer.reverseBytes(UnsafeApi.getInt(row + PathRow.QPN)) & LOW_32;
    }

    /**
     * For how many bytes behind DestQP an ICRC word is kept; see {@link Mft#icrcWordBytes}.
     *
     * @param word address: that of the row and {@link Mft#icrcWordDistance}
     */
    public static int icrcWordBytes(final long word) {
        return UnsafeApi.getInt(word + PathRow.WORD_BYTES);
    }

    /** The ICRC word that is kept; its address as above. */
    public static int icrcWord(final long word) {
        return UnsafeApi.getInt(word + PathRow.WORD);
    }
}
