package io.polycast.sim.rack.net;

/**
 * Size of the interconnect. Port p of edge switch e has number e * {@link #PORTS} + p.
 *
 * @param edges switches, at least 1
 * @param spines each with one link to each edge switch, at least 1
 * @param buffers packets of an input or output buffer of a spine, and of a link's buffer in an edge
 *     switch, at least 1
 * @param retryPpm chance in 10^-6 that a packet is corrupted on a link and sent again
 */
public record FabricShape(int edges, int spines, int buffers, int retryPpm) {
    /** Main ports of an edge switch: 5 Ethernet, the surrogate, 2 PCIe. */
    public static final int PORTS = 8;

    /** Ethernet ports of an edge switch: 0 to 4. */
    public static final int TERMINALS = 5;

    /** The surrogate's place among the ports of its edge switch. */
    public static final int SURROGATE = 5;

    /** Links to spines behind one interface of the crossbar. */
    public static final int LINKS_PER_INTERFACE = 4;

    /** The paper's: 128 edge switches, 32 spines, 16 packets a buffer, links without errors. */
    public static final FabricShape PAPER = new FabricShape(128, 32, 16, 0);

    /** Checks the ranges. */
    public FabricShape {
        if (edges < 1 || spines < 1 || buffers < 1 || retryPpm < 0) {
            throw new IllegalArgumentException(
                    "edges="
                            + edges
                            + " spines="
                            + spines
                            + " buffers="
                            + buffers
                            + " retryPpm="
                            + retryPpm);
        }
    }

    /**
     * @return ports of all edge switches
     */
    public int ports() {
        return edges * PORTS;
    }

    /**
     * @param edge switch
     * @param place of the port in the switch, in [0, 8)
     * @return number of the port
     */
    public static int port(final int edge, final int place) {
        return edge * PORTS + place;
    }

    /**
     * @param port of the fabric
     * @return its edge switch
     */
    public static int edgeOf(final int port) {
        return port / PORTS;
    }
}
