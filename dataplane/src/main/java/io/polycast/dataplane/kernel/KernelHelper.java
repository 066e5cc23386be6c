package io.polycast.dataplane.kernel;

import io.polycast.xdp.sys.SysException;
import java.util.concurrent.locks.LockSupport;
import org.agrona.ErrorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that waits for the kernel, so that packets need not: some 10 ms for each batch of changes. */
final class KernelHelper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KernelHelper.class);
    private static final long RETRY_NS = 100_000_000L;

    private final Work work;
    private final ErrorHandler failure;
    private final Thread thread;
    private volatile boolean stopped;

    private KernelHelper(final Work work, final ErrorHandler failure) {
        this.work = work;
        this.failure = failure;
        thread = new Thread(this::run, "pc-kernel");
        thread.setDaemon(true);
    }

    /** Slow calls to the kernel. */
    @FunctionalInterface
    interface Work {
        /** Whether there was something to do. */
        boolean prepare() throws SysException;
    }

    /** Starts it in the network namespace of the calling thread. */
    static KernelHelper start(final Work work, final ErrorHandler failure) {
        final KernelHelper helper = new KernelHelper(work, failure);
        helper.thread.start();
        return helper;
    }

    /** There may be something to do. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            workUntilStopped();
        } catch (final RuntimeException | Error e) {
            failure.onError(e);
        }
    }

    private void workUntilStopped() {
        boolean told = false;
        while (!stopped) {
            try {
                if (!work.prepare()) {
                    LockSupport.park(this);
                }
                told = false;
            } catch (final SysException e) {
                if (!told) {
                    LOG.warn("the kernel's table waits: {}; trying again", e.getMessage());
                }
                told = true;
                LockSupport.parkNanos(this, RETRY_NS);
            }
        }
    }

    /** Ends it, which may take some 20 ms. */
    @Override
    public void close() {
        stopped = true;
        wake();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
