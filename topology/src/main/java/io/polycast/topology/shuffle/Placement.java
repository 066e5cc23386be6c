package io.polycast.topology.shuffle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Puts the logical nodes of an instance on any smaller number of ToR switches (section III-A). Nodes are
 * dealt class by class, each to the next ToR, so that a ToR never has two mirrors and the numbers of
 * nodes differ by one at most. A deal is taken when each live source reaches all nodes after the failure
 * of any one ToR with all its nodes; otherwise the members of each class are dealt in another order.
 */
public final class Placement {
    /** Most nodes of an instance whose ToRs have several: the check of all failures ends in seconds. */
    public static final int MAX_SHARED_NODES = 4_096;

    private final ShuffleShape shape;
    private final List<PhysicalTor> tors;

    /**
     * @param shape of the instance
     * @param tors number of ToR switches, in [{@link #fewestTors}, nodes()]
     * @throws IllegalArgumentException when the number is out of range, or no deal survives each failure
     */
    public Placement(final ShuffleShape shape, final int tors) {
        final int fewest = fewestTors(shape);
        if (tors < fewest || tors > shape.nodes()) {
            throw new IllegalArgumentException(
                    tors
                            + " ToRs are not in ["
                            + fewest
                            + ", "
                            + shape.nodes()
                            + "], the range of a "
                            + shape
                            + "-Shufflecast; use another k");
        }
        if (tors < shape.nodes() && shape.nodes() > MAX_SHARED_NODES) {
            throw new IllegalArgumentException(
                    "ToRs of several nodes are planned for up to "
                            + MAX_SHARED_NODES
                            + " nodes; a "
                            + shape
                            + "-Shufflecast has "
                            + shape.nodes());
        }
        this.shape = shape;
        this.tors = tors == shape.nodes() ? single() : shared(tors);
    }

    /**
     * @param shape of an instance
     * @return the smallest number of ToRs that it is for: fewer fit an instance of fewer columns, and a
     *     class needs p ToRs
     */
    public static int fewestTors(final ShuffleShape shape) {
        final long smaller = shape.k() == 1 ? 0 : ShuffleShape.nodes(shape.p(), shape.k() - 1);
        return (int) Math.max(shape.p(), smaller + 1);
    }

    /** The ToR switches by number; ToR i is node i when each has one. */
    public List<PhysicalTor> tors() {
        return tors;
    }

    /** ToRs that play several nodes. */
    public List<PhysicalTor> sharedTors() {
        return tors.stream().filter(tor -> tor.nodes().size() > 1).toList();
    }

    private List<PhysicalTor> single() {
        final List<PhysicalTor> single = new ArrayList<>();
        for (int node = 0; node < shape.nodes(); node++) {
            single.add(new PhysicalTor(node, List.of(node)));
        }
        return List.copyOf(single);
    }

    private List<PhysicalTor> shared(final int count) {
        for (int run = 0; run <= shape.classes(); run++) {
            final List<PhysicalTor> dealt = deal(count, run);
            if (dealt.stream().allMatch(this::isRepairable)) {
                return dealt;
            }
        }
        throw new IllegalArgumentException(
                "no placement of a "
                        + shape
                        + "-Shufflecast on "
                        + count
                        + " ToRs survives each failure of a ToR; use another number");
    }

    /**
     * @param count of ToRs
     * @param run classes after which the order of members is rotated by one; 0 for never
     */
    private List<PhysicalTor> deal(final int count, final int run) {
        final List<List<Integer>> hands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hands.add(new ArrayList<>());
        }
        for (int i = 0; i < shape.nodes(); i++) {
            final int mirrorClass = i / shape.p();
            final int rotation = run == 0 ? 0 : mirrorClass / run;
            final int node = shape.mirror(mirrorClass, (i + rotation) % shape.p());
            hands.get(i % count).add(node);
        }
        hands.forEach(hand -> hand.sort(Comparator.naturalOrder()));
        hands.sort(Comparator.comparing(hand -> hand.get(0)));
        final List<PhysicalTor> dealt = new ArrayList<>();
        for (final List<Integer> hand : hands) {
            dealt.add(new PhysicalTor(dealt.size(), hand));
        }
        return List.copyOf(dealt);
    }

    /** Whether all live sources reach all nodes without this ToR's relays. */
    private boolean isRepairable(final PhysicalTor tor) {
        if (tor.nodes().size() == 1) {
            return true;
        }
        final int[] nodes = tor.nodes().stream().mapToInt(Integer::intValue).toArray();
        final FailedRelays failed = new FailedRelays(shape, nodes);
        final StaticRelays healthy = new StaticRelays(shape);
        final ComputedRepair repair = new ComputedRepair(shape, failed);
        final Reach reach = new Reach(shape);
        final int[] relays = new int[shape.classes()];
        for (int source = 0; source < shape.nodes(); source++) {
            final int each = source;
            if (failed.contains(source)
                    || Arrays.stream(nodes).noneMatch(node -> healthy.relays(node, each))) {
                continue;
            }
            repair.fill(source, relays);
            reach.follow(source, relays);
            if (reach.unreachedClasses() > 0) {
                return false;
            }
        }
        return true;
    }
}
