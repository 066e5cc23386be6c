package io.polycast.sim.rack.event;

/** An event in a long: bits 60-63 its kind, 30-59 and 0-29 two numbers in [0, 2^30). */
public final class Event {
    /** A source may send: a port. */
    public static final int SOURCE = 0;

    /** A frame is received at an ingress: a port, a frame. */
    public static final int INGEST = 1;

    /** A port may issue a header: a port. */
    public static final int ISSUE = 2;

    /** A packet is received by a spine: a packet. */
    public static final int SPINE_IN = 3;

    /** A packet has left a spine: a link from spine to edge. */
    public static final int SPINE_OUT = 4;

    /** A credit of a spine's input buffer returns: a link from edge to spine. */
    public static final int UP_CREDIT = 5;

    /** A packet is received by an edge switch from a spine: a packet. */
    public static final int EDGE_IN = 6;

    /** A credit of an edge switch's buffer returns: a link from spine to edge. */
    public static final int DOWN_CREDIT = 7;

    /** A packet lies in the egress memory of its port: a packet. */
    public static final int PORT_IN = 8;

    /** A frame has left an egress: a port, a copy. */
    public static final int LINE_OUT = 9;

    /** A control message arrives: a message. */
    public static final int MESSAGE = 10;

    /** A timer of an ingress or egress is due: a port, the side. */
    public static final int TIMER = 11;

    /** The measurements are sampled. */
    public static final int SAMPLE = 12;

    /** A congestion notification reaches a source: a flow, the quantised feedback. */
    public static final int NOTIFY = 13;

    /** A source is paused or released: a port, 1 or 0. */
    public static final int PAUSE = 14;

    private static final int BITS = 30;
    private static final int MASK = (1 << BITS) - 1;

    private Event() {}

    /**
     * @param kind of event, in [0, 15]
     * @param first number, in [0, 2^30)
     * @param second number, in [0, 2^30)
     * @return the event
     */
    public static long pack(final int kind, final int first, final int second) {
        return (long) kind << 2 * BITS | (long) first << BITS | second;
    }

    /**
     * @param event packed
     * @return its kind
     */
    public static int kind(final long event) {
        return (int) (event >>> 2 * BITS);
    }

    /**
     * @param event packed
     * @return its first number
     */
    public static int first(final long event) {
        return (int) (event >>> BITS) & MASK;
    }

    /**
     * @param event packed
     * @return its second number
     */
    public static int second(final long event) {
        return (int) event & MASK;
    }
}
