package io.polycast.topology.shuffle;

import java.util.Arrays;

/**
 * Rules that are computed anew for each source, breadth first. A source needs one live relay of each
 * mirror class. Of the live members that are reached first, the one that relays without failures is
 * taken, otherwise the one whose feeding relay was reached first. Without failures that gives the rules
 * of {@link StaticRelays}.
 *
 * <p>With fewer than p failures each live source reaches all ToRs. One instance serves many sources in
 * turn; it is not for several threads.
 */
public final class ComputedRepair implements RelayRules {
    private final ShuffleShape shape;
    private final FailedRelays failed;
    private final StaticRelays healthy;

    /** Classes in the order in which their relays were reached. */
    private final int[] reached;

    /** Of each block of p classes that one relay's splitter may reach: those without a relay. */
    private final int[] open;

    private final int[] firstFed;
    private final int[] firstFedClass;

    /** Of each column, the partition that relays for the source without failures. */
    private final int[] partitions;

    private int count;

    /**
     * @param shape of the instance
     * @param failed relays
     */
    public ComputedRepair(final ShuffleShape shape, final FailedRelays failed) {
        this.shape = shape;
        this.failed = failed;
        healthy = new StaticRelays(shape);
        reached = new int[shape.classes()];
        open = new int[(shape.classes() + shape.p() - 1) / shape.p()];
        firstFed = new int[shape.classes()];
        firstFedClass = new int[shape.classes()];
        partitions = new int[shape.k()];
        for (int each = 0; each < firstFed.length; each++) {
            firstFed[each] = shape.firstFed(each);
            firstFedClass[each] = shape.mirrorClass(firstFed[each]);
        }
    }

    @Override
    public void fill(final int source, final int[] relays) {
        if (failed.contains(source)) {
            healthy.fill(source, relays);
            failed.strike(relays);
            return;
        }
        Arrays.fill(relays, NONE);
        Arrays.fill(open, shape.p());
        Arrays.setAll(partitions, column -> shape.partitionOf(source, column));
        count = 0;
        relay(source, shape.mirrorClass(source), relays);
        int begin = 0;
        // With k = 1 the source's class is the only one.
        while (shape.k() > 1 && begin < count) {
            final int end = count;
            for (int i = begin; i < end; i++) {
                if (feedsHealthy(reached[i])) {
                    expand(reached[i], relays);
                }
            }
            for (int i = begin; i < end; i++) {
                expand(reached[i], relays);
            }
            begin = end;
        }
    }

    /** Whether the ToRs that a class feeds relay for the source without failures. */
    private boolean feedsHealthy(final int mirrorClass) {
        final int tor = firstFed[mirrorClass];
        return shape.partition(tor) == partitions[shape.column(tor)];
    }

    /** The ToRs that a class feeds are of one partition, and their classes are numbered in a row. */
    private void expand(final int mirrorClass, final int[] relays) {
        final int tor = firstFed[mirrorClass];
        final int fedClass = firstFedClass[mirrorClass];
        if (open[fedClass / shape.p()] == 0) {
            return;
        }
        for (int i = 0; i < shape.p(); i++) {
            if (relays[fedClass + i] == NONE && !failed.contains(tor + i)) {
                relay(tor + i, fedClass + i, relays);
            }
        }
    }

    private void relay(final int tor, final int mirrorClass, final int[] relays) {
        relays[mirrorClass] = tor;
        reached[count++] = mirrorClass;
        open[mirrorClass / shape.p()]--;
    }
}
