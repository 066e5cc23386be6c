package io.polycast.node.agent;

/** The agent cannot start: the message says why, and the remedy. */
public final class AgentException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param message what is wrong, and the remedy
     * @param cause of it, or null
     */
    public AgentException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
