package io.polycast.endhost.verbs;

/** Counters of a queue pair; a label is the RNICs' own name if they have one. */
public enum QpCounter {
    /** Frames handed in. Each of them ends under exactly one counter whose {@link #ends} is true. */
    FRAMES_IN("frames_in", false),
    /** Not a RoCEv2 frame at all. */
    NOT_ROCE("not_roce", true),
    /** Classified as malformed. */
    MALFORMED("malformed", true),
    /** Destination MAC, source or destination IP is not this connection's. */
    WRONG_ADDRESS("wrong_address", true),
    /** Destination QPN is not this queue pair's. */
    WRONG_QPN("wrong_qpn", true),
    /** P_Key does not match. */
    WRONG_PKEY("wrong_pkey", true),
    /** MigReq is 0 where only 1 is taken. */
    WRONG_MIG_REQ("wrong_mig_req", true),
    /** UDP checksum present and wrong. */
    BAD_UDP_CHECKSUM("bad_udp_checksum", true),
    /** ICRC does not hold. */
    BAD_ICRC("rx_icrc_encapsulated", true),
    /** Transport other than RC, or a response to something never asked. */
    UNEXPECTED_OPCODE("unexpected_opcode", true),
    /** Request that arrived in the error state. */
    NOT_READY("not_ready", true),
    /** Request packets executed as they arrived. */
    EXECUTED("executed", true),
    /** Request packets ahead of the expected PSN that were kept, to be executed in their turn. */
    KEPT("kept_out_of_order", true),
    /** Request packets seen before; acknowledged again, unless they are kept for their turn. */
    DUPLICATE("duplicate_request", true),
    /** Request packets too far ahead of the expected PSN. */
    OUT_OF_SEQUENCE("out_of_sequence", true),
    /** Request packets that met no posted receive. */
    NO_RECEIVE("out_of_buffer", true),
    /** Request packets answered with a fatal NAK. */
    REFUSED("resp_remote_errors", true),
    /** ACKs that acknowledged something new. */
    ACK_TAKEN("acks_taken", true),
    /** Sequence NAKs that started a retry. */
    NAK_TAKEN("packet_seq_err", true),
    /** RNR NAKs that started or prolonged a wait. */
    RNR_TAKEN("rnr_naks_taken", true),
    /** NAKs that ended the connection. */
    FATAL_TAKEN("req_remote_errors", true),
    /** Feedback that is old, repeated or ignored during a retry. */
    FEEDBACK_IGNORED("feedback_ignored", true),
    /** CNPs received. */
    CNP_HANDLED("rp_cnp_handled", true),
    /** Frames handed out. */
    FRAMES_OUT("frames_out", false),
    /** Data packets sent for the first time. */
    DATA_SENT("data_sent", false),
    /** Data packets sent again. */
    RETRANSMITTED("retransmitted", false),
    /** ACKs sent. */
    ACK_SENT("acks_sent", false),
    /** Sequence NAKs sent. */
    NAK_SENT("naks_sent", false),
    /** RNR NAKs sent. */
    RNR_SENT("rnr_naks_sent", false),
    /** Fatal NAKs sent. */
    FATAL_SENT("fatal_naks_sent", false),
    /** CNPs sent. */
    CNP_SENT("np_cnp_sent", false),
    /** Retry timer expiries. */
    TIMEOUTS("local_ack_timeout_err", false),
    /** Feedback for PSNs that were never sent: believed up to what was sent. */
    BEYOND_SENT("feedback_beyond_sent", false),
    /** Frames that arrived with congestion experienced. */
    ECN_MARKED("np_ecn_marked_roce_packets", false),
    /** Payload bytes delivered. */
    BYTES_DELIVERED("bytes_delivered", false);

    private final String label;
    private final boolean ends;

    QpCounter(final String label, final boolean ends) {
        this.label = label;
        this.ends = ends;
    }

    /**
     * @return name for people
     */
    public String label() {
        return label;
    }

    /**
     * @return whether it says how an incoming frame ended
     */
    public boolean ends() {
        return ends;
    }
}
