package io.polycast.controller.log;

import io.polycast.controller.agent.ToAgent;

/** Where the controller's words go. Only the node that leads acts on them. */
public interface Effects {
    /**
     * Says something to an agent.
     *
     * @param session number of the connection
     * @param message for the agent
     */
    void send(long session, ToAgent message);

    /**
     * Answers an operator.
     *
     * @param request number of the request
     * @param outcome of the request
     */
    void answer(long request, Outcome outcome);

    /**
     * Tells of an event.
     *
     * @param news the event
     */
    void happened(News news);
}
