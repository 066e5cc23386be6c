package io.polycast.fuzz;

/** Assertions of targets. */
final class Check {
    private Check() {}

    static void that(final boolean holds, final String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    static void equal(final long expected, final long actual, final String what) {
        if (expected != actual) {
            throw new AssertionError(what + ": expected " + expected + ", is " + actual);
        }
    }
}
