package io.polycast.perf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polycast.mft.spec.GroupRefusedException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The benchmarks measure what they say, and what they measure allocates nothing. The figures
 * themselves are no matter of a test.
 */
class BenchmarksTest {
    private static final int WARM_UP = 30_000;
    private static final int ROUNDS = 10_000;

    /** Below it is the measuring itself, or a compiler thread's doing: less than a byte an operation. */
    private static final long ALLOWED = ROUNDS / 2;

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldNotAllocateToKnowAFrame(final int size) {
        final ParserBench bench = new ParserBench();
        bench.size = size;
        bench.setup();
        assertNoAllocation(bench::parse_classify);
        assertNoAllocation(bench::icrc_full);
        assertNoAllocation(bench::icrc_patch);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldNotAllocateToReplicate(final int size) throws GroupRefusedException {
        final ReplicationBench bench = new ReplicationBench();
        bench.size = size;
        bench.setup();
        assertNoAllocation(bench::replicate_copy);
        bench.check();
    }

    @Test
    void shouldDivideSimulatedTimeByThePacketsOfARun() {
        final SimulationBench bench = new SimulationBench();
        bench.setup();
        assertTrue(bench.sim_hop() >= SimulationBench.PACKETS);
    }

    @Test
    void shouldNotAllocateToFindAGroup() throws GroupRefusedException {
        final TableBench bench = new TableBench();
        bench.groups = 1000;
        bench.setup();
        assertNoAllocation(bench::mft_lookup);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 63})
    void shouldNotAllocateToAggregate(final int receivers) throws GroupRefusedException {
        final AggregatorBench bench = new AggregatorBench();
        bench.receivers = receivers;
        bench.setup();
        assertNoAllocation(bench::ack_aggregate);
        bench.check();
    }

    @ParameterizedTest
    @CsvSource({"staged, 0", "staged, 1", "fused, 0", "fused, 16", "fused, 1"})
    void shouldLoseNothingFromEndToEnd(final String threading, final int ackEvery) {
        final EndToEndBench bench = new EndToEndBench();
        bench.threading = threading;
        bench.ackEvery = ackEvery;
        bench.payload = 1024;
        bench.setup();
        try {
            assertNoAllocation(bench::end_to_end, 500, 200);
        } finally {
            bench.check();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "single"})
    void shouldNotAllocateToHop(final String pattern) throws InterruptedException {
        final PipelineBench bench = new PipelineBench();
        bench.pattern = pattern;
        bench.setup();
        try {
            assertNoAllocation(bench::pipeline_hop, 20, 20);
        } finally {
            bench.check();
        }
    }

    private static void assertNoAllocation(final Runnable operation) {
        assertNoAllocation(operation, WARM_UP, ROUNDS);
    }

    private static void assertNoAllocation(
            final Runnable operation, final int warmUp, final int rounds) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long self = Thread.currentThread().getId();
        for (int i = 0; i < warmUp; i++) {
            operation.run();
        }
        final long before = threads.getThreadAllocatedBytes(self);
        for (int i = 0; i < rounds; i++) {
            operation.run();
        }
        final long allocated = threads.getThreadAllocatedBytes(self) - before;
        assertTrue(allocated < ALLOWED, allocated + " bytes in " + rounds + " operations");
    }
}
