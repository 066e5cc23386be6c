package io.polycast.cli.doctor;

import java.util.Locale;

/**
 * Result of one check.
 *
 * @param status how it stands
 * @param check subject of the check, for instance {@code memlock} or {@code port p0: MTU}
 * @param found the finding, in a few words
 * @param remedy of the problem; empty when all is well
 */
public record Finding(Status status, String check, String found, String remedy) {
    /** How a check stands. */
    public enum Status {
        /** As it should be. */
        OK,
        /** Works, but slower or with limits; or could not be looked at. */
        WARN,
        /** Something will not work. */
        FAIL
    }

    static Finding ok(final String check, final String found) {
        return new Finding(Status.OK, check, found, "");
    }

    static Finding warn(final String check, final String found, final String remedy) {
        return new Finding(Status.WARN, check, found, remedy);
    }

    static Finding fail(final String check, final String found, final String remedy) {
        return new Finding(Status.FAIL, check, found, remedy);
    }

    /** The same for a feature that is not needed. */
    Finding atMostWarning() {
        return status == Status.FAIL ? warn(check, found, remedy) : this;
    }

    /**
     * @return the finding for people, in one line
     */
    public String line() {
        final String line =
                String.format("%-4s  %s: %s", status.name().toLowerCase(Locale.ROOT), check, found);
        return remedy.isEmpty() ? line : line + "; " + remedy;
    }
}
