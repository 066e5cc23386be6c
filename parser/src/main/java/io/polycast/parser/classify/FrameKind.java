package io.polycast.parser.classify;

/** Kinds of frames, as ints, so that a switch per frame is cheap. */
public final class FrameKind {
    /** Well formed, but nothing that the switch looks at: crosses a wire untouched. */
    public static final int OTHER = 0;

    /** RC or UC request that may go to a group: SEND and WRITE in all forms but with invalidate. */
    public static final int ROCE_DATA = 1;

    /** RC ACKNOWLEDGE with its AETH: ACK, NAK or RNR NAK. */
    public static final int ROCE_ACK = 2;

    /** RoCEv2 congestion notification packet (opcode 0x81). */
    public static final int ROCE_CNP = 3;

    /** RoCEv2 with an opcode that cannot go to a group: READ, ATOMIC, invalidate, UD, RD, XRC... */
    public static final int ROCE_REFUSED = 4;

    /** ARP request for an IPv4 address over Ethernet. */
    public static final int ARP_REQUEST = 5;

    /** ICMPv6 neighbour solicitation, checksum verified. */
    public static final int NEIGHBOUR_SOLICITATION = 6;

    /** PAUSE or priority flow control (EtherType 0x8808). */
    public static final int MAC_CONTROL = 7;

    /** Wrong in a way that {@link FrameInfo#reason} names. */
    public static final int MALFORMED = 8;

    /**
     * UDP over IPv4 or IPv6 to another port than RoCEv2's, which is {@link FrameInfo#udpPort}. Nothing else of
     * its headers is verified. The frame crosses a wire untouched unless the role takes it.
     */
    public static final int UDP = 9;

    private FrameKind() {}
}
