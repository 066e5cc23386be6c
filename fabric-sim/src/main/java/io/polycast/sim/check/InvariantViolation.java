package io.polycast.sim.check;

/** An invariant does not hold, and ends the run. */
public final class InvariantViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Invariant invariant;

    /**
     * @param invariant that is broken
     * @param detail what was seen, with numbers
     */
    public InvariantViolation(final Invariant invariant, final String detail) {
        super(detail);
        this.invariant = invariant;
    }

    /**
     * @param invariant that is broken
     * @param detail what was seen
     * @param cause of it
     */
    public InvariantViolation(
            final Invariant invariant, final String detail, final Throwable cause) {
        super(detail, cause);
        this.invariant = invariant;
    }

    /** The one that is broken. */
    public Invariant invariant() {
        return invariant;
    }
}
