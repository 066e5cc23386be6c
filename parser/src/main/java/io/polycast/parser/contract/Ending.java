package io.polycast.parser.contract;

/**
 * Ending of a frame. A switch counts each received frame under exactly one ending, so the sum over all
 * endings is the number of frames received. {@link #HELD} is a gauge of the frames that have no ending yet.
 *
 * <p>An id is the place of the ending's word in the counters file. Ids are never reused or renumbered. Three
 * ranges of ids are reserved, and names of endings in a range begin with its prefix:
 *
 * <pre>
 *  80 ..  95   SURROGATE_     the surrogate role
 *  96 .. 111   REGISTRATION_  registration of members (MRP)
 * 112 .. 123   SHUFFLECAST_   the Shufflecast role
 * </pre>
 */
public enum Ending {
    /** Left through the wire's other port, unchanged. */
    FORWARDED(1, Disposition.FORWARDED, "forwarded"),

    /** Data that left as at least one copy. */
    REPLICATED(2, Disposition.REPLICATED, "replicated"),

    /** Still in the {@link FrameStore}: the word is a gauge. */
    HELD(3, Disposition.HELD, "held"),

    /** ARP request for a McstID. */
    ARP_ANSWERED(10, Disposition.CONSUMED, "ARP answered"),

    /** Neighbour solicitation for a group's address. */
    ND_ANSWERED(11, Disposition.CONSUMED, "ND answered"),

    /** ACK that entered the group's state; an aggregate may have left. */
    ACK_ABSORBED(20, Disposition.ABSORBED, "ACK absorbed"),

    /** Sequence NAK that entered the group's state. */
    NAK_ABSORBED(21, Disposition.ABSORBED, "NAK absorbed"),

    /** RNR NAK that entered the group's state. */
    RNR_ABSORBED(22, Disposition.ABSORBED, "RNR NAK absorbed"),

    /** NAK 0x61..0x64 handled by policy.fatalNak. */
    FATAL_NAK_ABSORBED(23, Disposition.ABSORBED, "fatal NAK absorbed"),

    /** CNP of the most congested path: one left to the source. */
    CNP_PASSED(24, Disposition.ABSORBED, "CNP passed"),

    /** Every path has acknowledged this PSN. */
    RETRANSMISSION_FILTERED(30, Disposition.FILTERED, "retransmission filtered"),

    /** As above, with AckReq: answered with the aggregated ACK (rule 2). */
    RETRANSMISSION_ANSWERED(31, Disposition.FILTERED, "retransmission answered"),

    /** CNP of a path that is not the most congested. */
    CNP_FILTERED(32, Disposition.FILTERED, "CNP filtered"),

    /** ACK or NAK behind its path's AckPSN, or {@code alive} of a switch. */
    FEEDBACK_STALE(33, Disposition.FILTERED, "stale feedback"),

    /** Data for a group in which only its source is left. */
    NO_RECEIVER(34, Disposition.FILTERED, "no receiver"),

    /** Data or feedback of a member that is no longer served. */
    EVICTED_MEMBER(35, Disposition.FILTERED, "evicted member"),

    /** Version or header length that cannot be. */
    BAD_IP_HEADER(43, Disposition.DROPPED, "bad IP header"),

    /** IPv4 header checksum does not hold. */
    BAD_IP_CHECKSUM(44, Disposition.DROPPED, "bad IP checksum"),

    /** IP length beyond the frame, or shorter than its headers. */
    BAD_IP_LENGTH(45, Disposition.DROPPED, "bad IP length"),

    /** RoCEv2 is never fragmented. */
    IP_FRAGMENT(46, Disposition.DROPPED, "IP fragment"),

    /** RoCEv2 over IPv4 has IHL 5, over IPv6 no extension headers. */
    IP_OPTIONS(47, Disposition.DROPPED, "IP options"),

    /** Ends inside the UDP header. */
    TRUNCATED_UDP(48, Disposition.DROPPED, "truncated: UDP"),

    /** UDP length disagrees with the IP length. */
    BAD_UDP_LENGTH(49, Disposition.DROPPED, "bad UDP length"),

