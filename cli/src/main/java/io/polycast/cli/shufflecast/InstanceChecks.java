package io.polycast.cli.shufflecast;

import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.check.InstanceCheck;
import io.polycast.topology.shuffle.check.InstanceResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Checks instances on several threads, an instance a thread. */
final class InstanceChecks {
    /** Instances that take long come first, so that no thread is left alone with one at the end. */
    private static final Comparator<ShuffleShape> LONGEST_FIRST =
            Comparator.comparing((ShuffleShape shape) -> shape.k() == 1)
                    .thenComparing(shape -> -(long) shape.nodes() * shape.classes());

    private InstanceChecks() {}

    /**
     * @param shapes to check
     * @param seed of the failures that are drawn
     * @param threads at least 1
     * @param progress is told the number of instances that are done
     * @return the sums; the same for any number of threads
     */
    static InstanceResult run(
            final List<ShuffleShape> shapes,
            final long seed,
            final int threads,
            final IntConsumer progress)
            throws InterruptedException {
        final AtomicInteger done = new AtomicInteger();
        final List<Callable<InstanceResult>> checks = new ArrayList<>();
        shapes.stream()
                .sorted(LONGEST_FIRST)
                .forEach(
                        shape ->
                                checks.add(
                                        () -> {
                                            final InstanceResult result =
                                                    InstanceCheck.check(shape, seed);
                                            progress.accept(done.incrementAndGet());
                                            return result;
                                        }));
        final ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            InstanceResult sum = InstanceResult.NONE;
            for (final Future<InstanceResult> result : pool.invokeAll(checks)) {
                sum = sum.and(result.get());
            }
            return sum;
        } catch (final ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
