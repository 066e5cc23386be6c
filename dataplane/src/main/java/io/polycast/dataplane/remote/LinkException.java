package io.polycast.dataplane.remote;

/** A line of a link that cannot be read: the message says why. */
public final class LinkException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param message what is wrong with the line
     */
    public LinkException(final String message) {
        super(message);
    }
}
