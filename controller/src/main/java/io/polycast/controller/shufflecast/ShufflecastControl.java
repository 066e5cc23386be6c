package io.polycast.controller.shufflecast;

import io.polycast.controller.shufflecast.ControlOutput.RelayChange;
import io.polycast.topology.shuffle.ComputedRepair;
import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The control of one Shufflecast (section III). One thread calls it. A ToR that does not speak to it goes
 * on relaying by the rules that it has.
 */
public final class ShufflecastControl {
    private final ShuffleShape shape;
    private final ControlOutput output;
    private final RuleUpdates rules;
    private final RelayHealth health;
    private final Beginning beginning;
    private final GroupUpdates groups;
    private final ApplicationQueue applications;
    private final boolean[] connected;
    private final List<PhysicalTor> tors;

    /** Failed relays whose class has no other relay left: their rules stay. */
    private final Set<Integer> unrepairable = new HashSet<>();

    /** What was said last of each failed relay. */
    private final RelayChange[] told;

    /** How long a relay that a receiver misses may leave rules without an acknowledgement. */
    static final long HANGS_NS = 500_000_000L;

    /** Versions above leave no room to go on. */
    private static final int MOST_VERSION = Integer.MAX_VALUE / 2;

    private RelayRules inForce;

    private long refused;

    /**
     * @param shape of the instance
     * @param tors with their logical nodes, by number
     * @param returnAfterNs how long a failed relay must be heard before it relays again, in ns
     * @param output takes messages
     */
    public ShufflecastControl(
            final ShuffleShape shape,
            final List<PhysicalTor> tors,
            final long returnAfterNs,
            final ControlOutput output) {
        this.shape = shape;
        this.tors = List.copyOf(tors);
        this.output = output;
        rules = new RuleUpdates(shape, output);
        health = new RelayHealth(shape, returnAfterNs);
        beginning = new Beginning(rules, health);
        groups = new GroupUpdates(output);
        applications = new ApplicationQueue(shape, output);
        connected = new boolean[shape.nodes()];
        told = new RelayChange[shape.nodes()];
        repair();
    }

    /**
     * Members of a group that the control before kept. Before the first relay connects.
     *
     * @param group class-D address
     * @param members names of ports by ToR, of ToRs that there are
     */
    public void restore(final int group, final Map<Integer, List<String>> members) {
        groups.restore(group, members);
    }

    /**
     * Words of a relay about one of its logical nodes when it connects.
     *
     * @param node in [0, nodes)
     * @param version of its rules; 0 when it was told none since it started
     * @param sources that it relays for
     */
    public record NodeState(int node, int version, BitSet sources) {}

    /**
     * A ToR has connected. The connection before, if any, counts as lost.
     *
     * @param nowNs time
     * @param tor in [0, tors)
     * @param nodes all of its logical nodes
     * @return why it is refused, or null
     */
    public String onHello(final long nowNs, final int tor, final List<NodeState> nodes) {
        if (tor < 0 || tor >= tors.size()) {
            return refuse("ToR " + tor + " is not in [0, " + (tors.size() - 1) + "]");
        }
        final List<Integer> expected = tors.get(tor).nodes();
        if (!expected.equals(nodes.stream().map(NodeState::node).sorted().toList())) {
            return refuse("ToR " + tor + " has the nodes " + expected + ", not those that it says");
        }
        for (final NodeState each : nodes) {
            if (each.version() < 0
                    || each.version() > MOST_VERSION
                    || each.sources().length() > shape.nodes()) {
                return refuse("node " + each.node() + " has a version or sources out of range");
            }
        }
        onLost(nowNs, tor);
        for (final NodeState each : nodes) {
            connected[each.node()] = true;
            rules.onHello(each.node(), each.version(), each.sources());
        }
        beginning.onHello(nowNs);
        // Rules first: a relay takes a while for its groups.
        advance(nowNs);
        groups.onHello(tor);
        return null;
    }

    /**
     * The connection of a ToR has ended.
     *
     * @param nowNs time
     * @param tor in [0, tors)
     */
    public void onLost(final long nowNs, final int tor) {
        lose(tor);
        advance(nowNs);
    }

    private void lose(final int tor) {
        for (final int node : tors.get(tor).nodes()) {
            connected[node] = false;
            rules.onLost(node);
            health.forget(node);
        }
        groups.onLost(tor);
    }

    /**
     * A receiver has heard a relay again, or has missed several of its heartbeats in a row.
     *
     * @param nowNs time
     * @param receiver node of a ToR that is connected
     * @param relay that feeds it
     * @param heard whether heartbeats come
     * @return false for a relay that does not feed the receiver: nothing changes
     */
    public boolean onReport(
            final long nowNs, final int receiver, final int relay, final boolean heard) {
        if (!isNode(receiver)
                || !isNode(relay)
                || !connected[receiver]
                || !health.feeds(relay, receiver)) {
            refused++;
            return false;
        }
        health.onReport(receiver, relay, heard);
        advance(nowNs);
        return true;
    }

    /**
     * A relay has the rules that it was sent.
     *
     * @param nowNs time
     * @param node that has them
     * @param version of them
     * @return false for a version that it was never sent: nothing changes
     */
    public boolean onRules(final long nowNs, final int node, final int version) {
        if (!isNode(node) || !rules.onAcknowledged(node, version)) {
            refused++;
            return false;
        }
        advance(nowNs);
        return true;
    }

