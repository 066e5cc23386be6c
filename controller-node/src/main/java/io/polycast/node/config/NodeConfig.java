package io.polycast.node.config;

import io.polycast.controller.settings.ControllerSettings;
import io.polycast.node.log.LogSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * What a controller's file says.
 *
 * @param settings of the state machine
 * @param log of this node
 * @param doors of all nodes, in the order of the log's nodes
 * @param security tokens and the audit log
 */
public record NodeConfig(
        ControllerSettings settings, LogSettings log, List<Doors> doors, Security security) {
    /**
     * Where a node listens.
     *
     * @param http for operators
     * @param agents for host agents
     */
    public record Doors(InetSocketAddress http, InetSocketAddress agents) {}

    /**
     * Files of secrets.
     *
     * @param httpToken token of operators, or null when loopback alone is served
     * @param agentToken token of agents
     * @param audit log of requests that change something, or null
     */
    public record Security(Path httpToken, Path agentToken, Path audit) {}

    /** Doors of this node. */
    public Doors own() {
        return doors.get(log.self());
    }
}
