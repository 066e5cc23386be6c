package io.polycast.parser.contract;

/** Counters beside the endings of frames. Ids are stable: never reused, never renumbered. */
public enum Tally {
    /** Frames that entered the core; equals the sum of all endings and of the frames held. */
    FRAMES_IN(1, "frames in", "frames"),

    /** Data frames for a known group. */
    DATA_IN(2, "data in", "frames"),

    /** Copies that a port took. */
    COPIES_OUT(3, "copies out", "frames"),

    /** Copies not made because their path had acknowledged the PSN. */
    COPIES_FILTERED(4, "copies filtered", "copies"),

    /** Copies that a port did not take. */
    COPIES_REFUSED(5, "copies refused", "copies"),

    /** WRITE copies not made because they leave the member's registered memory. */
    COPIES_OUT_OF_BOUNDS(6, "copies out of bounds", "copies"),

    /** Data frames at or before the highest PSN seen. */
    RETRANSMITTED(7, "retransmissions in", "frames"),

    /** ACKs that reached an aggregator. */
    ACKS_IN(8, "ACKs in", "frames"),

    /** NAKs of all kinds that reached an aggregator. */
    NAKS_IN(9, "NAKs in", "frames"),

    /** Aggregated ACKs sent to sources. */
    ACKS_OUT(10, "ACKs out", "frames"),

    /** Sequence NAKs sent to sources. */
    NACKS_OUT(11, "NACKs out", "frames"),

    /** RNR NAKs sent to sources. */
    RNR_NAKS_OUT(12, "RNR NAKs out", "frames"),

    /** Fatal NAKs sent to sources. */
    FATAL_NAKS_OUT(13, "fatal NAKs out", "frames"),

    /** CNPs that reached a filter. */
    CNPS_IN(14, "CNPs in", "frames"),

    /** CNPs sent to sources. */
    CNPS_OUT(15, "CNPs out", "frames"),

    /** Authored frames that the source's port did not take. */
    FEEDBACK_REFUSED(16, "feedback refused", "frames"),

    /** A group's source moved to another path. */
    SOURCE_SWITCHES(17, "source switches", "events"),

    /** Paths taken out of service by a policy. */
    MEMBERS_EVICTED(18, "members evicted", "events"),

    /** NAKs not passed on because the same loss was reported already (rule 5). */
    NAKS_SUPPRESSED(19, "NAKs suppressed", "frames"),

    /** Frames whose ICRC was computed in full. */
    ICRC_VERIFIED(20, "ICRCs verified", "frames"),

    /** Aggregates that carried BECN or FECN of an absorbed ACK. */
    BECN_PASSED(21, "congestion bits passed", "frames"),

    /** Wire frames that the other port did not take. */
    FORWARD_REFUSED(22, "forwarding refused", "frames"),

    /** Data frames that the kernel replicated; they are not among {@link #FRAMES_IN}. */
    KERNEL_FRAMES(23, "data in the kernel", "frames"),

    /** Copies that the kernel sent; not among {@link #COPIES_OUT}. */
    KERNEL_COPIES(24, "copies by the kernel", "frames"),

    /** Copies that the kernel left out because their path had acknowledged the PSN. */
    KERNEL_FILTERED(25, "copies filtered by the kernel", "copies"),

    /** Groups that moved from the engine to the kernel. */
    KERNEL_MOVES(26, "groups to the kernel", "events"),

    /** Groups that moved although data was outstanding: the source may go back once. */
    KERNEL_FORCED(27, "groups forced to the kernel", "events"),

    /** Groups that came back for data or ports that the kernel's programs do not serve. */
    KERNEL_RETURNS(28, "groups back from the kernel", "events"),

    /** Idle groups that made room in the kernel's table. */
    KERNEL_YIELDS(29, "idle groups back from the kernel", "events"),

    /** Frames to a group's address that arrived at another shard's queue. */
    STEERED_WRONG(30, "steered wrong", "frames"),

    /** Groups that data began anew: nothing that was known of their connections holds (rule 2). */
    GROUPS_ANEW(31, "groups begun anew", "events"),

    /** Frames that the role wanted to hold beyond {@code limits.heldChunks}. */
    HOLDS_REFUSED(32, "holds refused", "frames"),

    /** Sources that IGMPv3 records named: role surrogate does not honour them. */
    SURROGATE_SOURCES_IGNORED(33, "IGMP sources ignored", "sources"),

    /** Joins of groups for which the snooping table had no room. */
    SURROGATE_GROUPS_NOT_LEARNED(34, "IGMP joins not learned", "joins"),

    /** Copies that VOQs, full memory or silent legs dropped. */
    SURROGATE_COPIES_DROPPED(35, "copies dropped in VOQs", "copies"),

    /** Copies not made because their leg was down. */
    SURROGATE_LEG_DOWN_COPIES(36, "copies for legs down", "copies"),

    /** Legs that did not answer and began anew. */
    SURROGATE_LEGS_SILENT(37, "legs given up", "events"),

    /** Pauses of neighbours that the watchdog ended. */
    SURROGATE_PAUSES_BROKEN(38, "pauses broken", "events"),

    /**
     * Copies of held frames that the switch had not sent when it stopped, or that no node had
     * acknowledged.
     */
    COPIES_LOST_AT_STOP(39, "copies lost at stop", "copies"),

    /** Frames that another node asked for again beyond its budget. */
    SURROGATE_REPEATS_REFUSED(40, "repetitions refused", "frames"),

    /** IGMP messages of hosts and routers. */
    SURROGATE_IGMP(41, "IGMP messages", "frames"),

    /** Copies that a ring of entries would have injected past the last lane. */
    SURROGATE_LANE_EXHAUSTED(42, "lane exhausted", "copies"),

    /** Hosts that congestion points told to slow down. */
    SURROGATE_NOTIFICATIONS(43, "congestion notifications", "frames"),

    /** Heartbeats that a splitter port took. */
    SHUFFLECAST_HEARTBEATS_OUT(48, "heartbeats out", "frames"),

    /** Times that a relay was silent for {@code shufflecast.missed} heartbeats. */
    SHUFFLECAST_RELAYS_SILENT(49, "relays silent", "events"),

    /** Rules that a relay refused: their version goes back, or they do not fit. */
    SHUFFLECAST_RULES_REFUSED(50, "rules refused", "events");

    /** Ids are in [1, ID_LIMIT). */
    public static final int ID_LIMIT = 64;

    private final int id;
    private final String label;
    private final String unit;

    Tally(final int id, final String label, final String unit) {
        this.id = id;
        this.label = label;
        this.unit = unit;
    }

    /**
     * @return stable id, in [1, {@link #ID_LIMIT})
     */
    public int id() {
        return id;
    }

    /**
     * @return name for people
     */
    public String label() {
        return label;
    }

    /**
     * @return unit of one count
     */
    public String unit() {
        return unit;
    }
}
