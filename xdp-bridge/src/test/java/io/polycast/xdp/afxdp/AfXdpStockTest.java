package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.afxdp.program.XdpMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chunks that queues hold to receive into, beside the planned memory. */
class AfXdpStockTest {
    private static AfXdpSpec spec(final int queues, final int ringSize) {
        return new AfXdpSpec("eth0", queues, ringSize, XdpMode.AUTO);
    }

    @ParameterizedTest
    @CsvSource({"0, 512, 2, 32", "0, 1024, 1, 64", "0, 64, 1, 128", "0, 1024, 1, 1", "8, 64, 2, 4"})
    void shouldKeepToThePlanHoweverManyQueuesThereAre(
            final int configured, final int ringSize, final int shards, final int queues) {
        final AfXdpSpec spec = spec(configured, ringSize);
        final int stock = AfXdpLimits.stock(spec, shards, queues);
        assertTrue(stock > 0, "a queue without chunks receives nothing");
        assertTrue(stock * queues <= spec.rxChunks(shards), stock + " a queue");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1088", "0, 17, 64", "4, 4, 1088"})
    void shouldGiveEachQueueAllThatIsPlannedForIt(
            final int configured, final int queues, final int expected) {
        assertEquals(expected, AfXdpLimits.stock(spec(configured, 1024), 1, queues));
    }

    @Test
    void shouldNotOpenQueuesThatABurstWouldOverrun() {
        final AfXdpSpec spec = spec(0, 1024);
        assertTrue(AfXdpLimits.isEnough(spec, AfXdpLimits.stock(spec, 1, 17)));
        assertFalse(AfXdpLimits.isEnough(spec, AfXdpLimits.stock(spec, 1, 18)));
        final AfXdpSpec planned = spec(32, 1024);
        assertTrue(AfXdpLimits.isEnough(planned, AfXdpLimits.stock(planned, 1, 32)));
        final AfXdpSpec small = spec(0, 32);
        assertTrue(AfXdpLimits.isEnough(small, AfXdpLimits.stock(small, 1, 1)));
    }
}