    /** No room for BTH and ICRC. */
    TRUNCATED_BTH(50, Disposition.DROPPED, "truncated: BTH"),

    /** TVer is not 0. */
    BAD_TRANSPORT_VERSION(51, Disposition.DROPPED, "bad BTH version"),

    /** Reserved or vendor opcode. */
    UNKNOWN_OPCODE(52, Disposition.DROPPED, "unknown opcode"),

    /** Ends inside RETH, AETH, ImmDt... */
    TRUNCATED_EXTENSION(53, Disposition.DROPPED, "truncated: extension header"),

    /** PadCnt beyond the payload, set where it must be 0, or payload not a multiple of 4. */
    BAD_PAD(54, Disposition.DROPPED, "bad pad count"),

    /** Bit 7 or type 10 of the syndrome set, or a reserved NAK code. */
    BAD_AETH(55, Disposition.DROPPED, "bad AETH"),

    /** CNP without BECN or of wrong length. */
    BAD_CNP(56, Disposition.DROPPED, "bad CNP"),

    /** Feedback, or data where it is verified, whose ICRC does not hold. */
    BAD_ICRC(57, Disposition.DROPPED, "bad ICRC"),

    /** ACK with payload, FIRST or MIDDLE without. */
    BAD_PAYLOAD_LENGTH(58, Disposition.DROPPED, "bad payload length"),

    /** RoCEv2 for an address in the McstID range without a group. */
    UNKNOWN_GROUP(60, Disposition.DROPPED, "unknown group"),

    /** Nothing of a group, on a port without a wire. */
    NOT_FOR_US(61, Disposition.DROPPED, "not for us"),

    /** Data or feedback from an address or port that is no path of the group. */
    NOT_A_MEMBER(62, Disposition.DROPPED, "not a member"),

    /** READ, ATOMIC, SEND with invalidate... to a group. */
    OPCODE_REFUSED(63, Disposition.DROPPED, "opcode refused"),

    /** UC data to a group without uc: allow. */
    UC_REFUSED(64, Disposition.DROPPED, "UC refused"),

    /** Feedback to a group that no source has sent to. */
    NO_SOURCE(65, Disposition.DROPPED, "feedback without source"),

    /** ACK, NAK or CNP on the source's own path. */
    FEEDBACK_FROM_SOURCE(66, Disposition.DROPPED, "feedback from the source"),

    /** Acknowledges a PSN that was never forwarded (rule 12). */
    FEEDBACK_BEYOND_SENT(67, Disposition.DROPPED, "feedback beyond sent"),

    /** Data of a would-be new source with a wrong ICRC or a PSN out of the window (rule 11). */
    SOURCE_IMPLAUSIBLE(68, Disposition.DROPPED, "implausible source"),

    /** WRITE beyond a member's registered memory, or to a member without memory. */
    REMOTE_ACCESS(69, Disposition.DROPPED, "WRITE out of bounds"),

    /** No port took a copy or the forwarded frame. */
    EGRESS_REFUSED(70, Disposition.DROPPED, "egress refused"),

    /** Data or feedback to a group's address with a QPN that is not 1. */
    WRONG_QPN(71, Disposition.DROPPED, "wrong virtual QPN"),

    /** PAUSE and PFC never cross a switch. */
    MAC_CONTROL_DROPPED(73, Disposition.DROPPED, "MAC control"),

    /** Feedback or a change of source beyond its path's budget, ARP or ND beyond its port's. */
    RATE_LIMITED(75, Disposition.DROPPED, "rate limited"),

    /** Of a group of another shard, whose ring for such frames was full. */
    HANDOVER_FULL(76, Disposition.DROPPED, "handover full"),

    /** Waited while the switch stood still for half of idleAnew or longer. */
    STANDSTILL(77, Disposition.DROPPED, "standstill"),

    /**
     * The role wanted to hold the frame, and the budget {@code limits.heldChunks} was exhausted.
     */
    HOLD_REFUSED(78, Disposition.DROPPED, "hold refused"),

    /** Still held when the switch stopped. */
    HELD_AT_STOP(79, Disposition.DROPPED, "held at stop"),

