package io.polycast.sim.registration;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Runs a range of seeds on several threads; each run is single-threaded and knows only its seed. */
public final class RegistrationSwarm {
    private RegistrationSwarm() {}

    /**
     * Runs all seeds.
     *
     * @param first seed
     * @param last seed, not before the first
     * @param jobs threads, at least 1
     * @param progress told how many runs are over, from any of the threads
     * @return the sums, and each failure
     * @throws InterruptedException when this thread is interrupted
     */
    public static RegistrationReport run(
            final long first, final long last, final int jobs, final LongConsumer progress)
            throws InterruptedException {
        if (last < first || jobs < 1) {
            throw new IllegalArgumentException(
                    "seeds " + first + ".." + last + " on " + jobs + " jobs");
        }
        final long startNs = System.nanoTime();
        final RegistrationReport report = new RegistrationReport();
        final AtomicLong next = new AtomicLong(first);
        final ExecutorService executor = Executors.newFixedThreadPool(jobs);
        try {
            final List<Future<?>> workers = new ArrayList<>();
            for (int job = 0; job < jobs; job++) {
                workers.add(executor.submit(() -> work(next, last, report, progress)));
            }
            for (final Future<?> worker : workers) {
                worker.get();
            }
        } catch (final ExecutionException e) {
            throw new IllegalStateException(
                    "a run of seeds " + first + ".." + last + " ended abnormally", e.getCause());
        } finally {
            executor.shutdownNow();
        }
        report.seconds((System.nanoTime() - startNs) / 1e9);
        return report;
    }

    private static void work(
            final AtomicLong next,
            final long last,
            final RegistrationReport report,
            final LongConsumer progress) {
        for (long seed = next.getAndIncrement(); seed <= last; seed = next.getAndIncrement()) {
            progress.accept(report.add(RegistrationRun.of(seed)));
        }
    }
}
