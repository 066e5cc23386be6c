package io.polycast.xdp.net;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.function.BooleanSupplier;

/** Waits for a state by asking for it. */
public final class Await {
    private static final long LIMIT_NS = 30_000_000_000L;

    private Await() {}

    /** Returns as soon as the condition holds; fails after half a minute. */
    public static void until(final String what, final BooleanSupplier condition) {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > LIMIT_NS) {
                fail("waited 30 s for: " + what);
            }
            // With as many tests' threads as processors, the one that is waited for needs this one.
            Thread.yield();
        }
    }
}
