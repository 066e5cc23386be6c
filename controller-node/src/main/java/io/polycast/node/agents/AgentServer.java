package io.polycast.node.agents;

import io.polycast.controller.agent.ToAgent;
import io.polycast.node.config.TokenFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes connections of agents, at most a number of them at a time. */
public final class AgentServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentServer.class);

    private final ServerSocket socket = new ServerSocket();
    private final Map<Long, AgentConnection> sessions = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final TokenFile token;
    private final AgentEvents events;
    private final int limit;

    /**
     * @param endpoint to listen at
     * @param token of agents
     * @param limit connections at a time
     * @param events told of what happens
     * @throws IOException when the endpoint cannot be used
     */
    public AgentServer(
            final InetSocketAddress endpoint,
            final TokenFile token,
            final int limit,
            final AgentEvents events)
            throws IOException {
        this.token = token;
        this.limit = limit;
        this.events = events;
        socket.setReuseAddress(true);
        try {
            socket.bind(endpoint);
        } catch (final IOException taken) {
            socket.close();
            throw new IOException(
                    "cannot listen at "
                            + endpoint
                            + " ("
                            + taken.getMessage()
                            + "): stop what does, or change cluster.nodes",
                    taken);
        }
        final Thread thread = new Thread(this::accept, "agents");
        thread.setDaemon(true);
        thread.start();
    }

    /** Endpoint at which the server listens. */
    public InetSocketAddress endpoint() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                final Socket peer = socket.accept();
                if (open.incrementAndGet() > limit) {
                    open.decrementAndGet();
                    LOG.warn("agents: {} refused: {} connections", peer.getInetAddress(), limit);
                    peer.close();
                    continue;
                }
                new AgentConnection(peer, this).start();
            } catch (final IOException ended) {
                if (!socket.isClosed()) {
                    LOG.warn("agents: {}", ended.getMessage());
                }
            }
        }
    }

    TokenFile token() {
        return token;
    }

    AgentEvents events() {
        return events;
    }

    void opened(final long session, final AgentConnection connection) {
        sessions.put(session, connection);
    }

    void ended(final long session) {
        open.decrementAndGet();
        if (session != 0) {
            sessions.remove(session);
            events.down(session);
        }
    }

    /** Says something to an agent; a connection that is gone hears nothing. */
    public void send(final long session, final ToAgent message) {
        final AgentConnection connection = sessions.get(session);
        if (connection != null) {
            connection.send(message);
        }
    }

    /** Ends all connections: agents look for the node that leads. */
    public void disconnect() {
        sessions.values().forEach(AgentConnection::end);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (final IOException ended) {
            LOG.debug("agents: {}", ended.getMessage());
        }
        disconnect();
    }
}
