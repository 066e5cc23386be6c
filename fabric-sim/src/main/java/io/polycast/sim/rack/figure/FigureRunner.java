package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.run.RackSimulation;
import io.polycast.sim.rack.scenario.RackScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Runs figures on several threads. Each run is by itself, and results are read in the order of the
 * figures, so that the number of threads changes nothing.
 */
public final class FigureRunner {
    private final Scale scale;
    private final int jobs;
    private long events;

    /**
     * @param scale of the runs
     * @param jobs threads, at least 1
     */
    public FigureRunner(final Scale scale, final int jobs) {
        this.scale = scale;
        this.jobs = jobs;
    }

    /**
     * @param figures to run
     * @return runs that they take
     */
    public int runs(final List<Figure> figures) {
        return figures.stream().mapToInt(figure -> figure.scenarios(scale).size()).sum();
    }

    /**
     * Runs figures.
     *
     * @param figures to run
     * @param progress told how many runs are over, from any of the threads
     * @return what each shows, in their order
     * @throws InterruptedException when this thread is interrupted
     */
    public List<FigureResult> run(final List<Figure> figures, final IntConsumer progress)
            throws InterruptedException {
        final ExecutorService executor = Executors.newFixedThreadPool(jobs);
        final AtomicInteger done = new AtomicInteger();
        try {
            final List<List<Future<RackResult>>> all = new ArrayList<>();
            for (final Figure figure : figures) {
                final List<Future<RackResult>> ofFigure = new ArrayList<>();
                for (final RackScenario scenario : figure.scenarios(scale)) {
                    ofFigure.add(
                            executor.submit(
                                    () -> {
                                        final RackResult result = RackSimulation.run(scenario);
                                        progress.accept(done.incrementAndGet());
                                        return result;
                                    }));
                }
                all.add(ofFigure);
            }
            final List<FigureResult> results = new ArrayList<>();
            for (int i = 0; i < figures.size(); i++) {
                results.add(figures.get(i).result(scale, wait(all.get(i))));
            }
            return results;
        } catch (final ExecutionException e) {
            throw new IllegalStateException("a run ended abnormally", e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private List<RackResult> wait(final List<Future<RackResult>> runs)
            throws InterruptedException, ExecutionException {
        final List<RackResult> results = new ArrayList<>();
        for (final Future<RackResult> run : runs) {
            results.add(run.get());
            events += results.get(results.size() - 1).events();
        }
        return results;
    }

    /**
     * @return events of the runs that are over
     */
    public long events() {
        return events;
    }
}
