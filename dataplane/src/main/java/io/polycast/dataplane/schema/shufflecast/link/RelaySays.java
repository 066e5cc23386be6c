package io.polycast.dataplane.schema.shufflecast.link;

import java.util.List;

/** Message of a relay to its control. */
public sealed interface RelaySays {
    /** Version of the link. */
    int VERSION = 1;

    /**
     * First message of a connection.
     *
     * @param version of the link, {@link #VERSION}
     * @param relay name of the switch, for people
     * @param token secret of the control
     * @param p of the instance
     * @param k of the instance
     * @param nodes all logical nodes of the switch
     */
    record Hello(int version, String relay, String token, int p, int k, List<NodeRules> nodes)
            implements RelaySays {
        /** Takes a copy of the list. */
        public Hello {
            nodes = List.copyOf(nodes);
        }

        /** The token stays out of logs. */
        @Override
        public String toString() {
            return "hello of relay " + relay;
        }
    }

    /**
     * Rules that a node has.
     *
     * @param tor number of the node
     * @param version of its rules; 0 when it was told none since it started
     * @param sources ToRs whose frames it relays
     */
    record NodeRules(int tor, int version, List<Integer> sources) {
        /** Takes a copy of the list. */
        public NodeRules {
            sources = List.copyOf(sources);
        }
    }

    /**
     * A receiver hears a relay, or has missed too many of its heartbeats in a row.
     *
     * @param tor number of the receiver
     * @param relay number of the relay's node
     * @param heard whether heartbeats come
     */
    record Heard(int tor, int relay, boolean heard) implements RelaySays {}

    /**
     * Rules hold.
     *
     * @param tor number of the node
     * @param version of its rules
     */
    record RulesHold(int tor, int version) implements RelaySays {}

    /**
     * Members are set, or refused.
     *
     * @param change that is answered
     * @param refusal or null
     */
    record MembersSet(long change, String refusal) implements RelaySays {}
}
