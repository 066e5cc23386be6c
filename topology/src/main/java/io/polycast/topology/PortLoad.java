package io.polycast.topology;

/** Number of groups on each port of each switch, for the choice between equal ports. */
public final class PortLoad {
    private final int[][] groups;

    /**
     * @param topology whose ports are counted
     */
    public PortLoad(final Topology topology) {
        groups = new int[topology.switchCount()][];
        for (int node = 0; node < groups.length; node++) {
            groups[node] = new int[topology.portCount(node)];
        }
    }

    /**
     * @param node a switch
     * @param port of it
     * @return groups whose tree uses the port
     */
    public int groups(final int node, final int port) {
        return groups[node][port];
    }

    void add(final int node, final int port) {
        groups[node][port]++;
    }
}