    /** HELLO, REQUEST, GRANT, ACK, STOP or GO of a node, PAUSE or PFC of a neighbour, or IGMP that stays here. */
    SURROGATE_CONTROL(80, Disposition.CONSUMED, "control consumed"),

    /** Frame or message of a node that was taken before. */
    SURROGATE_REPEATED(81, Disposition.FILTERED, "leg repetition"),

    /** IGMP with a wrong checksum, or cut short. */
    SURROGATE_BAD_IGMP(82, Disposition.DROPPED, "bad IGMP"),

    /** The payload memory of its priority had no room; a node repeats a lossless one. */
    SURROGATE_PAYLOAD_FULL(83, Disposition.DROPPED, "payload memory full"),

    /** All its copies were dropped by VOQs or for lack of headers. */
    SURROGATE_VOQ_DROP(84, Disposition.DROPPED, "VOQ drop"),

    /** Only for nodes that do not answer, or of a node before the echo. */
    SURROGATE_LEG_DOWN(85, Disposition.DROPPED, "leg down"),

    /** Has passed as many legs as there are lanes. */
    SURROGATE_LANE_EXHAUSTED(86, Disposition.DROPPED, "lane exhausted"),

    /** Grants a request that was never made. */
    SURROGATE_UNASKED_GRANT(87, Disposition.DROPPED, "unasked grant"),

    /** Acknowledges a frame that was never sent. */
    SURROGATE_UNSENT_ACK(88, Disposition.DROPPED, "ACK of the unsent"),

    /** Does not follow the last frame or request of its leg: one was lost before. */
    SURROGATE_SEQUENCE_JUMP(89, Disposition.DROPPED, "leg sequence jump"),

    /** Of a node, and its CRC does not hold. */
    SURROGATE_BAD_CRC(90, Disposition.DROPPED, "bad leg CRC"),

    /** Of a node, for a VOQ that does not fit its lane. */
    SURROGATE_UNKNOWN_VOQ(91, Disposition.DROPPED, "unknown VOQ"),

    /** Of a node, with a priority or lane that cannot be. */
    SURROGATE_UNKNOWN_LANE(92, Disposition.DROPPED, "unknown lane"),

    /** Of a node, with another version, an unknown type or a wrong length. */
    SURROGATE_BAD_VERSION(93, Disposition.DROPPED, "bad leg header"),

    /** Between nodes by its EtherType, on a port or from an address that is no leg. */
    SURROGATE_NOT_A_LEG(94, Disposition.DROPPED, "not a leg"),

    /** Data without a grant, or a request beyond what a leg may have. */
    SURROGATE_UNASKED_DATA(95, Disposition.DROPPED, "not granted"),

    /** MRP that the switch took: its answer may still refuse the revision at another switch. */
    REGISTRATION_TAKEN(96, Disposition.CONSUMED, "registration taken"),

    /** MRP of a new group, and there are as many as the switch can have. */
    REGISTRATION_TABLE_FULL(97, Disposition.DROPPED, "registration: table full"),

    /** MRP of a group with more paths than a group or the table can have. */
    REGISTRATION_PATHS_FULL(98, Disposition.DROPPED, "registration: paths full"),

    /** MRP with a node that no port leads to, or of a leader that is elsewhere. */
    REGISTRATION_NO_ROUTE(99, Disposition.DROPPED, "registration: no route"),

    /** MRP of a leader that has {@code registration.maxGroupsPerLeader} groups. */
    REGISTRATION_QUOTA(100, Disposition.DROPPED, "registration: quota"),

    /** MRP unsigned, by an unknown key, wrong, repeated, or out of the window of time. */
    REGISTRATION_AUTH(101, Disposition.DROPPED, "registration: not authentic"),

    /** MRP older than what the switch knows, or an answer to nothing that it asked. */
    REGISTRATION_STALE(102, Disposition.DROPPED, "registration: stale"),

    /** MRP of a group of the configuration or of {@code group set}. */
    REGISTRATION_STATIC(103, Disposition.DROPPED, "registration: static group"),

    /** MRP to an address outside of the prefix of McstIDs, on a port without a wire. */
    REGISTRATION_PREFIX(104, Disposition.DROPPED, "registration: foreign prefix"),

