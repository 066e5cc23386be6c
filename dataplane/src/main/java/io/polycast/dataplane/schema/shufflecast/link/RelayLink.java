package io.polycast.dataplane.schema.shufflecast.link;

import io.polycast.core.role.RelayPicture;
import io.polycast.core.role.RuleSet;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.remote.DialedLink;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.dataplane.remote.RoleLink;
import io.polycast.dataplane.remote.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.FileSystemException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The relay's end of the control link: says which rules the nodes have and which relays they hear, and installs the
 * rules and members that the control sends. Without a control the relay goes on by the rules that it has.
 */
public final class RelayLink implements RoleLink, DialedLink.Talk {
    private static final Logger LOG = LoggerFactory.getLogger(RelayLink.class);
    private static final int SCRATCH_BYTES = 16_384;
    private static final String NO_ANSWER = "this switch does not answer";

    private final RelayLinkSettings settings;
    private final Switch relay;
    private final Selector selector;
    private final DialedLink link;
    private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES);

    /** Reports to the control: by receiver and relay, whether it is heard. */
    private final Map<Long, Boolean> told = new HashMap<>();

    /** Groups of which the control has spoken since its welcome, until it has said all. */
    private final Set<Integer> named = new HashSet<>();

    private boolean complete;
    private long lookedMs;
    private volatile boolean stopping;

    /**
     * @param settings of the link
     * @param relay that the control commands
     */
    public RelayLink(final RelayLinkSettings settings, final Switch relay) {
        this.settings = settings;
        this.relay = relay;
        try {
            selector = Selector.open();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        link = new DialedLink("control of the Shufflecast", selector, this);
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                selector.select(settings.periodMs());
                final long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
                for (final SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid()) {
                        link.onReady(nowMs, scratch);
                    }
                }
                selector.selectedKeys().clear();
                link.onTick(nowMs);
                if (link.isUp() && nowMs - lookedMs >= settings.periodMs()) {
                    lookedMs = nowMs;
                    report();
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            link.close();
            CloseHelper.quietClose(selector);
        }
    }

    @Override
    public InetSocketAddress target() {
        return settings.control();
    }

    @Override
    public String hello() throws IOException {
        told.clear();
        named.clear();
        complete = false;
        final List<RelayPicture> nodes = nodes();
        if (nodes.isEmpty()) {
            throw new IOException(NO_ANSWER);
        }
        return RelayLinkCodec.write(
                new RelaySays.Hello(
                        RelaySays.VERSION,
                        settings.relay(),
                        token(),
                        settings.p(),
                        settings.k(),
                        nodes.stream()
                                .map(
                                        each ->
                                                new RelaySays.NodeRules(
                                                        each.tor(),
                                                        (int) each.version(),
                                                        each.sources()))
                                .toList()));
    }

    private String token() throws IOException {
        try {
            return SecretFile.token(settings.tokenFile());
        } catch (final FileSystemException e) {
            throw new IOException("tokenFile cannot be read (" + IoReason.of(e) + ")", e);
        }
    }

    private List<RelayPicture> nodes() {
        return relay.ask((role, nowNs) -> role.relays(nowNs));
    }

    @Override
    public void onLine(final String line) throws IOException {
        final ControlSays message;
        try {
            message = RelayLinkCodec.readControl(LinkLine.parse(line));
        } catch (final LinkException e) {
            throw new IOException(e.getMessage(), e);
        }
        if (message instanceof ControlSays.Welcome) {
            LOG.info("the control of the Shufflecast serves this relay");
            link.accepted();
            report();
        } else if (!link.isUp()) {
            throw new IOException(
                    message instanceof ControlSays.Refused refused
                            ? "hello refused: " + refused.reason() + ", " + refused.text()
                            : "it did not answer the hello");
        } else if (message instanceof ControlSays.Rules rules) {
            install(rules);
        } else if (message instanceof ControlSays.Members members) {
            final String refusal = set(members);
            link.send(RelayLinkCodec.write(new RelaySays.MembersSet(members.change(), refusal)));
        } else if (message instanceof ControlSays.Complete) {
            forgetOthers();
        } else {
            throw new IOException("it ended the connection: " + line);
        }
    }

    /** A control whose rules are refused learns from the next hello what this relay has. */
    private void install(final ControlSays.Rules rules) throws IOException {
        final RuleSet set = new RuleSet(rules.tor(), rules.version(), rules.sources());
        final List<String> refusals =
                relay.ask((role, nowNs) -> Collections.singletonList(role.install(nowNs, set)));
        if (refusals.isEmpty()) {
            throw new IOException(NO_ANSWER);
        }
        if (refusals.get(0) != null) {
            throw new IOException("its rules are refused: " + refusals.get(0));
        }
        link.send(RelayLinkCodec.write(new RelaySays.RulesHold(rules.tor(), rules.version())));
    }

    private String set(final ControlSays.Members members) {
        if (!complete) {
            named.add(members.group());
        }
        long ports = 0;
        for (final String name : members.ports()) {
            final int port = settings.ports().indexOf(name);
            if (port < 0) {
                final String refusal =
                        "there is no port '" + name + "'; the ports are " + settings.ports();
                return refusal.substring(0, Math.min(refusal.length(), LinkLine.TEXT));
            }
            ports |= 1L << port;
        }
        return ports == 0
                ? relay.unsetGroup(members.group())
                : relay.setGroup(new ShufflecastGroup(members.group(), ports));
    }

    /**
     * A change that the control gave up while this relay was away, or a control that ended before it kept one, leaves groups
     * that nobody else would remove.
     */
    private void forgetOthers() throws IOException {
        final Set<Integer> others = new HashSet<>(relay.groups());
        others.removeAll(named);
        for (final int group : others) {
            final String refusal = relay.unsetGroup(group);
            if (refusal != null) {
                throw new IOException("a group that it does not have stays: " + refusal);
            }
            LOG.info(
                    "group {} is removed: the control has it no more", Addresses.formatQuad(group));
        }
        complete = true;
        named.clear();
    }

    /** Says what has changed since the control was told last. */
    private void report() {
        for (final RelayPicture node : nodes()) {
            for (final RelayPicture.Heard each : node.heard()) {
                final Boolean before =
                        told.put((long) node.tor() << Integer.SIZE | each.tor(), each.alive());
                if (before == null || before != each.alive()) {
                    link.send(
                            RelayLinkCodec.write(
                                    new RelaySays.Heard(node.tor(), each.tor(), each.alive())));
                }
            }
        }
    }

    @Override
    public boolean onEnd() {
        return false;
    }

    @Override
    public void close() {
        stopping = true;
        selector.wakeup();
    }
}
