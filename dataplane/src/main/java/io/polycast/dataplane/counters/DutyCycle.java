package io.polycast.dataplane.counters;

/**
 * How long one thread's duty cycles have taken.
 *
 * @param thread name of it
 * @param cycles so far
 * @param worstNs longest, in ns
 * @param overruns cycles longer than the threshold
 * @param thresholdNs the threshold, in ns
 * @param worstWaitNs longest wait of a frame in the ring before the thread, in ns
 */
public record DutyCycle(
        String thread,
        long cycles,
        long worstNs,
        long overruns,
        long thresholdNs,
        long worstWaitNs) {}
