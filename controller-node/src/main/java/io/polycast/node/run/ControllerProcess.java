package io.polycast.node.run;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Effects;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupView;
import io.polycast.controller.log.News;
import io.polycast.controller.log.Outcome;
import io.polycast.controller.machine.Capacity;
import io.polycast.controller.machine.Controller;
import io.polycast.node.agents.AgentEvents;
import io.polycast.node.agents.AgentServer;
import io.polycast.node.config.NodeConfig;
import io.polycast.node.config.TokenFile;
import io.polycast.node.http.ControllerHttp;
import io.polycast.node.http.Operations;
import io.polycast.node.log.ClusterNode;
import io.polycast.node.log.StateMachine;
import io.polycast.parser.mrp.MrpAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node of the controller: its log, its doors, and what goes between them. */
public final class ControllerProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerProcess.class);

    private final NodeConfig config;
    private final SnowflakeIdGenerator ids;
    private final Requests requests;
    private final StateMachine machine;
    private final AuditLog audit;
    private final Samples samples = new Samples();
    private final AgentServer agents;
    private final ControllerHttp http;
    private volatile ClusterNode node;

    /**
     * Starts the node. It serves once it leads; until then it redirects.
     *
     * @param config of the file
     * @throws IOException when a file or an endpoint cannot be used; the message has the remedy
     */
    public ControllerProcess(final NodeConfig config) throws IOException {
        this.config = config;
        ids = new SnowflakeIdGenerator(config.log().self());
        requests = new Requests(ids);
        machine = new StateMachine(config.settings(), new Acting());
        final TokenFile agentToken = TokenFile.read(config.security().agentToken());
        final TokenFile httpToken =
                config.security().httpToken() == null
                        ? null
                        : TokenFile.read(config.security().httpToken());
        AgentServer takesAgents = null;
        ControllerHttp takesHttp = null;
        audit = new AuditLog(config.security().audit());
        try {
            takesAgents =
                    new AgentServer(
                            config.own().agents(),
                            agentToken,
                            config.settings().limits().agents(),
                            new Agents());
            takesHttp = new ControllerHttp(config.own().http(), httpToken, new Doors());
            agents = takesAgents;
            http = takesHttp;
            node = new ClusterNode(config.log(), machine, this::onLead);
        } catch (final IOException | RuntimeException failed) {
            CloseHelper.quietCloseAll(takesHttp, takesAgents, audit);
            throw failed;
        }
    }

    /** Endpoint of HTTP. */
    public InetSocketAddress httpEndpoint() {
        return http.endpoint();
    }

    /** Endpoint of the agent link. */
    public InetSocketAddress agentEndpoint() {
        return agents.endpoint();
    }

    /** Whether this node leads and takes requests. */
    public boolean isReady() {
        final ClusterNode current = node;
        return current != null && current.isReady();
    }

    private void onLead(final boolean leads) {
        // A new session of the log knows none of the connections before it.
        requests.endAll();
        agents.disconnect();
        samples.clear();
        if (leads) {
            LOG.info("controller {}: takes requests", config.settings().name());
        }
    }

    private boolean log(final Entry entry) {
        final ClusterNode current = node;
        return current != null && current.offer(entry);
    }

    private NodeConfig.Doors leading() {
        final ClusterNode current = node;
        final int leader = current == null ? -1 : current.leader();
        final boolean another = leader >= 0 && leader != config.log().self();
        return another ? config.doors().get(leader) : null;
    }

    @Override
    public void close() {
        http.close();
        agents.close();
        CloseHelper.quietCloseAll(node, audit);
        requests.endAll();
    }

    /** Effects of the log's words; only while this node leads has it sessions and requests. */
    private final class Acting implements Effects {
        @Override
        public void send(final long session, final ToAgent message) {
            if (agents != null) {
                agents.send(session, message);
            }
        }

        @Override
        public void answer(final long request, final Outcome outcome) {
            requests.answered(request, outcome);
        }

        @Override
        public void happened(final News news) {
            if (news.kind().equals("deleted")) {
                samples.forget(news.group());
            }
            final boolean concerns = !news.ip().equals(MrpAddress.NONE);
            LOG.info(
                    "group {}: {}{} {}",
                    news.group(),
                    news.kind(),
                    concerns ? " " + news.ip() : "",
                    news.text());
        }
    }

    private final class Agents implements AgentEvents {
        @Override
        public boolean isReady() {
            return ControllerProcess.this.isReady();
        }

        @Override
        public InetSocketAddress leader() {
            final NodeConfig.Doors leading = leading();
            return leading == null ? null : leading.agents();
        }

        @Override
        public long up(final ToController.Hello hello, final LongConsumer opened) {
            final long session = ids.nextId();
            opened.accept(session);
            samples.opened(session, hello.ip());
            log(new Entry.AgentUp(session, hello.agent(), hello.ip()));
            return session;
        }

        @Override
        public void says(final long session, final ToController message) {
            if (message instanceof ToController.GoodputSample sample) {
                final Entry.Slow slow = samples.take(machine, session, sample);
                if (slow != null) {
                    log(slow);
                }
            } else {
                log(new Entry.AgentSays(session, message));
            }
        }

        @Override
        public void down(final long session) {
            samples.closed(session);
            log(new Entry.AgentDown(session));
        }
    }

    private final class Doors implements Operations {
        @Override
        public boolean isReady() {
            return ControllerProcess.this.isReady();
        }

        @Override
        public InetSocketAddress leader() {
            final NodeConfig.Doors leading = leading();
            return leading == null ? null : leading.http();
        }

        @Override
        public CompletableFuture<Outcome> submit(final String key, final Command command) {
            return requests.submit(key, command, ControllerProcess.this::log);
        }

        @Override
        public List<GroupView> groups() {
            return machine.with(Controller::groups);
        }

        @Override
        public List<News> events(final long after) {
            return machine.with(controller -> controller.events(after));
        }

        @Override
        public Capacity capacity() {
            return machine.with(Controller::capacity);
        }

        @Override
        public boolean snapshot() {
            return node.snapshot();
        }

        @Override
        public void audit(final String who, final String what, final int status) {
            audit.note(who, what, status);
        }
    }
}
