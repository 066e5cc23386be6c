package io.polycast.dataplane.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Common handling of Disruptor rings. */
final class Rings {
    /** A device that takes nothing more must not hold up the end of the process. */
    private static final long LONGEST_DRAIN_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private Rings() {}

    /** Takes one batch; the handlers here throw nothing checked, though their interface may. */
    static <E> void poll(final EventPoller<E> poller, final EventPoller.Handler<E> handler) {
        try {
            poller.poll(handler);
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException("a handler of frames threw", e);
        }
    }

    /** A poller that the producer of its ring waits for. */
    static <E> EventPoller<E> poller(final RingBuffer<E> ring) {
        final EventPoller<E> poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        return poller;
    }

    /** Repeats a step until nothing is left to do, at the end of an agent's life. */
    static void drain(final IntSupplier step, final Failure failure) {
        final long startNs = System.nanoTime();
        while (failure.cause() == null
                && step.getAsInt() > 0
                && System.nanoTime() - startNs < LONGEST_DRAIN_NS) {
            Thread.onSpinWait();
        }
    }
}
