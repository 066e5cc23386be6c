package io.polycast.topology;

/** The shapes of networks that are in use. */
public final class Topologies {
    private Topologies() {}

    /**
     * One switch, host i at its port i.
     *
     * @param hosts in [1, 64]
     * @return the network
     */
    public static Topology singleSwitch(final int hosts) {
        final TopologyBuilder builder = new TopologyBuilder(1, hosts);
        for (int host = 0; host < hosts; host++) {
            builder.link(0, 1 + host);
        }
        return builder.build();
    }

    /**
     * Two layers: every leaf has a link to every spine. Leaves are switches [0, leaves), spines follow;
     * a leaf's first ports lead to its hosts, which are numbered leaf by leaf.
     *
     * @param spines at least 1
     * @param leaves at least 1
     * @param hostsPerLeaf at least 1
     * @return the network
     */
    public static Topology spineLeaf(final int spines, final int leaves, final int hostsPerLeaf) {
        final int switches = spines + leaves;
        final TopologyBuilder builder = new TopologyBuilder(switches, leaves * hostsPerLeaf);
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int host = 0; host < hostsPerLeaf; host++) {
                builder.link(leaf, switches + leaf * hostsPerLeaf + host);
            }
            for (int spine = 0; spine < spines; spine++) {
                builder.link(leaf, leaves + spine);
            }
        }
        return builder.build();
    }

    /**
     * Three layers of equal switches (Al-Fares et al., 2008): k pods of k/2 edge and k/2 aggregation
     * switches, (k/2)^2 cores, k^3/4 hosts. Switches are numbered edges, aggregations, cores, each pod
     * by pod; an edge's first ports lead to its hosts.
     *
     * @param radix ports of each switch, even, in [2, 64]
     * @return the network
     */
    public static Topology fatTree(final int radix) {
        if (radix < 2 || radix > Topology.MAX_PORTS || radix % 2 != 0) {
            throw new IllegalArgumentException("radix=" + radix + " is not even and in [2, 64]");
        }
        final int half = radix / 2;
        final int edges = radix * half;
        final int cores = half * half;
        final int switches = 2 * edges + cores;
        final TopologyBuilder builder = new TopologyBuilder(switches, edges * half);
        for (int edge = 0; edge < edges; edge++) {
            for (int host = 0; host < half; host++) {
                builder.link(edge, switches + edge * half + host);
            }
            final int pod = edge / half;
            for (int i = 0; i < half; i++) {
                builder.link(edge, edges + pod * half + i);
            }
        }
        for (int aggregation = 0; aggregation < edges; aggregation++) {
            for (int i = 0; i < half; i++) {
                builder.link(edges + aggregation, 2 * edges + aggregation % half * half + i);
            }
        }
        return builder.build();
    }
}
