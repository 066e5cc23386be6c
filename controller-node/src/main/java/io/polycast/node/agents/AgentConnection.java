package io.polycast.node.agents;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.node.link.AgentLinkCodec;
import io.polycast.node.link.LinkReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One agent: a thread reads its lines, another one writes ours. */
final class AgentConnection {
    private static final Logger LOG = LoggerFactory.getLogger(AgentConnection.class);
    private static final int HELLO_MS = 5_000;
    private static final int SILENT_MS = 10_000;
    private static final long PING_MS = 2_000;
    private static final int QUEUED = 8_192;
    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(QUEUED);
    private final Socket socket;
    private final AgentServer server;
    private volatile boolean closing;

    AgentConnection(final Socket socket, final AgentServer server) {
        this.socket = socket;
        this.server = server;
    }

    void start() {
        daemon(this::read, "agent-in");
        daemon(this::write, "agent-out");
    }

    private void daemon(final Runnable task, final String name) {
        final Thread thread = new Thread(task, name + "-" + socket.getPort());
        thread.setDaemon(true);
        thread.start();
    }

    void send(final ToAgent message) {
        if (!lines.offer(AgentLinkCodec.write(message))) {
            LOG.warn("agents: {} does not read its lines", socket.getRemoteSocketAddress());
            end();
        }
    }

    void end() {
        closing = true;
        lines.clear();
        lines.offer(END);
    }

    private void read() {
        long session = 0;
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(HELLO_MS);
            final LinkReader reader = new LinkReader(socket.getInputStream());
            final String first = reader.line();
            final ToController hello = first == null ? null : AgentLinkCodec.readUp(first);
            if (hello instanceof ToController.Hello accepted && isAccepted(accepted)) {
                socket.setSoTimeout(SILENT_MS);
                session = server.events().up(accepted, this::opened);
                serve(session, reader);
            }
        } catch (final IOException ended) {
            LOG.debug("agents: {}: {}", socket.getRemoteSocketAddress(), ended.getMessage());
        } catch (final LinkException wrong) {
            LOG.warn("agents: {}: {}", socket.getRemoteSocketAddress(), wrong.getMessage());
        } finally {
            lines.offer(END);
            server.ended(session);
        }
    }

    private void opened(final long session) {
        server.opened(session, this);
    }

    private boolean isAccepted(final ToController.Hello hello) {
        String reason = null;
        String text = null;
        if (!server.token().matches(hello.token())) {
            reason = "token";
            text = "the token is wrong: see security.agentToken of the controller";
        } else if (hello.version() != ToController.VERSION) {
            reason = "version";
            text = "the controller speaks version " + ToController.VERSION + " of the link";
        }
        if (reason != null) {
            LOG.warn("agents: {} refused: {}", socket.getRemoteSocketAddress(), text);
            send(new ToAgent.Refused(0, "", reason, text));
            return false;
        }
        if (!server.events().isReady()) {
            final InetSocketAddress leader = server.events().leader();
            final String where =
                    leader == null
                            ? ""
                            : leader.getAddress().getHostAddress() + ":" + leader.getPort();
            send(new ToAgent.Redirect(where));
            return false;
        }
        return true;
    }

    private void serve(final long session, final LinkReader reader)
            throws IOException, LinkException {
        for (String line = reader.line(); line != null && !closing; line = reader.line()) {
            if (!AgentLinkCodec.isPing(line)) {
                server.events().says(session, AgentLinkCodec.readUp(line));
            }
        }
    }

    private void write() {
        try (socket) {
            final OutputStream out = socket.getOutputStream();
            for (; ; ) {
                final String line = lines.poll(PING_MS, TimeUnit.MILLISECONDS);
                if (END.equals(line)) {
                    return;
                }
                final String text = line == null ? AgentLinkCodec.PING : line;
                out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
                if (lines.isEmpty()) {
                    out.flush();
                }
            }
        } catch (final IOException ended) {
            LOG.debug("agents: {}: {}", socket.getRemoteSocketAddress(), ended.getMessage());
        } catch (final InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
