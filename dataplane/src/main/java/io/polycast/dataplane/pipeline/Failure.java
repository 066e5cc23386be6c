package io.polycast.dataplane.pipeline;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broken invariant stops the whole process with an error. The first one is kept, every agent ends
 * at its next duty cycle, and waiting threads are woken. The thread that breaks writes no log line: a
 * log that does not take it would keep the process from its end.
 */
public final class Failure implements ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

    private final AtomicReference<Broken> first = new AtomicReference<>();
    private final AtomicBoolean isReported = new AtomicBoolean();
    private final CountDownLatch stop;

    /** What broke, in which thread. */
    private record Broken(String thread, Throwable cause) {}

    public Failure(final CountDownLatch stop) {
        this.stop = stop;
    }

    @Override
    public void onError(final Throwable throwable) {
        set(throwable);
    }

    public void set(final Throwable throwable) {
        if (first.compareAndSet(null, new Broken(Thread.currentThread().getName(), throwable))) {
            stop.countDown();
        }
    }

    /** The first failure, or null. */
    public Throwable cause() {
        final Broken broken = first.get();
        return broken == null ? null : broken.cause();
    }

    /**
     * Logs the first failure, once. Called when everything is closed.
     *
     * @return the line, or null when there is nothing to log
     */
    public String report() {
        final Broken broken = first.get();
        if (broken == null || !isReported.compareAndSet(false, true)) {
            return null;
        }
        final String line = "broken invariant in " + broken.thread();
        LOG.error(line, broken.cause());
        return line;
    }

    /** Ends the calling agent when another one has failed. */
    void check() {
        if (first.get() != null) {
            throw new AgentTerminationException("another thread failed");
        }
    }
}
