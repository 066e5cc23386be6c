package io.polycast.sim.swarm;

import io.polycast.sim.draw.Draw;
import io.polycast.sim.draw.ScenarioDraw;
import io.polycast.sim.run.RunResult;
import io.polycast.sim.run.Simulation;
import io.polycast.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Runs a range of seeds on several threads; each run is single-threaded and knows only its seed. */
public final class Swarm {
    private static final double NANOS_PER_SECOND = 1e9;

    private final long first;
    private final long last;
    private final int jobs;
    private final Set<Draw> draws;
    private final AtomicLong next;
    private final AtomicLong done = new AtomicLong();
    private final SwarmReport report = new SwarmReport();

    private Swarm(final long first, final long last, final int jobs, final Set<Draw> draws) {
        this.draws = draws;
        this.first = first;
        this.last = last;
        this.jobs = jobs;
        next = new AtomicLong(first);
    }

    /**
     * Runs all seeds.
     *
     * @param first seed
     * @param last seed, not before the first
     * @param jobs threads, at least 1
     * @param draws what may be added to a drawn scenario
     * @param progress told how many runs are over, from any of the threads
     * @return the sums, and a short version of each failure
     * @throws InterruptedException when this thread is interrupted
     */
    public static SwarmReport run(
            final long first,
            final long last,
            final int jobs,
            final Set<Draw> draws,
            final LongConsumer progress)
            throws InterruptedException {
        if (last < first || jobs < 1) {
            throw new IllegalArgumentException(
                    "seeds " + first + ".." + last + " on " + jobs + " jobs");
        }
        return new Swarm(first, last, jobs, draws).run(progress);
    }

    private SwarmReport run(final LongConsumer progress) throws InterruptedException {
        final long startNs = System.nanoTime();
        final ExecutorService executor = Executors.newFixedThreadPool(jobs);
        try {
            final List<Future<?>> workers = new ArrayList<>();
            for (int job = 0; job < jobs; job++) {
                workers.add(executor.submit(() -> work(progress)));
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
        report.seconds((System.nanoTime() - startNs) / NANOS_PER_SECOND);
        return report;
    }

    private void work(final LongConsumer progress) {
        final Simulation simulation = new Simulation();
        for (long seed = next.getAndIncrement(); seed <= last; seed = next.getAndIncrement()) {
            final Scenario scenario = ScenarioDraw.of(seed, draws);
            final RunResult result = simulation.run(scenario);
            final Failure failure =
                    result.broken() == null ? null : Shrinker.shrink(simulation, scenario, result);
            synchronized (report) {
                report.add(result);
                if (failure != null) {
                    report.add(failure);
                }
            }
            progress.accept(done.incrementAndGet());
        }
    }
}
