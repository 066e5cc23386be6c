package io.polycast.dataplane.control;

/**
 * The packets' threads do not answer: more requests of the same kind would only wait, too. The request is
 * not carried out later.
 */
public final class SwitchStalledException extends ControlException {
    private static final long serialVersionUID = 1L;

    /**
     * @param cause of it
     */
    public SwitchStalledException(final Throwable cause) {
        super(FAILED, "the switch did not answer; it is stopping, or overloaded", cause);
    }
}
