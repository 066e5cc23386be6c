package io.polycast.topology.shuffle;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What is bought and how it is wired. Each node has one splitter, p receivers and one transmitter. The
 * transmitter shares a transceiver with receiver 0, so that a node takes p transceivers. Receiver y of a
 * node is fed by the mirror in partition y.
 */
public final class WiringPlan {
    private final ShuffleShape shape;
    private final Placement placement;

    /**
     * @param shape of the instance
     * @param tors number of ToR switches
     * @throws IllegalArgumentException when the instance is not for that number
     */
    public WiringPlan(final ShuffleShape shape, final int tors) {
        this.shape = shape;
        placement = new Placement(shape, tors);
    }

    /** Where the nodes are. */
    public Placement placement() {
        return placement;
    }

    /** Splitters of fan-out p, one for each node. */
    public int splitters() {
        return shape.nodes();
    }

    /** Transceivers and switch ports, p for each node. */
    public int transceivers() {
        return shape.nodes() * shape.p();
    }

    /** Fibres from a splitter to a receiver, p for each node. */
    public int fibres() {
        return shape.nodes() * shape.p();
    }

    /** Bundles in the order of their numbers. */
    public List<Bundle> bundles() {
        final List<Bundle> bundles = new ArrayList<>();
        for (int i = 0; i < shape.classes(); i++) {
            final int number = i;
            final int first = shape.firstFed(i);
            bundles.add(
                    new Bundle(
                            number,
                            IntStream.range(0, shape.p())
                                    .mapToObj(partition -> shape.mirror(number, partition))
                                    .toList(),
                            IntStream.range(first, first + shape.p()).boxed().toList()));
        }
        return bundles;
    }

    /**
     * @param node in [0, nodes())
     * @param receiver in [0, p)
     * @return the node whose splitter feeds the receiver
     */
    public int feeds(final int node, final int receiver) {
        return shape.mirror(shape.feeder(node), receiver);
    }
}
