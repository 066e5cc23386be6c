package io.polycast.dataplane.appliance;

import org.agrona.concurrent.NanoClock;

/**
 * Nanoseconds since 1970 that never step: read once from the wall, then counted on by the monotonic
 * clock. Times in the state file so keep a meaning over restarts.
 */
final class SteadyClock implements NanoClock {
    private static final long NANOS_A_MILLI = 1_000_000;

    private final long offsetNs = System.currentTimeMillis() * NANOS_A_MILLI - System.nanoTime();

    @Override
    public long nanoTime() {
        return offsetNs + System.nanoTime();
    }
}
