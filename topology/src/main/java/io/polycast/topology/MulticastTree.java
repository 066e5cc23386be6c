package io.polycast.topology;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The tree that joins a group's members. The tree has no direction: frames leave a switch by all
 * branches except the one on which they came.
 *
 * @param members by host number, the first is the one that the tree was laid from
 * @param branches by switch, each in order of port
 */
public record MulticastTree(List<Integer> members, SortedMap<Integer, List<Branch>> branches) {
    /** Takes copies. */
    public MulticastTree {
        members = List.copyOf(members);
        final SortedMap<Integer, List<Branch>> copy = new TreeMap<>();
        for (final Map.Entry<Integer, List<Branch>> entry : branches.entrySet()) {
            copy.put(entry.getKey(), List.copyOf(entry.getValue()));
        }
        branches = copy;
    }
}
