package io.polycast.controller.machine;

/**
 * How full the controller is.
 *
 * @param groups that there are
 * @param maxGroups that there may be
 * @param addresses of the prefix
 * @param members of all groups in force
 * @param agents with a connection
 * @param maxAgents that there may be
 */
public record Capacity(
        int groups, int maxGroups, int addresses, int members, int agents, int maxAgents) {}
