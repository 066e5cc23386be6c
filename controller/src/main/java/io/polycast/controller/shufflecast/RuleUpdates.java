package io.polycast.controller.shufflecast;

import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Brings new rules to relays without a circle: break before make, source by source. Old and new rules of a
 * source that are active together can let frames circle for ever. So a relay gets a new rule for a source
 * only once no relay may have a rule for it that the new rules lack.
 *
 * <p>What a relay may have is what it acknowledged last, and all that it was sent since. Of a relay that
 * never spoke, nothing is known, and no source gets a new rule.
 */
final class RuleUpdates {
    private final ShuffleShape shape;
    private final ControlOutput output;
    private final Relay[] relays;
    private final BitSet unclean;
    private int lastVersion;

    /** Whether the control knows what has failed. */
    private boolean begun;

    /** One relay as the control knows it. */
    private static final class Relay {
        final BitSet target = new BitSet();

        /** Sources that it may relay for. */
        final BitSet possible = new BitSet();

        final BitSet sent = new BitSet();
        boolean known;
        boolean connected;

        /** Whether nothing leaves its splitter, and no order reaches it: its rules count for nothing. */
        boolean silent;

        /** Version of {@link #sent}; 0 before the first. */
        int version;

        int acknowledged;

        /** When {@link #sent} was sent. */
        long sentNs;

        /** Whether it has rules of a control before this one, and this one does not yet know what they repair. */
        boolean inherited;
    }

    RuleUpdates(final ShuffleShape shape, final ControlOutput output) {
        this.shape = shape;
        this.output = output;
        relays = new Relay[shape.nodes()];
        Arrays.setAll(relays, node -> new Relay());
        unclean = new BitSet(shape.nodes());
    }

    /** Takes the rules that all relays are to have. */
    void target(final RelayRules rules) {
        for (final Relay relay : relays) {
            relay.target.clear();
        }
        final int[] ofSource = new int[shape.classes()];
        for (int source = 0; source < shape.nodes(); source++) {
            rules.fill(source, ofSource);
            for (final int node : ofSource) {
                if (node != RelayRules.NONE) {
                    relays[node].target.set(source);
                }
            }
        }
    }

    /**
     * A relay has connected.
     *
     * @param version of its rules, 0 when it was told none since it started
     * @param sources that it relays for
     */
    void onHello(final int node, final int version, final BitSet sources) {
        final Relay relay = relays[node];
        relay.inherited = !begun && version > 0;
        relay.known = true;
        relay.connected = true;
        relay.possible.clear();
        relay.possible.or(sources);
        relay.sent.clear();
        relay.sent.or(sources);
        relay.version = version;
        relay.acknowledged = version;
        lastVersion = Math.max(lastVersion, version);
    }

    void onLost(final int node) {
        relays[node].connected = false;
    }

    /** Says whether a relay that is not connected transmits. */
    void silent(final int node, final boolean silent) {
        relays[node].silent = silent;
    }

    boolean isConnected(final int node) {
        return relays[node].connected;
    }

    /** Whether each relay has connected, or nothing leaves its splitter. */
    boolean isEachKnown() {
        return Arrays.stream(relays).allMatch(each -> each.known || each.silent);
    }

    /** The control knows what has failed: rules of a control before it may be replaced. */
    void begin() {
        begun = true;
        for (final Relay each : relays) {
            each.inherited = false;
        }
    }

    /** When a relay was sent what it has not acknowledged, or {@link Long#MAX_VALUE}. */
    long waitsSinceNs(final int node) {
        final Relay relay = relays[node];
        return relay.connected && relay.acknowledged != relay.version
                ? relay.sentNs
                : Long.MAX_VALUE;
    }

    /**
     * The relay has the rules of a version. That of a version before the last says nothing new.
     *
     * @return false for a version that was never sent
     */
    boolean onAcknowledged(final int node, final int version) {
        final Relay relay = relays[node];
        if (!relay.connected || version <= 0 || version > relay.version) {
            return false;
        }
        if (version == relay.version) {
            relay.acknowledged = version;
            relay.possible.clear();
            relay.possible.or(relay.sent);
        }
        return true;
    }

    /** Sends each relay the rules that it may have now. */
    void advance(final long nowNs) {
        unclean.clear();
        for (final Relay relay : relays) {
            if (relay.connected || !relay.silent) {
                addForeign(relay);
            }
        }
        for (int node = 0; node < relays.length; node++) {
            if (relays[node].connected && !relays[node].inherited) {
                send(node, relays[node], nowNs);
            }
        }
    }

    private void addForeign(final Relay relay) {
        if (!relay.known) {
            unclean.set(0, shape.nodes());
            return;
        }
        for (int source = relay.possible.nextSetBit(0);
                source >= 0;
                source = relay.possible.nextSetBit(source + 1)) {
            if (!relay.target.get(source)) {
                unclean.set(source);
            }
        }
    }

    private void send(final int node, final Relay relay, final long nowNs) {
        final BitSet allowed = (BitSet) relay.target.clone();
        for (int source = allowed.nextSetBit(0);
                source >= 0;
                source = allowed.nextSetBit(source + 1)) {
            if (unclean.get(source) && !relay.possible.get(source)) {
                allowed.clear(source);
            }
        }
        if (relay.version == 0 || !allowed.equals(relay.sent)) {
            relay.sent.clear();
            relay.sent.or(allowed);
            relay.possible.or(allowed);
            // The time counts from the first that waits: more rules do not excuse a relay that
            // hangs.
            relay.sentNs = relay.acknowledged == relay.version ? nowNs : relay.sentNs;
            relay.version = ++lastVersion;
            output.rules(node, relay.version, allowed);
        }
    }

    /** Whether all relays that count have acknowledged the rules that are to be. */
    boolean isSettled() {
        for (final Relay relay : relays) {
            final boolean has =
                    relay.known
                            && relay.acknowledged == relay.version
                            && relay.sent.equals(relay.target);
            if (!has && (relay.connected || !relay.silent)) {
                return false;
            }
        }
        return true;
    }
}
