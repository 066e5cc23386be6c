package io.polycast.mft.table;

/**
 * Layout of a path's row: one cache line; native byte order unless said otherwise.
 *
 * <pre>
 *   0  byte[16] member's IP in network order; an IPv4 address fills bytes 12..15; zero for a switch
 *  16  byte[6]  next hop's MAC as on the wire
 *  22  byte  port
 *  23  byte  flags: bit 0 next hop is a host, bit 1 memory registered, bit 2 a host whose copies
 *               keep their VLAN tags
 *  24  short VLAN id, -1 when tags stay as they came
 *  26  short reserved
 *  28  int   member's QPN
 *  32  long  memory: va
 *  40  long  memory: length, 0 unknown
 *  48  int   memory: rkey
 *  52  int   id of the path's feedback words (stable across versions)
 *  56  int   ones' complement sum of an IPv4 address's halves, each with the wire's first byte lowest,
 *               times 65537
 *  60  int   reserved
 * </pre>
 *
 * A second table of the same shape holds ICRC words at the row's offset, computed from the row.
 * Each of its 8 entries has the length behind the BTH's QPN (int, 0: empty; negative when the path
 * is no host whose copies keep their tags) and the word (int). Writing a row clears its words.
 */
public final class PathRow {
    /** Logarithm of {@link #LENGTH}. */
    public static final int SHIFT = 6;

    /** Bytes of a row; a group's rows lie one after another. */
    public static final int LENGTH = 1 << SHIFT;

    static final int IP = 0;
    static final int IP_LOW = 12;
    static final int MAC = 16;
    static final int PORT = 22;
    static final int FLAGS = 23;
    static final int VLAN = 24;
    static final int QPN = 28;
    static final int VA = 32;
    static final int MEMORY_LENGTH = 40;
    static final int RKEY = 48;
    static final int FEEDBACK_ID = 52;
    static final int IP_SUM = 56;

    static final int FLAG_HOST = 1;
    static final int FLAG_MEMORY = 2;
    static final int FLAG_TAGS_STAY = 4;

    /** Lengths whose word is held for a path, a power of two. */
    static final int WAYS = 8;

    static final int WORD_BYTES = 0;
    static final int WORD = 4;

    private PathRow() {}
}
