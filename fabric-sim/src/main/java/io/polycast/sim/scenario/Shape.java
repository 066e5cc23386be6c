package io.polycast.sim.scenario;

import io.polycast.topology.Topologies;
import io.polycast.topology.Topology;

/**
 * A network's shape and size.
 *
 * @param kind of shape
 * @param a hosts, spines or radix
 * @param b leaves
 * @param c hosts a leaf
 */
public record Shape(Kind kind, int a, int b, int c) {
    /** Kinds of shape. */
    public enum Kind {
        /** One switch with {@code a} hosts. */
        SINGLE,
        /** {@code a} spines over {@code b} leaves with {@code c} hosts each. */
        SPINE_LEAF,
        /** Fat tree of radix {@code a}. */
        FAT_TREE
    }

    /** Hosts of the network. */
    public int hosts() {
        return switch (kind) {
            case SINGLE -> a;
            case SPINE_LEAF -> b * c;
            case FAT_TREE -> a * a * a / 4;
        };
    }

    /** The network. */
    public Topology build() {
        return switch (kind) {
            case SINGLE -> Topologies.singleSwitch(a);
            case SPINE_LEAF -> Topologies.spineLeaf(a, b, c);
            case FAT_TREE -> Topologies.fatTree(a);
        };
    }
}