    /**
     * An application asks for the members of a group. The answer names the request.
     *
     * @param nowNs time
     * @param request of the application
     * @param group class-D address
     * @param members names of ports by ToR; none takes the group away
     */
    public void onMembership(
            final long nowNs,
            final long request,
            final int group,
            final Map<Integer, List<String>> members) {
        for (final int tor : members.keySet()) {
            if (tor < 0 || tor >= tors.size()) {
                output.answer(request, "ToR " + tor + " is not in [0, " + (tors.size() - 1) + "]");
                return;
            }
        }
        if (group >>> 28 != 0xE) {
            output.answer(request, "the group is not in 224.0.0.0/4");
            return;
        }
        groups.ask(nowNs, request, group, members);
    }

    /**
     * A ToR has the members that it was sent, or refuses them.
     *
     * @param tor in [0, tors)
     * @param change that it answers
     * @param refusal or null
     * @return false for a change that does not wait for it
     */
    public boolean onMembers(final int tor, final long change, final String refusal) {
        final boolean waited = groups.onAnswer(tor, change, refusal);
        refused += waited ? 0 : 1;
        return waited;
    }

    /**
     * An application asks to send at the whole rate of its relays. {@link ControlOutput#start} names the
     * request when it may.
     *
     * @param request of the application; the same again changes nothing
     * @param sources nodes that it sends from
     * @return why it is refused, or null
     */
    public String onApplication(final long request, final int[] sources) {
        for (final int source : sources) {
            if (!isNode(source)) {
                return "source " + source + " is not in [0, " + (shape.nodes() - 1) + "]";
            }
        }
        return applications.ask(request, sources, inForce);
    }

    /**
     * @param request of an application that has ended
     */
    public void onApplicationEnd(final long request) {
        applications.end(request);
    }

    /**
     * @param nowNs time
     */
    public void onTime(final long nowNs) {
        groups.onTime(nowNs);
        advance(nowNs);
    }

    /**
     * @return when {@link #onTime} is due, or {@link Long#MAX_VALUE}
     */
    public long deadlineNs() {
        return Math.min(
                Math.min(groups.deadlineNs(), health.nextReturnNs()),
                Math.min(hangsAtNs(), beginning.deadlineNs()));
    }

    /**
     * @return nodes that are not used as relays, the first to fail first
     */
    public List<Integer> failed() {
        return List.copyOf(health.failed());
    }

    /**
     * @return whether all relays that can be reached have acknowledged the rules that are to be
     */
    public boolean isSettled() {
        return rules.isSettled();
    }

    /**
     * @return messages that were refused
     */
    public long refused() {
        return refused;
    }

    private void advance(final long nowNs) {
        for (int tor = 0; tor < tors.size(); tor++) {
            if (nowNs - HANGS_NS >= waitsSinceNs(tor)) {
                lose(tor);
                output.hangs(tor);
            }
        }
        final List<Integer> failed = health.newlyFailed();
        final List<Integer> returned = health.returned(nowNs, connected);
        if (!failed.isEmpty() || !returned.isEmpty()) {
            repair();
        }
        for (final int relay : returned) {
            told[relay] = null;
            output.event(relay, RelayChange.RETURNED);
        }
        for (final int relay : health.failed()) {
            tell(relay);
        }
        for (int node = 0; node < shape.nodes(); node++) {
            rules.silent(node, health.isSilent(node, connected));
        }
        beginning.advance(nowNs, connected);
        rules.advance(nowNs);
    }

    private long hangsAtNs() {
        long first = Long.MAX_VALUE;
        for (int tor = 0; tor < tors.size(); tor++) {
            final long sinceNs = waitsSinceNs(tor);
            first = sinceNs == Long.MAX_VALUE ? first : Math.min(first, sinceNs + HANGS_NS);
        }
        return first;
    }

    /**
     * Since when a ToR leaves rules of a relay without an acknowledgement that a receiver misses, or {@link Long#MAX_VALUE}.
     * A ToR without power says no good-bye. What it said of others, which may be without power too, ends with its connection.
     */
    private long waitsSinceNs(final int tor) {
        long first = Long.MAX_VALUE;
        for (final int node : tors.get(tor).nodes()) {
            if (health.isMissed(node)) {
                first = Math.min(first, rules.waitsSinceNs(node));
            }
        }
        return first;
    }

    /**
     * The first receiver that misses a relay may be the only one, or the first of all. The first one that hears a
     * failed relay again is no news.
     */
    private void tell(final int relay) {
        final RelayChange change = change(relay);
        final boolean mends =
                change == RelayChange.CABLE_FAILED && told[relay] == RelayChange.FAILED;
        if (change != null && change != told[relay] && !mends) {
            told[relay] = change;
            output.event(relay, change);
        }
    }

    private RelayChange change(final int relay) {
        if (unrepairable.contains(relay)) {
            return RelayChange.UNREPAIRABLE;
        }
        if (health.isSilent(relay, connected)) {
            return RelayChange.FAILED;
        }
        return health.isMissed(relay) ? RelayChange.CABLE_FAILED : null;
    }

    /** Rules without the failed relays, but for those that would leave a class without any. */
    private void repair() {
        final List<Integer> used = new ArrayList<>();
        final int[] left = new int[shape.classes()];
        Arrays.fill(left, shape.p());
        unrepairable.clear();
        for (final int relay : health.failed()) {
            if (left[shape.mirrorClass(relay)] == 1) {
                unrepairable.add(relay);
            } else {
                left[shape.mirrorClass(relay)]--;
                used.add(relay);
            }
        }
        inForce =
                new ComputedRepair(
                        shape,
                        new FailedRelays(
                                shape, used.stream().mapToInt(Integer::intValue).toArray()));
        rules.target(inForce);
        applications.target(inForce);
    }

    private boolean isNode(final int node) {
        return node >= 0 && node < shape.nodes();
    }

    private String refuse(final String reason) {
        refused++;
        return reason;
    }
}
