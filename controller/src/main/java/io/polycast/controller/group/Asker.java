package io.polycast.controller.group;

/**
 * Who gets the answer.
 *
 * @param session connection of the agent; 0 for an operator
 * @param request number of the request; 0 for nobody
 * @param since when the request came, in ms
 */
public record Asker(long session, long request, long since) {
    /** Nobody waits. */
    public static final Asker NOBODY = new Asker(0, 0, 0);

    /** Whether an operator asked. */
    public boolean isOperator() {
        return session == 0 && request != 0;
    }

    /** Whether an agent asked. */
    public boolean isAgent() {
        return session != 0;
    }
}
