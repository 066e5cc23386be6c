package io.polycast.sim.rack.event;

/**
 * Times and rates of the fabric in picoseconds (server-rack fabric, section 2.1). The split of a round
 * trip into parts is not in the paper: it is laid so that the round trips are 100 and 1,100 ns.
 */
public final class RackTimes {
    /** A cycle at 454 MHz. */
    public static final long CYCLE = 2_203;

    /** Bytes that the crossbar moves in a cycle. */
    public static final int CROSSBAR_BYTES = 36;

    /** A byte on an Ethernet link of 100 Gb/s. */
    public static final long LINE_BYTE = 80;

    /** A byte on a link of 25 Gb/s between edge and spine. */
    public static final long LINK_BYTE = 320;

    /** 40 m of fibre at 5 ns a metre. */
    public static final long FIBRE = 200_000;

    /** Through an edge switch: half of the round trip of 100 ns between two of its ports. */
    public static final long EDGE = 50_000;

    /** Through a spine: what is left of 1,100 ns after two edge switches and four fibres. */
    public static final long SPINE = 50_000;

    /** A control message between two ports of one edge switch. */
    public static final long LOCAL = EDGE;

    /** A control message between ports of two edge switches. */
    public static final long REMOTE = 2 * EDGE + SPINE + 2 * FIBRE;

    /** Bytes of a control message. */
    public static final int CONTROL_BYTES = 10;

    /** Cycles by which a header travels behind its payload. */
    public static final long HEADER_DELAY = 3 * CYCLE;

    /** A millisecond. */
    public static final long MS = 1_000_000_000L;

    private RackTimes() {}

    /**
     * @param bytes of a packet
     * @return ps that it holds an input or output of the crossbar
     */
    public static long crossbar(final int bytes) {
        return (bytes + CROSSBAR_BYTES - 1) / CROSSBAR_BYTES * CYCLE;
    }
}
