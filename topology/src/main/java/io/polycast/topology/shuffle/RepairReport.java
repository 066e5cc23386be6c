package io.polycast.topology.shuffle;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a repair changes and what it reaches.
 *
 * @param off by ToR the sources whose rule it loses, ascending
 * @param on by ToR the sources whose rule it gets, ascending
 * @param unreached by live source the ToRs that its frames do not reach, ascending; sources that reach all
 *     ToRs are left out
 * @param maxHops of a frame of any live source; 0 when no source is alive
 */
public record RepairReport(
        SortedMap<Integer, List<Integer>> off,
        SortedMap<Integer, List<Integer>> on,
        SortedMap<Integer, List<Integer>> unreached,
        int maxHops) {
    /**
     * @param shape of the instance
     * @param failed relays
     * @param repaired rules after the failure
     * @return the difference to the rules without failures
     */
    public static RepairReport of(
            final ShuffleShape shape, final FailedRelays failed, final RelayRules repaired) {
        final SortedMap<Integer, List<Integer>> off = new TreeMap<>();
        final SortedMap<Integer, List<Integer>> on = new TreeMap<>();
        final SortedMap<Integer, List<Integer>> unreached = new TreeMap<>();
        final StaticRelays healthy = new StaticRelays(shape);
        final Reach reach = new Reach(shape);
        final int[] before = new int[shape.classes()];
        final int[] after = new int[shape.classes()];
        int maxHops = 0;
        for (int source = 0; source < shape.nodes(); source++) {
            healthy.fill(source, before);
            repaired.fill(source, after);
            for (int i = 0; i < before.length; i++) {
                if (before[i] != after[i]) {
                    add(off, before[i], source);
                    add(on, after[i], source);
                }
            }
            if (!failed.contains(source)) {
                reach.follow(source, after);
                maxHops = Math.max(maxHops, reach.maxHops());
                if (reach.unreachedClasses() > 0) {
                    unreached.put(source, new RelayTree(shape, source, repaired).unreached());
                }
            }
        }
        return new RepairReport(off, on, unreached, maxHops);
    }

    private static void add(
            final SortedMap<Integer, List<Integer>> rules, final int tor, final int source) {
        if (tor != RelayRules.NONE) {
            rules.computeIfAbsent(tor, key -> new ArrayList<>()).add(source);
        }
    }
}
