package io.polycast.node.shufflecast;

import io.polycast.controller.shufflecast.ControlOutput;
import io.polycast.controller.shufflecast.ShufflecastControl;
import io.polycast.controller.shufflecast.ShufflecastControl.NodeState;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.dataplane.schema.shufflecast.link.ControlSays;
import io.polycast.dataplane.schema.shufflecast.link.RelayLinkCodec;
import io.polycast.dataplane.schema.shufflecast.link.RelaySays;
import io.polycast.node.config.TokenFile;
import io.polycast.topology.shuffle.PhysicalTor;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Lines of relays and applications to the state machine, and its words back as lines. One thread calls. */
public final class ControlCore implements ControlOutput {
    private final ControlSettings settings;
    private final TokenFile token;
    private final Peers peers;
    private final GroupStore store;
    private final ShufflecastControl control;
    private final Applications applications;
    private final ControlNews news = new ControlNews();

    /** ToR of each connection of a relay. */
    private final Map<Long, Integer> relays = new HashMap<>();

    /** Connection of each ToR. */
    private final Map<Integer, Long> tors = new TreeMap<>();

    private final Set<Long> applicationPeers = new HashSet<>();
    private long nowNs;

    /**
     * @param settings of the control
     * @param token that hellos must have
     * @param peers connections
     * @param store keeps the members of groups
     */
    public ControlCore(
            final ControlSettings settings,
            final TokenFile token,
            final Peers peers,
            final GroupStore store) {
        this.settings = settings;
        this.token = token;
        this.peers = peers;
        this.store = store;
        control =
                new ShufflecastControl(
                        settings.shape(), settings.tors(), settings.returnAfterNs(), this);
        store.groups().forEach(control::restore);
        applications = new Applications(control, settings.shape().nodes(), peers);
    }

    /** Whether a connection has spoken an accepted hello. */
    public boolean isKnown(final long peer) {
        return relays.containsKey(peer) || applicationPeers.contains(peer);
    }

    /**
     * A connection says something that is no sign of life.
     *
     * @param atNs time
     * @param peer number of the connection
     * @param text line without its line feed
     */
    public void onLine(final long atNs, final long peer, final String text) {
        nowNs = atNs;
        try {
            final LinkLine line = LinkLine.parse(text);
            if (applicationPeers.contains(peer)) {
                applications.onLine(nowNs, peer, line, tors.keySet());
            } else if (relays.containsKey(peer)) {
                onRelay(peer, relays.get(peer), RelayLinkCodec.readRelay(line));
            } else {
                onHello(peer, line);
            }
        } catch (final LinkException wrong) {
            peers.drop(peer, wrong.getMessage());
        }
        look();
    }

    private void onHello(final long peer, final LinkLine line) throws LinkException {
        if (!line.type().equals("hello")) {
            throw new LinkException("its first line is no hello");
        }
        if (!token.matches(line.text("token"))) {
            refuse(peer, "token", "the token is wrong: see control.tokenFile of the control");
        } else if (line.number("version", 1, 255) != RelaySays.VERSION) {
            refuse(
                    peer,
                    "version",
                    "the control speaks version " + RelaySays.VERSION + " of the link");
        } else if (line.has("application")) {
            applicationPeers.add(peer);
            peers.send(peer, RelayLinkCodec.write(new ControlSays.Welcome(RelaySays.VERSION, 0)));
        } else {
            onRelayHello(peer, (RelaySays.Hello) RelayLinkCodec.readRelay(line));
        }
    }

    private void onRelayHello(final long peer, final RelaySays.Hello hello) {
        if (hello.p() != settings.shape().p() || hello.k() != settings.shape().k()) {
            refuse(
                    peer,
                    "instance",
                    "the control is of a "
                            + settings.shape()
                            + "-Shufflecast, relay "
                            + hello.relay()
                            + " of a "
                            + hello.p()
                            + ","
                            + hello.k()
                            + "-Shufflecast");
            return;
        }
        final List<Integer> nodes =
                hello.nodes().stream().map(RelaySays.NodeRules::tor).sorted().toList();
        final int tor = tor(nodes);
        if (tor < 0) {
            refuse(
                    peer,
                    "nodes",
                    "nodes "
                            + nodes
                            + " of relay "
                            + hello.relay()
                            + " are of no ToR; see polycast shufflecast plan --tors "
                            + settings.tors().size());
            return;
        }
        final Long before = tors.put(tor, peer);
        if (before != null) {
            relays.remove(before);
            peers.drop(before, "ToR " + tor + " has connected anew, as " + hello.relay());
        }
        relays.put(peer, tor);
        peers.send(peer, RelayLinkCodec.write(new ControlSays.Welcome(RelaySays.VERSION, tor)));
        final String refusal = control.onHello(nowNs, tor, states(hello));
        if (refusal != null) {
            refuse(peer, "nodes", refusal);
            return;
        }
        news.connected(tor, hello.relay(), tors.size(), settings.tors().size());
    }

