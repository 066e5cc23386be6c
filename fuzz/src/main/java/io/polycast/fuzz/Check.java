package io.polycast.fuzz;

/** Assertions of targets. */
public final class Check {
    private Check() {}

    /**
     * @param holds what must
     * @param otherwise message of the error if not
     */
    public static void that(final boolean holds, final String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /**
     * @param expected value
     * @param actual value
     * @param what is compared
     */
    public static void equal(final long expected, final long actual, final String what) {
        if (expected != actual) {
            throw new AssertionError(what + ": expected " + expected + ", is " + actual);
        }
    }
}
