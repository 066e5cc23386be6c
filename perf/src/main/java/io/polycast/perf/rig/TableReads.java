package io.polycast.perf.rig;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.mft.table.ReadAhead;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Time to read the cache lines that a packet needs from the tables, and nothing else: the floor
 * under the added cost of many groups. As many packets' reads are under way at a time as the switch
 * has.
 */
public final class TableReads {
    /** Groups are asked for in an order that repeats only after so many packets. */
    private static final int TURNS = 1 << 20;

    private static final int CACHE_LINE = 64;

    private TableReads() {}

    /**
     * Measures on the calling thread.
     *
     * @param groups in the table
     * @param fanout receivers of each
     * @param rounds of which the median counts
     * @param roundNs time of one
     * @return ns per packet
     */
    public static double nsPerPacket(
            final int groups, final int fanout, final int rounds, final long roundNs) {
        final ReadAhead reads = new ReadAhead(table(groups, fanout), new long[groups]);
        final int[] order = new int[TURNS];
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < TURNS; i++) {
            order[i] = RigAddresses.mcstId(random.nextInt(groups));
        }
        final double[] found = new double[rounds];
        stretch(reads, order, roundNs); // compiled, and all of the table touched
        for (int i = 0; i < rounds; i++) {
            found[i] = stretch(reads, order, roundNs);
        }
        Arrays.sort(found);
        return found[rounds / 2];
    }

    private static double stretch(final ReadAhead reads, final int[] order, final long ns) {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        final long startNs = System.nanoTime();
        final long cpuBefore = threads.getCurrentThreadCpuTime();
        long packets = 0;
        while (packets == 0 || System.nanoTime() - startNs < ns) {
            for (int i = 0; i < order.length; i += ReadAhead.FRAMES) {
                for (int k = i; k < i + ReadAhead.FRAMES; k++) {
                    reads.add(order[k]);
                }
                reads.read();
            }
            packets += order.length;
        }
        return (double) (threads.getCurrentThreadCpuTime() - cpuBefore) / packets;
    }

    private static Mft table(final int groups, final int fanout) {
        final int paths = groups * (fanout + 1);
        final int length = FeedbackLayout.length(groups, paths);
        final UnsafeBuffer feedback =
                new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, CACHE_LINE), 0, length);
        final Mft mft = new Mft(groups, paths, feedback);
        final MftWriter writer = new MftWriter(mft);
        try {
            for (int n = 0; n < groups; n++) {
                writer.install(RigAddresses.group(n, fanout));
            }
        } catch (final GroupRefusedException e) {
            throw new IllegalStateException("the table has room for its own groups", e);
        }
        return mft;
    }
}
