package io.polycast.controller.agent;

import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.parser.mrp.MrpAddress;

/** Words of the controller to the agent of a host (docs/agent-link.md). */
public sealed interface ToAgent {
    /**
     * Answer to {@link ToController.Hello}.
     *
     * @param version of the link
     * @param controller name for people
     */
    record Welcome(int version, String controller) implements ToAgent {}

    /**
     * Answer to {@link ToController.Hello} of a controller that does not lead; the connection ends.
     *
     * @param leader host and port of the leader's agent link, or empty while there is none
     */
    record Redirect(String leader) implements ToAgent {}

    /**
     * Answer to {@link ToController.Reserve}.
     *
     * @param request number of the request
     * @param group name
     * @param reservation what the queue pair needs
     */
    record Reserved(long request, String group, Reservation reservation) implements ToAgent {}

    /**
     * Data that a queue pair needs to connect to a group.
     *
     * @param id McstID
     * @param address destination of the queue pair: the McstID, or an IPv6 address that ends in it
     * @param initialPsn first PSN of the group, 24 bits
     * @param epoch of the connections, in [0, 2^32)
     */
    record Reservation(int id, MrpAddress address, int initialPsn, long epoch) {}

    /**
     * The request is done: the member is in all tables, in none any more, the mode is in force.
     *
     * @param request number of the request
     * @param group name
     * @param revision of the group that holds now, 16 bits
     * @param missing hosts behind switches that have not committed it in time
     */
    record Done(long request, String group, int revision, int missing) implements ToAgent {}

    /**
     * Answer to {@link ToController.Source}: the host may post.
     *
     * @param request number of the request
     * @param group name
     * @param psn of its first packet, 24 bits
     */
    record Granted(long request, String group, int psn) implements ToAgent {}

    /**
     * The request is not done and changed nothing.
     *
     * @param request number of the request; 0 for a hello
     * @param group name; empty for a hello
     * @param reason label that programs compare
     * @param text for people, with the remedy
     */
    record Refused(long request, String group, String reason, String text) implements ToAgent {}

    /**
     * Tells a member that joins which PSN its queue pair must expect, before its answer {@link
     * ToController.Ready}.
     *
     * @param group name
     * @param change number of the question
     * @param psn first PSN that the member gets, 24 bits
     */
    record Expect(String group, long change, int psn) implements ToAgent {}

    /**
     * Asks the source to post no further message until {@link Commit}, and to name the PSN from which
     * nothing is posted ({@link ToController.Prepared}).
     *
     * @param group name
     * @param change number of the question
     */
    record Prepare(String group, long change) implements ToAgent {}

    /**
     * Ends a {@link Prepare}.
     *
     * @param group name
     * @param change number of the question
     * @param source whether this host is still the source and may post again
     */
    record Commit(String group, long change, boolean source) implements ToAgent {}

    /**
     * Asks a member to take data of both modes from now on ({@link ToController.ModePrepared}).
     *
     * @param group name
     * @param decision that is to hold
     */
    record ModePrepare(String group, ModeDecision decision) implements ToAgent {}

    /**
     * A decision is in force: all members have prepared it.
     *
     * @param group name
     * @param decision that holds
     */
    record ModeCommit(String group, ModeDecision decision) implements ToAgent {}

    /**
     * Asks the source of a group that sends by unicast to send test data through the tree, and to say
     * what arrived ({@link ToController.Probed}).
     *
     * @param group name
     * @param change number of the question
     */
    record Probe(String group, long change) implements ToAgent {}

    /**
     * An MRP packet to send from the host to the group's address; the agent adds the trailer.
     *
     * @param address of the group, destination of the datagram
     * @param port of UDP, source and destination
     * @param packet header and records
     */
    record MrpDown(MrpAddress address, int port, byte[] packet) implements ToAgent {}

    /**
     * A node that the tables are to hold for this host, so that its agent can answer MRP of the switch.
     *
     * @param group name
     * @param address of the group
     * @param qpn of the member on this host, 24 bits, or 0 when the host is no member
     * @param revision of the group, 16 bits
     */
    record Member(String group, MrpAddress address, int qpn, int revision) implements ToAgent {}

    /**
     * News of a group, pushed to the agents of its members.
     *
     * @param number of the event, rising
     * @param group name
     * @param kind {@code created}, {@code registered}, {@code joined}, {@code left}, {@code evicted}, {@code demoted},
     *     {@code source}, {@code mode}, {@code refused}, {@code deleted}
     * @param ip of the member concerned, or {@link MrpAddress#NONE}
     * @param text for people; of {@code mode} it begins with the mode
     */
    record Event(long number, String group, String kind, MrpAddress ip, String text)
            implements ToAgent {}
}
