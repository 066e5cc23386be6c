package io.polycast.dataplane.kernel;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.pipeline.Failure;
import io.polycast.xdp.sys.SysException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of the thread that waits for the kernel. */
@Timeout(30)
class KernelHelperTest {
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Failure failure = new Failure(stop);

    @Test
    void shouldEndTheSwitchWhenItBreaks() throws Exception {
        shouldReport(new IllegalStateException("broken"));
    }

    @Test
    void shouldEndTheSwitchOnAnErrorToo() throws Exception {
        shouldReport(new OutOfMemoryError("no room"));
    }

    private void shouldReport(final Throwable broken) throws Exception {
        final KernelHelper.Work work =
                () -> {
                    if (broken instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) broken;
                };
        try (KernelHelper helper = KernelHelper.start(work, failure)) {
            helper.wake();
            assertTrue(stop.await(10, TimeUnit.SECONDS), "nobody was told");
            assertSame(broken, failure.cause());
        }
    }

    @Test
    void shouldTryAgainWhatTheKernelRefuses() throws Exception {
        final AtomicInteger tries = new AtomicInteger();
        final CountDownLatch done = new CountDownLatch(1);
        final KernelHelper.Work work =
                () -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new SysException("bpf", 12);
                    }
                    done.countDown();
                    return false;
                };
        try (KernelHelper helper = KernelHelper.start(work, failure)) {
            helper.wake();
            assertTrue(done.await(10, TimeUnit.SECONDS), tries + " tries");
            assertNull(failure.cause());
        }
    }
}
