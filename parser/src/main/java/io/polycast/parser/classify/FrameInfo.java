package io.polycast.parser.classify;

/**
 * Result of one pass over a frame's headers: reusable, filled by {@link Classifier}, valid until
 * the next frame. Offsets are absolute in the buffer that was classified. Fields are public because
 * each frame writes and reads them. One class writes them, and no reader validates them again.
 */
public final class FrameInfo {
    /** One of {@link FrameKind}. */
    public int kind;

    /**
     * Why the frame is malformed: the id of an {@link io.polycast.parser.contract.Ending}, else 0.
     */
    public int reason;

    /** First byte of the frame: the destination MAC. */
    public int frameOffset;

    /** Bytes from the destination MAC to the end, without FCS. */
    public int frameLength;

    /** VLAN tags in front of the network header, 0 to 2. */
    public int vlanTags;

    /** VLAN identifier of the outermost tag, in [0, 4096), or -1 when untagged. */
    public int vlanId;

    /** First byte of the IP header (or of the ARP body). */
    public int l3Offset;

    /** 4, 6, or 0 when it is not IP. */
    public int ipVersion;

    /** IPv4 source address, or the low 32 bits of an IPv6 one; network order read as an int. */
    public int srcIp;

    /**
     * IPv4 destination address, or the low 32 bits of an IPv6 one; network order read as an int.
     */
    public int dstIp;

    /** First byte of the UDP header. */
    public int udpOffset;

    /** Destination port of {@link FrameKind#UDP}; without meaning for every other kind. */
    public int udpPort;

    /** First byte of the BTH. */
    public int bthOffset;

    /** BTH opcode, in [0, 256). */
    public int opcode;

    /** BTH destination QPN, 24 bits. */
    public int destQpn;

    /** BTH PSN, 24 bits. */
    public int psn;

    /** BTH AckReq bit. */
    public boolean ackReq;

    /** First byte after BTH and extension headers. */
    public int payloadOffset;

    /** Payload bytes without pad. */
    public int payloadLength;

    /** First byte of the ICRC, found by the UDP length. */
    public int icrcOffset;

    /** First byte of the RETH, or -1 when the opcode has none. */
    public int rethOffset;

    /** First byte of the AETH, or -1 when the opcode has none. */
    public int aethOffset;

    /** Whether the ICRC was verified already, and held (set by whoever verified it). */
    public boolean icrcVerified;

    /**
     * Takes over everything that another record holds: a ring entry's copy.
     *
     * @param that to copy from
     */
    public void copyFrom(final FrameInfo that) {
        kind = that.kind;
        reason = that.reason;
        frameOffset = that.frameOffset;
        frameLength = that.frameLength;
        vlanTags = that.vlanTags;
        vlanId = that.vlanId;
        l3Offset = that.l3Offset;
        ipVersion = that.ipVersion;
        srcIp = that.srcIp;
        dstIp = that.dstIp;
        udpOffset = that.udpOffset;
        udpPort = that.udpPort;
        bthOffset = that.bthOffset;
        opcode = that.opcode;
        destQpn = that.destQpn;
        psn = that.psn;
        ackReq = that.ackReq;
        payloadOffset = that.payloadOffset;
        payloadLength = that.payloadLength;
        icrcOffset = that.icrcOffset;
        rethOffset = that.rethOffset;
        aethOffset = that.aethOffset;
        icrcVerified = that.icrcVerified;
    }
}
