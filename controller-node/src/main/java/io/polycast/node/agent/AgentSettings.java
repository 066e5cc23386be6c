package io.polycast.node.agent;

import io.polycast.parser.mrp.MrpAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * Settings of a host agent.
 *
 * @param name of the agent, for people
 * @param ip of the host, and of its members
 * @param socket for applications
 * @param clients most applications at a time
 * @param controllers agent links of the controllers, the first is tried first
 * @param token secret of the controllers, may be empty
 * @param registration how MRP is sent and verified
 */
public record AgentSettings(
        String name,
        MrpAddress ip,
        Path socket,
        int clients,
        List<InetSocketAddress> controllers,
        String token,
        MrpSettings registration) {
    /**
     * MRP of a host.
     *
     * @param port of UDP
     * @param keys files with keys; none: packets are neither signed nor verified
     */
    public record MrpSettings(int port, List<KeyFile> keys) {}

    /**
     * A file with a key.
     *
     * @param id of the key, 32 bits
     * @param file that holds it
     */
    public record KeyFile(int id, Path file) {}

    /** The token stays out of logs. */
    @Override
    public String toString() {
        return "agent " + name + " at " + ip;
    }
}
