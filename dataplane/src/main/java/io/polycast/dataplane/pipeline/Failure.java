package io.polycast.dataplane.pipeline;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broken invariant stops the whole process with an error. The first one is kept, every agent ends
 * at its next duty cycle, and waiting threads are woken.
 */
public final class Failure implements ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

    private final AtomicReference<Throwable> first = new AtomicReference<>();
    private final CountDownLatch stop;

    public Failure(final CountDownLatch stop) {
        this.stop = stop;
    }

    @Override
    public void onError(final Throwable throwable) {
        set(throwable);
    }

    public void set(final Throwable throwable) {
        if (first.compareAndSet(null, throwable)) {
            LOG.error("broken invariant in {}", Thread.currentThread().getName(), throwable);
            stop.countDown();
        }
    }

    /** The first failure, or null. */
    public Throwable cause() {
        return first.get();
    }

    /** Ends the calling agent when another one has failed. */
    void check() {
        if (first.get() != null) {
            throw new AgentTerminationException("another thread failed");
        }
    }
}
