package io.polycast.dataplane.appliance;

import org.agrona.concurrent.NanoClock;

/**
 * Clock in ns since 1970 that never steps. The wall clock is read once, and the monotonic clock counts on from
 * there. Times in the state file therefore keep their meaning over restarts.
 */
final class SteadyClock implements NanoClock {
    private static final long NANOS_A_MILLI = 1_000_000;

    private final long offsetNs = System.currentTimeMillis() * NANOS_A_MILLI - System.nanoTime();

    @Override
    public long nanoTime() {
        return offsetNs + System.nanoTime();
    }
}