    /** MRP of a group with more members than a group may have. */
    REGISTRATION_SIZE(105, Disposition.DROPPED, "registration: too many members"),

    /** MRP that cannot be read, or whose parts contradict each other. */
    REGISTRATION_MALFORMED(106, Disposition.DROPPED, "registration: malformed"),

    /** MRP with a node or a detail that stands twice, or a detail without a node. */
    REGISTRATION_NODE_TWICE(107, Disposition.DROPPED, "registration: node twice"),

    /** MRP whose leader is no node of the set, or not its sender. */
    REGISTRATION_LEADER_ABSENT(108, Disposition.DROPPED, "registration: leader absent"),

    /** MRP of a group that another controller owns. */
    REGISTRATION_OWNER(109, Disposition.DROPPED, "registration: other owner"),

    /** MRP of a revision that came by another port before. */
    REGISTRATION_LOOP(110, Disposition.DROPPED, "registration: loop"),

    /** MRP beyond the budget of its port. */
    REGISTRATION_RATE(111, Disposition.DROPPED, "registration: rate limited"),

    /** Data of this ToR that came back by way of the splitters: its members got it from the host. */
    SHUFFLECAST_OWN_RETURNED(112, Disposition.FILTERED, "own copy returned"),

    /** To 224.0.0.0/24, which stays in its network. */
    SHUFFLECAST_LINK_LOCAL(113, Disposition.FILTERED, "link-local multicast"),

    /** IGMP: groups of a relay are configured. */
    SHUFFLECAST_IGMP(114, Disposition.FILTERED, "IGMP not relayed"),

    /** IPv6 multicast: sources of a ToR are known by IPv4 addresses. */
    SHUFFLECAST_IPV6(115, Disposition.FILTERED, "IPv6 not relayed"),

    /** Heartbeat of a relay whose splitter leads here. */
    SHUFFLECAST_HEARTBEAT(116, Disposition.CONSUMED, "heartbeat"),

    /** Data of another ToR without a rule here, and without a member that gets it by this node. */
    SHUFFLECAST_NO_RULE(117, Disposition.FILTERED, "no rule"),

    /** As above, at a relay that was not told its rules yet. */
    SHUFFLECAST_NOT_TOLD(118, Disposition.DROPPED, "rules not told"),

    /** Came in on the port that leads to a splitter: the splitter is one-way. */
    SHUFFLECAST_FROM_SPLITTER(119, Disposition.DROPPED, "from the splitter port"),

    /** Multicast of a host whose source address is not one of this ToR. */
    SHUFFLECAST_FOREIGN_SOURCE(120, Disposition.DROPPED, "foreign source"),

    /** Multicast from a splitter whose source address is of no ToR. */
    SHUFFLECAST_UNKNOWN_SOURCE(121, Disposition.DROPPED, "source of no ToR"),

    /** Heartbeat of a ToR whose splitter does not lead to this port. */
    SHUFFLECAST_UNKNOWN_HEARTBEAT(122, Disposition.DROPPED, "heartbeat of unknown ToR"),

    /** Heartbeat of another version, or cut short. */
    SHUFFLECAST_BAD_HEARTBEAT(123, Disposition.DROPPED, "bad heartbeat");

    /** Ids are in [1, ID_LIMIT). */
    public static final int ID_LIMIT = 128;

    private static final Ending[] BY_ID = new Ending[ID_LIMIT];

    static {
        for (final Ending ending : values()) {
            BY_ID[ending.id] = ending;
        }
    }

    private final int id;
    private final Disposition disposition;
    private final String label;

    Ending(final int id, final Disposition disposition, final String label) {
        this.id = id;
        this.disposition = disposition;
        this.label = label;
    }

    /**
     * @return stable id, in [1, {@link #ID_LIMIT})
     */
    public int id() {
        return id;
    }

    /**
     * @return the class of this ending
     */
    public Disposition disposition() {
        return disposition;
    }

    /**
     * @return name for people
     */
    public String label() {
        return label;
    }

    /**
     * @param id of an ending
     * @return the ending, or null when no ending has this id
     */
    public static Ending byId(final int id) {
        return id > 0 && id < ID_LIMIT ? BY_ID[id] : null;
    }
}
