package io.polycast.controller.agent;

import io.polycast.controller.safeguard.Goodput;
import io.polycast.controller.safeguard.Mode;
import io.polycast.parser.mrp.MrpAddress;

/**
 * What the agent of a host says (docs/agent-link.md). A request carries a number of the agent's own
 * choice, and the answer repeats it.
 */
public sealed interface ToController {
    /** Value of a PSN that is not given. */
    int NO_PSN = -1;

    /** Version of the link that these records describe. */
    int VERSION = 1;

    /**
     * First line of a connection.
     *
     * @param version of the link
     * @param agent name for people
     * @param ip address of the host, and of its members
     * @param token secret that the controller knows
     */
    record Hello(int version, String agent, MrpAddress ip, String token) implements ToController {}

    /**
     * Asks for the McstID of a group, and makes the group when there is none.
     *
     * @param request number of the request
     * @param group name
     * @param members that the group awaits before its first registration; 0: as the group has it, else 1
     */
    record Reserve(long request, String group, int members) implements ToController {}

    /**
     * Puts a queue pair of this host into a group.
     *
     * @param request number of the request
     * @param group name
     * @param qpn of the queue pair, 24 bits
     * @param psn that the queue pair expects, 24 bits, or {@link #NO_PSN} to be told
     * @param memory for WRITE, or null
     */
    record Join(long request, String group, int qpn, int psn, MemberMemory memory)
            implements ToController {}

    /**
     * Takes this host's queue pair out of a group.
     *
     * @param request number of the request
     * @param group name
     */
    record Leave(long request, String group) implements ToController {}

    /**
     * Asks for the right to post to a group.
     *
     * @param request number of the request
     * @param group name
     */
    record Source(long request, String group) implements ToController {}

    /**
     * Answer to {@link ToAgent.Expect}: the queue pair expects the PSN.
     *
     * @param group name
     * @param change number of the question
     */
    record Ready(String group, long change) implements ToController {}

    /**
     * Answer to {@link ToAgent.Prepare}: nothing from this PSN on is posted before {@link
     * ToAgent.Commit}.
     *
     * @param group name
     * @param change number of the question
     * @param psn first PSN of a message that is not posted yet, 24 bits
     */
    record Prepared(String group, long change, int psn) implements ToController {}

    /**
     * Answer to {@link ToAgent.Expect} or {@link ToAgent.Prepare}: the host cannot.
     *
     * @param group name
     * @param change number of the question
     * @param reason for people
     */
    record Declined(String group, long change, String reason) implements ToController {}

    /**
     * An MRP packet that came to the host and is meant for the leader: CONFIRM, COMMITTED, REMOVED,
     * REFUSED or EVENT. Its trailer is verified and taken off.
     *
     * @param address of the group, from which the packet came
     * @param packet header and records
     */
    record MrpUp(MrpAddress address, byte[] packet) implements ToController {}

    /**
     * Asks that all members of a group send in another mode.
     *
     * @param request number of the request
     * @param group name
     * @param mode that is asked for
     * @param reason for people
     */
    record AskMode(long request, String group, Mode mode, String reason) implements ToController {}

    /**
     * Answer to {@link ToAgent.ModePrepare}: the host takes data of both modes.
     *
     * @param group name
     * @param number of the decision
     */
    record ModePrepared(String group, long number) implements ToController {}

    /**
     * Answer to {@link ToAgent.ModePrepare}: the host cannot.
     *
     * @param group name
     * @param number of the decision
     * @param reason for people
     */
    record ModeDeclined(String group, long number, String reason) implements ToController {}

    /**
     * Goodput of the host's queue pair. The node that leads keeps it; the log does not.
     *
     * @param group name
     * @param sample of the queue pair
     */
    record GoodputSample(String group, Goodput sample) implements ToController {}

    /**
     * Answer to {@link ToAgent.Probe}: what the source sent through the tree, and all members took.
     *
     * @param group name
     * @param change number of the question
     * @param bytes that all members acknowledged
     * @param ms since the probe began, at least 1
     */
    record Probed(String group, long change, long bytes, long ms) implements ToController {}
}
