package io.polycast.node.agent;

import io.polycast.controller.agent.ToController;
import io.polycast.parser.mrp.MrpAddress;

/** Where the agent's words go. */
public interface AgentOutput {
    /**
     * A line for an application.
     *
     * @param client number of its connection; one that is gone gets nothing
     * @param line without line feed
     */
    void toClient(long client, String line);

    /**
     * A message for the controller; nothing leaves while there is no link.
     *
     * @param message any but a hello
     */
    void toController(ToController message);

    /**
     * A datagram for the switch.
     *
     * @param address of the group
     * @param port of UDP
     * @param packet with trailer
     * @param length of it, in bytes
     */
    void toSwitch(MrpAddress address, int port, byte[] packet, int length);
}
