package io.polycast.node.log;

import java.nio.file.Path;
import java.util.List;

/**
 * The log of one node.
 *
 * @param directory of the log and its snapshots; no two processes share one
 * @param self index of this node in the list
 * @param nodes of the cluster: one or three
 * @param snapshotEvery entries between two snapshots
 */
public record LogSettings(Path directory, int self, List<Node> nodes, long snapshotEvery) {
    static final int PORTS = 5;

    /**
     * A node of the cluster. Its log takes five UDP ports from the first on.
     *
     * @param host address
     * @param port first UDP port
     */
    public record Node(String host, int port) {}

    /** Aeron's list of members: id, ingress, consensus, log, catch-up, archive. */
    String members() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < nodes.size(); i++) {
            text.append(text.isEmpty() ? "" : "|").append(i);
            for (int port = 0; port < PORTS; port++) {
                text.append(',').append(endpoint(i, port));
            }
        }
        return text.toString();
    }

    /** Endpoints to which entries go. */
    String ingress() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < nodes.size(); i++) {
            text.append(text.isEmpty() ? "" : ",").append(i).append('=').append(endpoint(i, 0));
        }
        return text.toString();
    }

    String endpoint(final int node, final int port) {
        final Node each = nodes.get(node);
        return each.host() + ':' + (each.port() + port);
    }
}
