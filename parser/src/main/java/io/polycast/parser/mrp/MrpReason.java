package io.polycast.parser.mrp;

/** Why a registration is refused (docs/mrp.md, Reasons). Codes are never reused. */
public enum MrpReason {
    /** The switch has as many groups as it can. */
    TABLE_FULL(1, "table-full"),
    /** The group has more paths than a group may have, or the table of paths is full. */
    PATHS_FULL(2, "paths-full"),
    /** The unicast table has no port towards a node, or not the port by which the leader came. */
    NO_ROUTE(3, "no-route"),
    /** The leader has as many groups as a leader may have. */
    QUOTA(4, "quota"),
    /** Not signed, by an unknown key, wrong, repeated, or out of the window of time. */
    AUTH(5, "auth"),
    /** The switch knows a newer revision. */
    STALE(6, "stale"),
    /** The address is that of a group of the configuration or the command line. */
    STATIC(7, "static"),
    /** The address lies outside of the prefix of McstIDs. */
    PREFIX(8, "prefix"),
    /** More members than a group may have. */
    SIZE(9, "size"),
    /** Cannot be read: version, type, flags, lengths, parts. */
    MALFORMED(10, "malformed"),
    /** A node is named twice. */
    NODE_TWICE(11, "node-twice"),
    /** The leader is no node of its own group. */
    LEADER_ABSENT(12, "leader-absent"),
    /** Another controller owns the group. */
    OWNER(13, "owner"),
    /** The same revision came by another port: the tree would meet itself. */
    LOOP(14, "loop"),
    /** A node refused for a reason of its own. */
    NODE(15, "node"),
    /** More than the budget of the port. */
    RATE(16, "rate"),
    /** The switch cannot keep the group over a restart: its disk is full or fails. */
    NOT_KEPT(17, "not-kept");

    private static final MrpReason[] BY_CODE = new MrpReason[32];

    static {
        for (final MrpReason reason : values()) {
            BY_CODE[reason.code] = reason;
        }
    }

    private final int code;
    private final String label;

    MrpReason(final int code, final String label) {
        this.code = code;
        this.label = label;
    }

    /** Code on the wire, 8 bits, not 0. */
    public int code() {
        return code;
    }

    /** Name for people. */
    public String label() {
        return label;
    }

    /**
     * @param code on the wire
     * @return the reason, or null when there is none
     */
    public static MrpReason byCode(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
