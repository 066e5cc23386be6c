package io.polycast.controller.log;

import io.polycast.controller.agent.ToController;
import io.polycast.controller.safeguard.SlowTree;
import io.polycast.parser.mrp.MrpAddress;

/** One entry of the log. The log adds the time. */
public sealed interface Entry {
    /**
     * The agent of a host has spoken an accepted hello.
     *
     * @param session number of the connection, never used before
     * @param name of the agent
     * @param ip of its host
     */
    record AgentUp(long session, String name, MrpAddress ip) implements Entry {}

    /**
     * A connection has ended.
     *
     * @param session number of the connection
     */
    record AgentDown(long session) implements Entry {}

    /**
     * The agent of a connection says something.
     *
     * @param session number of the connection
     * @param message any but a hello
     */
    record AgentSays(long session, ToController message) implements Entry {}

    /**
     * An operator's request.
     *
     * @param request number by which the answer finds the asker, never used before
     * @param key of idempotency, or empty
     * @param command what is wanted
     */
    record Request(long request, String key, Command command) implements Entry {}

    /**
     * The node that takes the samples has found that a group's goodput was low for too long.
     *
     * @param group name
     * @param slow what was found
     */
    record Slow(String group, SlowTree slow) implements Entry {}

    /** Another node leads, or the same one again after a start: no connection of before lasts. */
    record Leadership() implements Entry {}

    /** Time goes on. */
    record Tick() implements Entry {}
}
