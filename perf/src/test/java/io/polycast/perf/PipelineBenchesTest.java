package io.polycast.perf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks of several threads lose nothing, and none of their threads allocates by the packet. */
@Timeout(120)
class PipelineBenchesTest {
    /** Bytes a packet: a thread that allocates by the packet makes objects of 16 bytes at least. */
    private static final double ALLOWED = 0.5;

    /** Code that is not compiled yet may allocate, for some rounds: one that does not is enough. */
    private static final int ROUNDS = 20;

    @ParameterizedTest
    @CsvSource({"staged, 0", "staged, 1", "fused, 0", "fused, 16", "fused, 1"})
    void shouldCarryPacketsEndToEnd(final String threading, final int ackEvery) {
        final EndToEndBench bench = new EndToEndBench();
        bench.threading = threading;
        bench.ackEvery = ackEvery;
        bench.payload = 1024;
        bench.setup();
        try {
            assertNoAllocation(bench::end_to_end, EndToEndBench.PACKETS, 500);
        } finally {
            bench.check();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "single"})
    void shouldCarryDescriptorsFromThreadToThread(final String pattern)
            throws InterruptedException {
        final PipelineBench bench = new PipelineBench();
        bench.pattern = pattern;
        bench.setup();
        try {
            assertNoAllocation(bench::pipeline_hop, PipelineBench.DESCRIPTORS, 20);
        } finally {
            bench.check();
        }
    }

    private static void assertNoAllocation(
            final Runnable invocation, final int operations, final int invocations) {
        for (int i = 0; i < invocations; i++) {
            invocation.run();
        }
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long[] ids =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(
                                thread ->
                                        thread == Thread.currentThread()
                                                || thread.getName().startsWith("pc-rx-")
                                                || thread.getName().startsWith("pc-core-"))
                        .mapToLong(Thread::getId)
                        .toArray();
        double least = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least >= ALLOWED; round++) {
            final long before = Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum();
            for (int i = 0; i < invocations; i++) {
                invocation.run();
            }
            final long bytes = Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum() - before;
            least = Math.min(least, (double) bytes / ((long) invocations * operations));
        }
        assertTrue(least < ALLOWED, least + " bytes an operation on " + ids.length + " threads");
    }
}
