package io.polycast.topology.rack;

import io.polycast.topology.rack.RackShape.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Plans replication trees along racks, triplets, CIEs and leaves (section 5.3, figure 14). A surrogate
 * is used only in a leaf with members, and a leaf is fed once. A port with spare copies divides its
 * largest part further, so that sparse groups need fewer levels.
 */
public final class RackTreePlanner {
    private final RackShape shape;

    /**
     * @param shape of the fabric
     * @throws IllegalArgumentException when the fan-out is too small for some group of the fabric
     */
    public RackTreePlanner(final RackShape shape) {
        this.shape = shape;
        final int atSource = shape.fanout() - (shape.terminalsPerLeaf() - 1);
        final int atSurrogate = shape.fanout() - shape.terminalsPerLeaf();
        final int triplets =
                (shape.ciesPerRack() + RackShape.CIES_PER_TRIPLET - 1) / RackShape.CIES_PER_TRIPLET;
        final int cies = Math.min(shape.ciesPerRack(), RackShape.CIES_PER_TRIPLET);
        final int needed = Math.max(triplets, Math.max(cies, shape.leavesPerCie() - 1));
        if (atSource < shape.racks() || atSurrogate < needed) {
            throw new IllegalArgumentException(
                    "fanout="
                            + shape.fanout()
                            + " leaves "
                            + atSource
                            + " copies for "
                            + shape.racks()
                            + " racks and "
                            + atSurrogate
                            + " for "
                            + needed
                            + " surrogates below one; use a larger fan-out");
        }
    }

    /**
     * Plans a tree.
     *
     * @param source terminal that sends
     * @param members terminals of the group; the source gets no copy, whether it is among them or not
     * @return the tree
     * @throws IllegalArgumentException when a number is not a terminal of the fabric
     */
    public RackTree plan(final int source, final Iterable<Integer> members) {
        final SortedMap<Integer, SortedSet<Integer>> byLeaf = new TreeMap<>();
        check(source);
        for (final int member : members) {
            check(member);
            if (member != source) {
                byLeaf.computeIfAbsent(shape.leafOf(member), leaf -> new TreeSet<>()).add(member);
            }
        }
        final int leaf = shape.leafOf(source);
        final SortedSet<Integer> local = byLeaf.remove(leaf);
        final Part all = new Part(null, new TreeSet<>(byLeaf.keySet()));
        if (local != null) {
            byLeaf.put(leaf, local);
        }
        final List<RackNode> nodes = new ArrayList<>();
        visit(leaf, 0, all, byLeaf, nodes);
        return new RackTree(source, nodes);
    }

    private void check(final int terminal) {
        if (terminal < 0 || terminal >= shape.terminals()) {
            throw new IllegalArgumentException(
                    "terminal " + terminal + " is not in [0, " + shape.terminals() + ")");
        }
    }

    /** Adds the node of a leaf and those below it; {@code rest} are the leaves that it feeds. */
    private void visit(
            final int leaf,
            final int level,
            final Part rest,
            final SortedMap<Integer, SortedSet<Integer>> byLeaf,
            final List<RackNode> nodes) {
        final List<Integer> deliver = List.copyOf(byLeaf.getOrDefault(leaf, new TreeSet<>()));
        final List<Part> parts = divide(rest, shape.fanout() - deliver.size());
        nodes.add(new RackNode(leaf, level, deliver, parts.stream().map(Part::head).toList()));
        for (final Part part : parts) {
            visit(part.head(), level + 1, part.withoutHead(), byLeaf, nodes);
        }
    }

    /** Divides a part along its next scope, then its largest parts while copies are left. */
    private List<Part> divide(final Part whole, final int copies) {
        final List<Part> parts = new ArrayList<>(split(whole));
        boolean divided = true;
        while (divided) {
            divided = false;
            final List<Part> bySize = new ArrayList<>(parts);
            bySize.sort((a, b) -> b.leaves().size() - a.leaves().size());
            for (final Part part : bySize) {
                final List<Part> smaller = split(part);
                if (part.leaves().size() > 1 && parts.size() - 1 + smaller.size() <= copies) {
                    final int at = parts.indexOf(part);
                    parts.remove(at);
                    parts.addAll(at, smaller);
                    divided = true;
                    break;
                }
            }
        }
        return parts;
    }

    private List<Part> split(final Part part) {
        if (part.leaves().isEmpty()) {
            return List.of();
        }
        if (part.scope() == Scope.LEAF) {
            return List.of(part);
        }
        final Scope next =
                part.scope() == null ? Scope.RACK : Scope.values()[part.scope().ordinal() + 1];
        final SortedMap<Integer, SortedSet<Integer>> byPlace = new TreeMap<>();
        for (final int leaf : part.leaves()) {
            byPlace.computeIfAbsent(shape.place(leaf, next), place -> new TreeSet<>()).add(leaf);
        }
        return byPlace.values().stream().map(leaves -> new Part(next, leaves)).toList();
    }

    /**
     * Leaves that one surrogate feeds.
     *
     * @param scope that holds them all; null for the whole fabric
     * @param leaves with members, at least one
     */
    private record Part(Scope scope, SortedSet<Integer> leaves) {
        int head() {
            return leaves.first();
        }

        Part withoutHead() {
            final SortedSet<Integer> rest = new TreeSet<>(leaves);
            rest.remove(head());
            return new Part(scope, rest);
        }
    }
}
