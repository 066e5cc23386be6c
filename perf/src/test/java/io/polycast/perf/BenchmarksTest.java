package io.polycast.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.perf.surrogate.CacheBench;
import io.polycast.perf.surrogate.SurrogateBench;
import io.polycast.perf.surrogate.VoqBench;
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
    private static final int WARM_UP = 20_000;
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
    @CsvSource({
        "gather, 512, 1",
        "gather, 512, 64",
        "gather+descriptor, 512, 8",
        "copy, 512, 8",
        "copy, 1024, 8",
        "copy, 4096, 64"
    })
    void shouldNotAllocateToReplicate(final String mode, final int size, final int fanout)
            throws GroupRefusedException {
        final ReplicationBench bench = new ReplicationBench();
        bench.mode = mode;
        bench.size = size;
        bench.fanout = fanout;
        bench.setup();
        assertNoAllocation(bench::replicate_copy);
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldNotAllocateToRecompute(final int size) throws GroupRefusedException {
        final RecomputeBench bench = new RecomputeBench();
        bench.size = size;
        bench.setup();
        assertNoAllocation(bench::replicate_copy_recompute);
        bench.check();
    }

    @Test
    void shouldDivideSimulatedTimeByThePacketsOfARun() {
        final SimulationBench bench = new SimulationBench();
        bench.setup();
        assertTrue(bench.sim_hop() >= SimulationBench.PACKETS);
        assertEquals(bench.sim_hop(), bench.sim_hop_plain());
    }

    @Test
    void shouldCountTheEventsOfTheRack() {
        final RackBench bench = new RackBench();
        bench.setup();
        final long before = bench.rack_event();
        assertEquals(before + RackBench.EVENTS, bench.rack_event());
    }

    @Test
    void shouldNotAllocateToFindAGroup() throws GroupRefusedException {
        final TableBench bench = new TableBench();
        bench.groups = 1000;
        bench.setup();
        assertNoAllocation(bench::mft_lookup);
    }

    @ParameterizedTest
    @CsvSource({"8, random", "64, random", "8, slowest", "64, slowest"})
    void shouldNotAllocateToAggregate(final int paths, final String pattern)
            throws GroupRefusedException {
        final AckBench bench = new AckBench();
        bench.paths = paths;
        bench.pattern = pattern;
        bench.setup();
        assertNoAllocation(bench::ack_aggregate);
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void shouldNotAllocateToAggregateNaks(final int paths) throws GroupRefusedException {
        final NackBench bench = new NackBench();
        bench.paths = paths;
        bench.setup();
        assertNoAllocation(bench::nack_aggregate);
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void shouldNotAllocateToFilterNotifications(final int paths) throws GroupRefusedException {
        final CnpBench bench = new CnpBench();
        bench.paths = paths;
        bench.setup();
        assertNoAllocation(bench::cnp_filter);
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void shouldNotAllocateToScheduleCopies(final int copies) {
        final VoqBench bench = new VoqBench();
        bench.copies = copies;
        bench.setup();
        assertNoAllocation(bench::voq_hop);
        bench.check();
    }

    /** The whole way of a frame through role surrogate: hold, schedule, send, acknowledge, release. */
    @Test
    void shouldNotAllocateToForwardThroughTwoNodes() throws GroupRefusedException {
        final SurrogateBench bench = new SurrogateBench();
        bench.setup();
        assertNoAllocation(bench::surrogate_hop);
        bench.check();
    }

    @Test
    void shouldNotAllocateToServeCopiesFromTheCache() {
        final CacheBench bench = new CacheBench();
        bench.setup();
        assertNoAllocation(bench::cache_hit);
        bench.check();
    }

    private static void assertNoAllocation(final Runnable operation) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long self = Thread.currentThread().getId();
        for (int i = 0; i < WARM_UP; i++) {
            operation.run();
        }
        final long before = threads.getThreadAllocatedBytes(self);
        for (int i = 0; i < ROUNDS; i++) {
            operation.run();
        }
        final long allocated = threads.getThreadAllocatedBytes(self) - before;
        assertTrue(allocated < ALLOWED, allocated + " bytes in " + ROUNDS + " operations");
    }
}
