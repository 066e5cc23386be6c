package io.polycast.xdp.port;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what a thread allocates. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int STRETCHES = 8;

    private Allocation() {}

    /**
     * Measures work in several stretches and keeps the best: compiling in between allocates too.
     *
     * @param rounds in a stretch
     * @param work one round
     * @return least bytes that the calling thread allocated in a stretch
     */
    public static long bytes(final int rounds, final Runnable work) {
        long least = Long.MAX_VALUE;
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            final long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < rounds; i++) {
                work.run();
            }
            final long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            least = Math.min(least, after - before);
        }
        return least;
    }
}
