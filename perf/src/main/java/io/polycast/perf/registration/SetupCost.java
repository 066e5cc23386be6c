package io.polycast.perf.registration;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.polycast.sim.registration.GroupLoad;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Cost of groups of one size, registered together. Times are processor time of the thread that runs six switches, 64 hosts
 * that confirm, and the leaders.
 *
 * @param members of each group, with its leader
 * @param groups registered at once
 * @param leaders that lead them in turn
 * @param registerSeconds median over the rounds, until each leader has its last answer
 * @param removeSeconds median over the rounds, until no switch has a group
 * @param frames that switches took for registration and removal, of one round
 * @param tableBytes of one switch's tables, for each group, with room for 64 paths of each
 * @param heapBytes that live after a full collection, for each group and switch; state of hosts and leaders is included
 */
public record SetupCost(
        @JsonProperty("members") int members,
        @JsonProperty("groups") int groups,
        @JsonProperty("leaders") int leaders,
        @JsonProperty("register_seconds") double registerSeconds,
        @JsonProperty("remove_seconds") double removeSeconds,
        @JsonProperty("frames") long frames,
        @JsonProperty("table_bytes_per_group") double tableBytes,
        @JsonProperty("heap_bytes_per_group") double heapBytes) {
    /**
     * The paper's figure for tables of 1,000 groups at a switch of 64 ports, 0.69 MB, for each group (Cepheus, III-C).
     */
    public static final double PAPER_TABLE_BYTES = 690;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * Registers and removes groups of one size.
     *
     * @param groups at least 1
     * @param leaders in [1, {@link GroupLoad#MOST_LEADERS}]
     * @param members in [2, {@link GroupLoad#HOSTS}]
     * @param rounds at least 1
     * @return medians of the rounds
     * @throws IllegalStateException when a group does not come into force, or does not go
     */
    public static SetupCost measure(
            final int groups, final int leaders, final int members, final int rounds) {
        final long[] registerNs = new long[rounds];
        final long[] removeNs = new long[rounds];
        long frames = 0;
        double tableBytes = 0;
        double heapBytes = 0;
        for (int round = 0; round < rounds; round++) {
            try (GroupLoad load = new GroupLoad(groups, leaders, members)) {
                final long emptyHeap = usedHeap();
                final long beginNs = THREADS.getCurrentThreadCpuTime();
                load.register();
                final long registeredNs = THREADS.getCurrentThreadCpuTime();
                heapBytes =
                        (double) (usedHeap() - emptyHeap) / ((long) groups * GroupLoad.SWITCHES);
                final long againNs = THREADS.getCurrentThreadCpuTime();
                load.remove();
                registerNs[round] = registeredNs - beginNs;
                removeNs[round] = THREADS.getCurrentThreadCpuTime() - againNs;
                frames = load.frames();
                tableBytes = (double) load.tableBytes() / groups;
            }
        }
        return new SetupCost(
                members,
                groups,
                leaders,
                medianSeconds(registerNs),
                medianSeconds(removeNs),
                frames,
                tableBytes,
                heapBytes);
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static double medianSeconds(final long[] timesNs) {
        Arrays.sort(timesNs);
        return (double) timesNs[timesNs.length / 2] / TimeUnit.SECONDS.toNanos(1);
    }
}
