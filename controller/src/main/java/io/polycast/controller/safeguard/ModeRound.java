package io.polycast.controller.safeguard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings a decision to all members of a group, or to none. First each member prepares: it then takes data of
 * both modes. Only when all have prepared the decision is in force, and the source sends by it. A member that
 * cannot prepare in time ends the round, and the mode before stays in force for everyone.
 *
 * @param <M> name of a member
 */
public final class ModeRound<M> {
    /** By member: number of the last decision that it prepared. */
    private final Map<M, Long> members = new HashMap<>();

    private final long patienceMs;
    private ModeDecision inForce;
    private ModeDecision pending;
    private long deadlineMs;

    /**
     * @param first decision, in force from the beginning
     * @param patienceMs after which a round without all answers ends, in ms
     */
    public ModeRound(final ModeDecision first, final long patienceMs) {
        this.inForce = first;
        this.patienceMs = patienceMs;
    }

    /** What all members use. */
    public ModeDecision inForce() {
        return inForce;
    }

    /** What the members are asked to prepare, or null. */
    public ModeDecision pending() {
        return pending;
    }

    /** Members that have not prepared what is pending: they are asked, and asked again. */
    public List<M> missing() {
        final List<M> missing = new ArrayList<>();
        if (pending != null) {
            members.forEach(
                    (member, number) -> {
                        if (number < pending.number()) {
                            missing.add(member);
                        }
                    });
        }
        return missing;
    }

    /**
     * Another decision is to hold. A round under way ends.
     *
     * @param nowMs time, in ms
     * @param decision newer than all before
     */
    public void propose(final long nowMs, final ModeDecision decision) {
        final long newest = pending == null ? inForce.number() : pending.number();
        if (decision.number() <= newest) {
            throw new IllegalArgumentException(
                    "decision " + decision.number() + " is not newer than " + newest);
        }
        pending = decision;
        deadlineMs = nowMs + patienceMs;
        settle();
    }

    /** A member joins with the decision in force; one that is pending it has to prepare. */
    public void onJoined(final M member) {
        members.put(member, inForce.number());
    }

    /** A member is gone; nobody waits for it. */
    public void onLeft(final M member) {
        members.remove(member);
        settle();
    }

    /**
     * A member takes data of both modes from now on.
     *
     * @param member that says so
     * @param number of the decision
     */
    public void onPrepared(final M member, final long number) {
        if (pending != null && number == pending.number() && members.containsKey(member)) {
            members.put(member, number);
            settle();
        }
    }

    /**
     * A member cannot: nobody changes.
     *
     * @param member that says so
     * @param number of the decision
     * @return whether the round has ended by that
     */
    public boolean onDeclined(final M member, final long number) {
        final boolean ends =
                pending != null && number == pending.number() && members.containsKey(member);
        if (ends) {
            pending = null;
        }
        return ends;
    }

    /**
     * Time goes on.
     *
     * @param nowMs time, in ms
     * @return whether a round has ended because a member did not answer
     */
    public boolean onTick(final long nowMs) {
        final boolean ends = pending != null && nowMs >= deadlineMs;
        if (ends) {
            pending = null;
        }
        return ends;
    }

    private void settle() {
        if (pending != null && missing().isEmpty()) {
            inForce = pending;
            pending = null;
        }
    }
}
