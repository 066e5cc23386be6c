package io.polycast.topology.shuffle.check;

import io.polycast.topology.shuffle.ComputedRepair;
import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.PaperRepair;
import io.polycast.topology.shuffle.Reach;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;

/**
 * Tries failures. Only live sources with a failed relay are followed: rules of others stay as they are.
 */
final class RecoveryCheck {
    private final ShuffleShape shape;
    private final Reach reach;
    private final int[] relays;

    /** By source and column, the partition that relays. */
    private final int[][] partitions;

    private boolean recovered = true;
    private int maxHops;

    RecoveryCheck(final ShuffleShape shape) {
        this.shape = shape;
        reach = new Reach(shape);
        relays = new int[shape.classes()];
        partitions = new int[shape.nodes()][shape.k()];
        for (int source = 0; source < shape.nodes(); source++) {
            for (int column = 0; column < shape.k(); column++) {
                partitions[source][column] = shape.partitionOf(source, column);
            }
        }
    }

    /** Algorithm 2 after the failure of each relay in turn. */
    void tryPaper() {
        for (int tor = 0; tor < shape.nodes(); tor++) {
            final FailedRelays failed = new FailedRelays(shape, tor);
            follow(failed, new PaperRepair(shape, failed), tor);
        }
    }

    /**
     * @param set of failed relays, repaired by {@link ComputedRepair}
     */
    void tryComputed(final int[] set) {
        final FailedRelays failed = new FailedRelays(shape, set);
        follow(failed, new ComputedRepair(shape, failed), set);
    }

    private void follow(final FailedRelays failed, final RelayRules rules, final int... set) {
        for (int source = 0; source < shape.nodes(); source++) {
            if (!failed.contains(source) && isTouched(source, set)) {
                rules.fill(source, relays);
                reach.follow(source, relays);
                recovered &= reach.unreachedClasses() == 0;
                maxHops = Math.max(maxHops, reach.maxHops());
            }
        }
    }

    private boolean isTouched(final int source, final int[] set) {
        for (final int tor : set) {
            if (shape.partition(tor) == partitions[source][shape.column(tor)]) {
                return true;
            }
        }
        return false;
    }

    /** Whether each source that was followed reached all ToRs. */
    boolean recovered() {
        return recovered;
    }

    /** Most hops of a source that was followed; 0 before the first. */
    int maxHops() {
        return maxHops;
    }
}
