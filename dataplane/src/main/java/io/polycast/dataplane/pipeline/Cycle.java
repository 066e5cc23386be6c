package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.dataplane.kernel.Heartbeat;
import java.util.function.IntSupplier;
import org.agrona.concurrent.NanoClock;

/** First work of each packet thread in a duty cycle: heartbeat, time and statistics. */
public final class Cycle {
    private final NanoClock clock;
    private final DutyCycleTracker dutyCycle;
    private final Failure failure;

    /** Null where nobody listens. */
    private final Heartbeat heartbeat;

    private final int place;

    /**
     * @param clock of the switch
     * @param dutyCycle of the thread
     * @param failure that ends all threads
     * @param heartbeat that is to be beaten, or null
     * @param place of the thread in the order of threads
     */
    public Cycle(
            final NanoClock clock,
            final DutyCycleTracker dutyCycle,
            final Failure failure,
            final Heartbeat heartbeat,
            final int place) {
        this.clock = clock;
        this.dutyCycle = dutyCycle;
        this.failure = failure;
        this.heartbeat = heartbeat;
        this.place = place;
    }

    /**
     * Begins a duty cycle; ends the thread when another one has failed.
     *
     * @return the time, in ns
     */
    long begin() {
        if (heartbeat != null) {
            heartbeat.beat(place, System.nanoTime());
        }
        failure.check();
        final long nowNs = clock.nanoTime();
        dutyCycle.onCycle(nowNs);
        return nowNs;
    }

    /** The time, in ns. */
    long nowNs() {
        return clock.nanoTime();
    }

    /** The thread has waited for work: that is no part of a duty cycle. */
    void onRest() {
        dutyCycle.onRest();
    }

    /** A frame was taken from a ring after so many ns. */
    void onWait(final long waitedNs) {
        dutyCycle.onWait(waitedNs);
    }

    /** Repeats a step until nothing is left to do, at the end of the thread's life. */
    void drain(final IntSupplier step) {
        Rings.drain(step, failure);
    }

    /** As {@link #drain}, by a thread whose own failure nobody else would report. */
    void drainGuarded(final IntSupplier step) {
        try {
            drain(step);
        } catch (final RuntimeException | Error ex) {
            failure.set(ex);
        }
    }
}
