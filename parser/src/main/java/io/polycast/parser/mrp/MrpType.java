package io.polycast.parser.mrp;

/** Types of MRP packets, with the length of their records. */
public enum MrpType {
    /** Part of the list of members, leader included. */
    NODES(1, 8, 20, true),
    /** Part of the list of memory and first PSNs. */
    DETAIL(2, 32, 44, true),
    /** What holds for the whole group; asks for {@link #CONFIRM}. */
    GROUP(3, 48, 48, true),
    /** Answer to {@link #GROUP}: names the nodes that have not confirmed. */
    CONFIRM(4, 8, 20, false),
    /** Puts a confirmed revision in force; asks for {@link #COMMITTED}. */
    COMMIT(5, 8, 8, true),
    /** Answer to {@link #COMMIT}: names the nodes where the revision is not in force yet. */
    COMMITTED(6, 8, 20, false),
    /** Ends a group, or a revision that was not committed; asks for {@link #REMOVED}. */
    REMOVE(7, 8, 8, true),
    /** Answer to {@link #REMOVE}: names the nodes that have not answered. */
    REMOVED(8, 8, 20, false),
    /** Answer: the revision is not accepted, for a {@link MrpReason}. */
    REFUSED(9, 24, 24, false),
    /** Names members that were evicted or demoted; goes to the leader, asks for {@link #HEARD}. */
    EVENT(10, 8, 20, true),
    /** Answer to {@link #EVENT} with the records of the question. */
    HEARD(11, 8, 20, false);

    private static final MrpType[] BY_CODE = new MrpType[16];

    static {
        for (final MrpType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;
    private final int length4;
    private final int length6;
    private final boolean asks;

    MrpType(final int code, final int length4, final int length6, final boolean asks) {
        this.code = code;
        this.length4 = length4;
        this.length6 = length6;
        this.asks = asks;
    }

    /** Code on the wire, 4 bits. */
    public int code() {
        return code;
    }

    /** Bytes of a record in a packet of IPv4 or IPv6 addresses. */
    public int recordLength(final boolean ipv6) {
        return ipv6 ? length6 : length4;
    }

    /** Whether the packet wants something; an answer is never answered. */
    public boolean asks() {
        return asks;
    }

    /** Whether the records are {@link MrpNode}s. */
    public boolean hasNodes() {
        return length4 == 8 && length6 == 20;
    }

    /** Whether the packet has exactly one record and comes alone. */
    public boolean isSingle() {
        return this == GROUP || this == COMMIT || this == REMOVE || this == REFUSED;
    }

    /**
     * @param code on the wire
     * @return the type, or null when there is none
     */
    public static MrpType byCode(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
