package io.polycast.controller.log;

import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/** What an operator wants. */
public sealed interface Command {
    /**
     * Makes a group and waits for its members.
     *
     * @param name of the group
     * @param hosts that must join; none: the group waits for reservations
     * @param waitMs after which the group fails and nothing is left behind, in ms
     * @param options of the group
     */
    record Create(String name, List<MrpAddress> hosts, long waitMs, GroupOptions options)
            implements Command {}

    /**
     * Waits until a host's queue pair is in the group.
     *
     * @param name of the group
     * @param ip of the host
     * @param waitMs after which the request fails, in ms
     */
    record Admit(String name, MrpAddress ip, long waitMs) implements Command {}

    /**
     * Takes a host out of a group.
     *
     * @param name of the group
     * @param ip of the host
     */
    record Expel(String name, MrpAddress ip) implements Command {}

    /**
     * Ends a group.
     *
     * @param name of the group
     */
    record Delete(String name) implements Command {}
}
