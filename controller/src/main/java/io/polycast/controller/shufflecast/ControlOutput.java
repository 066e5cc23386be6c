package io.polycast.controller.shufflecast;

import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Takes what the control says. */
public interface ControlOutput {
    /** What happens to a relay. */
    enum RelayChange {
        /** All its receivers that report miss its heartbeats. */
        FAILED,
        /** Some of its receivers miss its heartbeats: a cable behind its splitter has failed. */
        CABLE_FAILED,
        /** The relay has failed, and no mirror of it is left: its rules stay. */
        UNREPAIRABLE,
        /** It relays again. */
        RETURNED
    }

    /**
     * Rules for a relay. They replace all that it has.
     *
     * @param node logical ToR
     * @param version above all versions that the relay was told before
     * @param sources whose frames it relays; not kept by the caller
     */
    void rules(int node, int version, BitSet sources);

    /**
     * Members of a group behind one ToR.
     *
     * @param tor physical ToR
     * @param change that its answer repeats
     * @param group class-D address
     * @param ports names; empty takes the group away
     */
    void members(int tor, long change, int group, List<String> ports);

    /**
     * The members since a ToR has connected are all that it is to have.
     *
     * @param tor physical ToR
     */
    void complete(int tor);

    /**
     * A ToR that has connected refuses members that it is to have.
     *
     * @param tor physical ToR
     * @param refusal of the ToR
     */
    void notRestored(int tor, String refusal);

    /**
     * Keeps the members of a group over a restart, before the change is answered.
     *
     * @param group class-D address
     * @param members ports by ToR; none when the group has gone
     * @return why they cannot be kept, or null
     */
    String keep(int group, Map<Integer, List<String>> members);

    /**
     * Answer to a request for membership.
     *
     * @param request of the application
     * @param refusal why nothing was changed, or null
     */
    void answer(long request, String refusal);

    /**
     * An application may send.
     *
     * @param request that asked for it
     */
    void start(long request);

    /**
     * A ToR hangs, and counts as not connected until it connects again.
     *
     * @param tor physical ToR
     */
    void hangs(int tor);

    /**
     * @param node logical ToR of the relay
     * @param change that happened to it
     */
    void event(int node, RelayChange change);
}
