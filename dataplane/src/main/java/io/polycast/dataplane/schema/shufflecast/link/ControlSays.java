package io.polycast.dataplane.schema.shufflecast.link;

import java.util.List;

/** Message of a control to a relay. */
public sealed interface ControlSays {
    /**
     * The hello is accepted.
     *
     * @param version of the link
     * @param tor number of the physical ToR
     */
    record Welcome(int version, int tor) implements ControlSays {}

    /**
     * The connection ends.
     *
     * @param reason one word
     * @param text for people
     */
    record Refused(String reason, String text) implements ControlSays {}

    /**
     * Rules of a node; they replace all that it has.
     *
     * @param tor number of the node
     * @param version above all before
     * @param sources ToRs whose frames it relays
     */
    record Rules(int tor, int version, List<Integer> sources) implements ControlSays {
        /** Takes a copy of the list. */
        public Rules {
            sources = List.copyOf(sources);
        }
    }

    /**
     * Members of a group behind the ToR.
     *
     * @param change that the answer repeats
     * @param group class-D address
     * @param ports names; empty takes the group away
     */
    record Members(long change, int group, List<String> ports) implements ControlSays {
        /** Takes a copy of the list. */
        public Members {
            ports = List.copyOf(ports);
        }
    }

    /** The members since the welcome are all that the control has for the ToR. */
    record Complete() implements ControlSays {}
}
