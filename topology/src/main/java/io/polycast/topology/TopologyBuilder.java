package io.polycast.topology;

import java.util.ArrayList;
import java.util.List;

/** Collects the links of a {@link Topology}. */
public final class TopologyBuilder {
    private final int switchCount;
    private final int hostCount;
    private final List<List<int[]>> ends = new ArrayList<>();

    /**
     * @param switchCount nodes [0, switchCount), at least 1
     * @param hostCount nodes after them, at least 1
     */
    public TopologyBuilder(final int switchCount, final int hostCount) {
        if (switchCount < 1 || hostCount < 1) {
            throw new IllegalArgumentException(
                    switchCount + " switches, " + hostCount + " hosts: at least one of each");
        }
        this.switchCount = switchCount;
        this.hostCount = hostCount;
        for (int node = 0; node < switchCount + hostCount; node++) {
            ends.add(new ArrayList<>());
        }
    }

    /**
     * Joins two nodes by a link, at the next free port of each.
     *
     * @param a a node
     * @param b another node
     * @return this
     */
    public TopologyBuilder link(final int a, final int b) {
        if (a == b) {
            throw new IllegalArgumentException("link from node " + a + " to itself");
        }
        final int portA = ends.get(a).size();
        final int portB = ends.get(b).size();
        ends.get(a).add(new int[] {b, portB});
        ends.get(b).add(new int[] {a, portA});
        return this;
    }

    /**
     * @return the network
     * @throws IllegalArgumentException when a host has not exactly one link, or a switch more than
     *     {@link Topology#MAX_PORTS}
     */
    public Topology build() {
        for (int node = 0; node < ends.size(); node++) {
            final int ports = ends.get(node).size();
            if (node < switchCount && ports > Topology.MAX_PORTS) {
                throw new IllegalArgumentException(
                        "switch "
                                + node
                                + " has "
                                + ports
                                + " ports, at most "
                                + Topology.MAX_PORTS);
            }
            if (node >= switchCount && ports != 1) {
                throw new IllegalArgumentException(
                        "host node " + node + " has " + ports + " links, exactly one is needed");
            }
        }
        return Topology.of(this);
    }

    int switchCount() {
        return switchCount;
    }

    int hostCount() {
        return hostCount;
    }

    int[][] peerNodes() {
        return column(0);
    }

    int[][] peerPorts() {
        return column(1);
    }

    private int[][] column(final int index) {
        return ends.stream()
                .map(list -> list.stream().mapToInt(end -> end[index]).toArray())
                .toArray(int[][]::new);
    }
}
