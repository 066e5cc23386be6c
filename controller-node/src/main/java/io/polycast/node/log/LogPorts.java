package io.polycast.node.log;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;

/** UDP ports of a log on this machine. */
public final class LogPorts {
    private LogPorts() {}

    /**
     * Finds a port that another process has. The log's own message would name a channel, and no key of the file.
     *
     * @param settings of the log
     * @throws IOException with the port, when the node cannot have one of its five
     */
    public static void requireFree(final LogSettings settings) throws IOException {
        final LogSettings.Node own = settings.nodes().get(settings.self());
        for (int port = own.port(); port < own.port() + LogSettings.PORTS; port++) {
            try (DatagramSocket socket =
                    new DatagramSocket(new InetSocketAddress(own.host(), port))) {
                assert socket.isBound();
            } catch (final SocketException taken) {
                throw new IOException(
                        "UDP port "
                                + port
                                + " at "
                                + own.host()
                                + " cannot be used ("
                                + taken.getMessage()
                                + "): the log has "
                                + LogSettings.PORTS
                                + " from the port of cluster.nodes on; end the other process, or"
                                + " change cluster.nodes",
                        taken);
            }
        }
    }
}
