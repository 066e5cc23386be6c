package io.polycast.controller.group;

import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A change of a group that runs: what it wants, how far it is, and what it waits for. */
public final class Round {
    private final long number;
    private final List<Want> wants = new ArrayList<>();
    private final Map<MrpAddress, Member> targets = new LinkedHashMap<>();
    private final TreeSet<MrpAddress> waiting = new TreeSet<>(Addresses.ORDER);
    private final TreeSet<MrpAddress> missing = new TreeSet<>(Addresses.ORDER);
    private Phase phase;
    private long deadline;
    private long askAt;
    private MrpAddress leader = MrpAddress.NONE;
    private MrpAddress prepared = MrpAddress.NONE;
    private int psn = Group.NO_PSN;
    private int revision;
    private int attempts;
    private int staleStep = 1;
    private String failure = "";

    /**
     * @param number of the change, which questions to agents repeat
     * @param phase that it begins with
     * @param deadline of that phase, in ms
     */
    public Round(final long number, final Phase phase, final long deadline) {
        this.number = number;
        this.phase = phase;
        this.deadline = deadline;
    }

    /** Number of the change. */
    public long number() {
        return number;
    }

    /** Time after which the phase fails, in ms. */
    public long deadline() {
        return deadline;
    }

    /** What the change does; may be changed. */
    public List<Want> wants() {
        return wants;
    }

    /** Members after the change, by address; may be changed. */
    public Map<MrpAddress, Member> targets() {
        return targets;
    }

    /** Joiners that are not ready; may be changed. */
    public TreeSet<MrpAddress> waiting() {
        return waiting;
    }

    /** Nodes that have not answered, as far as is known; may be changed. */
    public TreeSet<MrpAddress> missing() {
        return missing;
    }

    /** What the change waits for. */
    public Phase phase() {
        return phase;
    }

    /**
     * Goes on to another phase; its questions begin anew.
     *
     * @param next phase
     * @param until deadline of the phase, in ms
     */
    public void phase(final Phase next, final long until) {
        phase = next;
        deadline = until;
        askAt = 0;
        attempts = 0;
        missing.clear();
    }

    /** Host whose agent sends the packets. */
    public MrpAddress leader() {
        return leader;
    }

    /** Chooses the host whose agent sends the packets. */
    public void leader(final MrpAddress host) {
        leader = host;
    }

    /** Host that was asked to post nothing more, or {@link MrpAddress#NONE}. */
    public MrpAddress prepared() {
        return prepared;
    }

    /** Notes that a host is asked to post nothing more. */
    public void prepared(final MrpAddress host) {
        prepared = host;
    }

    /** First PSN of joiners, or {@link Group#NO_PSN}. */
    public int psn() {
        return psn;
    }

    /** Sets the first PSN of joiners. */
    public void psn(final int first) {
        psn = first;
    }

    /** Revision that the change makes. */
    public int revision() {
        return revision;
    }

    /** Sets the revision that the change makes. */
    public void revision(final int made) {
        revision = made;
    }

    /** Questions of this phase so far. */
    public int attempts() {
        return attempts;
    }

    /**
     * Counts a question.
     *
     * @param again time of the next one, in ms
     */
    public void asked(final long again) {
        attempts++;
        askAt = again;
    }

    /** Counts questions anew: those who answer may just be coming back. */
    void askAnew() {
        attempts = 0;
    }

    /** Time of the next question, in ms. */
    public long askAt() {
        return askAt;
    }

    /** Brings the next question forward. */
    public void askAt(final long time) {
        askAt = time;
    }

    /** Steps from a stale revision to the next try; doubles each time. */
    public int staleStep() {
        final int step = staleStep;
        staleStep = Math.min(step * 2, 1 << 13);
        return step;
    }

    /** Why the change is given up, or empty. */
    public String failure() {
        return failure;
    }

    /** Notes why the change is given up. */
    public void failure(final String why) {
        failure = why;
    }

    /** State that a snapshot keeps beside the constructor's. */
    int[] words() {
        return new int[] {psn, revision, attempts, staleStep};
    }

    /** Takes what {@link #words} gave. */
    void words(final int[] words) {
        psn = words[0];
        revision = words[1];
        attempts = words[2];
        staleStep = words[3];
    }
}
