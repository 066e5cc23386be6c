package io.polycast.node.agent;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.remote.DialedLink;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.node.link.AgentLinkCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent's end of the link (docs/agent-link.md): hello, redirects, messages. Not threadsafe. */
final class ControllerLink implements DialedLink.Talk {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerLink.class);

    private final AgentSettings settings;
    private final AgentCore core;
    private final DialedLink link;
    private InetSocketAddress redirect;
    private int next;

    ControllerLink(final AgentSettings settings, final Selector selector, final AgentCore core) {
        this.settings = settings;
        this.core = core;
        link = new DialedLink("controller", selector, this);
    }

    /** Sends a message, if the link is up. */
    void send(final ToController message) {
        link.send(AgentLinkCodec.write(message));
    }

    /** Ready for what the key was registered for. */
    void onReady(final long atMs, final ByteBuffer scratch) {
        link.onReady(atMs, scratch);
    }

    @Override
    public InetSocketAddress target() {
        final InetSocketAddress target =
                redirect != null ? redirect : settings.controllers().get(next);
        redirect = null;
        next = (next + 1) % settings.controllers().size();
        return target;
    }

    @Override
    public String hello() {
        return AgentLinkCodec.write(
                new ToController.Hello(
                        ToController.VERSION, settings.name(), settings.ip(), settings.token()));
    }

    @Override
    public void onLine(final String line) throws IOException {
        final ToAgent message;
        try {
            message = AgentLinkCodec.readDown(line);
        } catch (final LinkException e) {
            throw new IOException(e.getMessage(), e);
        }
        if (message instanceof ToAgent.Welcome welcome) {
            LOG.info("controller {} serves this host", welcome.controller());
            link.accepted();
            core.onLinked();
        } else if (message instanceof ToAgent.Redirect to) {
            redirect = leader(to.leader());
            throw new IOException("the controller does not lead");
        } else if (!link.isUp()) {
            throw new IOException(
                    message instanceof ToAgent.Refused refused
                            ? "hello refused: " + refused.reason() + ", " + refused.text()
                            : "the controller did not answer the hello");
        } else {
            core.onController(message, System.currentTimeMillis());
        }
    }

    private static InetSocketAddress leader(final String text) throws IOException {
        try {
            return text.isEmpty() ? null : Addresses.parseEndpoint(text);
        } catch (final BadValueException e) {
            throw new IOException("the controller redirects to no address", e);
        }
    }

    @Override
    public boolean onEnd() {
        core.onUnlinked();
        return redirect != null;
    }

    /**
     * Time goes on.
     *
     * @param atMs monotonic clock, in ms
     */
    void onTick(final long atMs) {
        link.onTick(atMs);
    }

    /** Ends the link for good. */
    void close() {
        link.close();
    }
}
