package io.polycast.mft.table;

/**
 * Layout of a path's row: one cache line; native byte order unless said otherwise.
 *
 * <pre>
 *   0  byte[16] member's IP in network order; an IPv4 address fills bytes 12..15; zero for a switch
 *  16  byte[6]  next hop's MAC as on the wire
 *  22  byte  port
 *  23  byte  flags: bit 0 next hop is a host, bit 1 memory registered
 *  24  short VLAN id, -1 when tags stay as they came
 *  26  short reserved
 *  28  int   member's QPN
 *  32  long  memory: va
 *  40  long  memory: length, 0 unknown
 *  48  int   memory: rkey
 *  52  int   id of the path's feedback words (stable across versions)
 *  56  long  serial of the row: never the same for two contents, tags cached ICRC words
 * </pre>
 */
public final class PathRow {
    /** Bytes of a row. */
    public static final int LENGTH = 64;

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
    static final int SERIAL = 56;

    static final int FLAG_HOST = 1;
    static final int FLAG_MEMORY = 2;

    private PathRow() {}
}