    private int tor(final List<Integer> nodes) {
        return settings.tors().stream()
                .filter(each -> each.nodes().equals(nodes))
                .mapToInt(PhysicalTor::number)
                .findFirst()
                .orElse(-1);
    }

    private static List<NodeState> states(final RelaySays.Hello hello) {
        final List<NodeState> states = new ArrayList<>();
        for (final RelaySays.NodeRules each : hello.nodes()) {
            final BitSet sources = new BitSet();
            each.sources().forEach(sources::set);
            states.add(new NodeState(each.tor(), each.version(), sources));
        }
        return states;
    }

    private void refuse(final long peer, final String reason, final String text) {
        peers.send(peer, RelayLinkCodec.write(new ControlSays.Refused(reason, text)));
        peers.drop(peer, text);
    }

    private void onRelay(final long peer, final int tor, final RelaySays message)
            throws LinkException {
        final boolean taken;
        if (message instanceof RelaySays.Heard heard) {
            taken =
                    isOf(tor, heard.tor())
                            && control.onReport(nowNs, heard.tor(), heard.relay(), heard.heard());
        } else if (message instanceof RelaySays.RulesHold rules) {
            taken = isOf(tor, rules.tor()) && control.onRules(nowNs, rules.tor(), rules.version());
        } else if (message instanceof RelaySays.MembersSet members) {
            taken = control.onMembers(tor, members.change(), members.refusal());
        } else {
            throw new LinkException("it says hello twice");
        }
        if (!taken) {
            news.ignored(tor, message);
        }
    }

    private boolean isOf(final int tor, final int node) {
        return settings.tors().get(tor).nodes().contains(node);
    }

    /**
     * A connection has ended.
     *
     * @param atNs time
     * @param peer its number
     */
    public void onGone(final long atNs, final long peer) {
        nowNs = atNs;
        final Integer tor = relays.remove(peer);
        if (tor != null && tors.remove(tor, peer)) {
            news.lost(tor);
            control.onLost(nowNs, tor);
        }
        if (applicationPeers.remove(peer)) {
            applications.onGone(peer);
        }
        look();
    }

    /**
     * Time goes on.
     *
     * @param atNs time
     */
    public void onTime(final long atNs) {
        nowNs = atNs;
        if (nowNs - control.deadlineNs() >= 0 && control.deadlineNs() != Long.MAX_VALUE) {
            control.onTime(nowNs);
            look();
        }
    }

    /** When {@link #onTime} is due, or {@link Long#MAX_VALUE}. */
    long deadlineNs() {
        return control.deadlineNs();
    }

    /** Whether all relays that can be reached have the rules that are to be. */
    boolean isSettled() {
        return control.isSettled();
    }

    private void look() {
        news.settled(nowNs, isSettled());
    }

    @Override
    public void rules(final int node, final int version, final BitSet sources) {
        news.sent(nowNs);
        toTor(torOf(node), new ControlSays.Rules(node, version, sources.stream().boxed().toList()));
    }

    private int torOf(final int node) {
        return settings.tors().stream()
                .filter(each -> each.nodes().contains(node))
                .mapToInt(PhysicalTor::number)
                .findFirst()
                .orElseThrow();
    }

    private void toTor(final int tor, final ControlSays message) {
        final Long peer = tors.get(tor);
        if (peer != null) {
            peers.send(peer, RelayLinkCodec.write(message));
        }
    }

    @Override
    public void members(
            final int tor, final long change, final int group, final List<String> ports) {
        toTor(tor, new ControlSays.Members(change, group, ports));
    }

    @Override
    public void complete(final int tor) {
        toTor(tor, new ControlSays.Complete());
    }

    @Override
    public void notRestored(final int tor, final String refusal) {
        news.notRestored(tor, refusal);
    }

    @Override
    public String keep(final int group, final Map<Integer, List<String>> members) {
        return store.keep(group, members);
    }

    @Override
    public void answer(final long request, final String refusal) {
        applications.answer(request, refusal);
    }

    @Override
    public void start(final long request) {
        applications.start(request);
    }

    @Override
    public void hangs(final int tor) {
        final Long peer = tors.get(tor);
        if (peer != null) {
            peers.drop(peer, "nobody hears ToR " + tor + ", and it does not answer");
        }
    }

    @Override
    public void event(final int node, final RelayChange change) {
        news.happened(node, change);
    }
}
