package io.polycast.topology;

import java.util.Arrays;

/**
 * A network: switches are nodes [0, switchCount), hosts the nodes after them, every link joins a port
 * of one node with a port of another. Ports of a node are numbered from 0 in the order in which its
 * links were added. Immutable.
 */
public final class Topology {
    /** Most ports that a switch may have: what its forwarding table addresses. */
    public static final int MAX_PORTS = 64;

    private static final int UNREACHABLE = Integer.MAX_VALUE;

    private final int switchCount;
    private final int hostCount;
    private final int[][] peerNode;
    private final int[][] peerPort;

    /** Hops from each node to each host, by [host][node]. */
    private final int[][] distance;

    private Topology(final TopologyBuilder builder) {
        switchCount = builder.switchCount();
        hostCount = builder.hostCount();
        peerNode = builder.peerNodes();
        peerPort = builder.peerPorts();
        distance = new int[hostCount][];
        for (int host = 0; host < hostCount; host++) {
            distance[host] = distancesTo(switchCount + host);
        }
    }

    static Topology of(final TopologyBuilder builder) {
        return new Topology(builder);
    }

    /** Hosts do not forward: a path passes switches only. */
    private int[] distancesTo(final int target) {
        final int[] hops = new int[nodeCount()];
        Arrays.fill(hops, UNREACHABLE);
        final int[] queue = new int[nodeCount()];
        int head = 0;
        int tail = 0;
        hops[target] = 0;
        queue[tail++] = target;
        while (head < tail) {
            final int node = queue[head++];
            if (node != target && isHost(node)) {
                continue;
            }
            for (final int peer : peerNode[node]) {
                if (hops[peer] == UNREACHABLE) {
                    hops[peer] = hops[node] + 1;
                    queue[tail++] = peer;
                }
            }
        }
        return hops;
    }

    /** Switches: nodes [0, switchCount). */
    public int switchCount() {
        return switchCount;
    }

    /** Hosts: nodes [switchCount, nodeCount). */
    public int hostCount() {
        return hostCount;
    }

    /** Switches and hosts. */
    public int nodeCount() {
        return switchCount + hostCount;
    }

    /**
     * @param host in [0, hostCount)
     * @return its node
     */
    public int hostNode(final int host) {
        return switchCount + host;
    }

    /**
     * @param node in [0, nodeCount)
     * @return whether it is a host
     */
    public boolean isHost(final int node) {
        return node >= switchCount;
    }

    /**
     * @param node in [0, nodeCount)
     * @return ports of the node
     */
    public int portCount(final int node) {
        return peerNode[node].length;
    }

    /**
     * @param node in [0, nodeCount)
     * @param port in [0, portCount(node))
     * @return the node at the link's other end
     */
    public int peerNode(final int node, final int port) {
        return peerNode[node][port];
    }

    /**
     * @param node in [0, nodeCount)
     * @param port in [0, portCount(node))
     * @return the port at the link's other end
     */
    public int peerPort(final int node, final int port) {
        return peerPort[node][port];
    }

    /**
     * @param node in [0, nodeCount)
     * @param host in [0, hostCount)
     * @return links between them on a shortest path
     */
    public int hops(final int node, final int host) {
        return distance[host][node];
    }

    /**
     * What a unicast forwarding table with equal-cost paths says.
     *
     * @param node a switch
     * @param port of it
     * @param host in [0, hostCount)
     * @return whether the port lies on a shortest path to the host
     */
    public boolean leadsTo(final int node, final int port, final int host) {
        final int hops = distance[host][node];
        return hops != UNREACHABLE && distance[host][peerNode[node][port]] == hops - 1;
    }
}
