package io.polycast.node.agents;

import io.polycast.controller.agent.ToController;
import java.net.InetSocketAddress;
import java.util.function.LongConsumer;

/** What happens on connections of agents. */
public interface AgentEvents {
    /** Whether this node leads and takes agents. */
    boolean isReady();

    /** Agent link of the node that leads, or null while there is none. */
    InetSocketAddress leader();

    /**
     * An agent has spoken an accepted hello.
     *
     * @param hello with its name and address
     * @param opened told the number of the connection before anything is said to it
     * @return number of the connection, never used before
     */
    long up(ToController.Hello hello, LongConsumer opened);

    /** An agent says something. */
    void says(long session, ToController message);

    /** A connection has ended. */
    void down(long session);
}
