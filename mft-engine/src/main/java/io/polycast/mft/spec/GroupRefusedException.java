package io.polycast.mft.spec;

/** A group cannot be installed; the message has the fault and the remedy. */
public final class GroupRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param message the fault and the remedy, in one line
     */
    public GroupRefusedException(final String message) {
        super(message);
    }
}
