package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** State of one registered group: a revision in force, a later one that is pending, a removal. */
final class Registered {
    private final MrpAddress address;
    private final Map<MrpAddress, MrpNode> events = new LinkedHashMap<>();

    private final Groups groups;
    private Round current;
    private Round pending;
    private Round removed;
    private long eventAtNs;
    private int eventTries;
    private boolean isCounted;
    private MrpAddress countedLeader;

    Registered(final MrpAddress address, final Groups groups) {
        this.address = address;
        this.groups = groups;
    }

    MrpAddress address() {
        return address;
    }

    int mcstId() {
        return address.last32();
    }

    /** Revision in force, or null. */
    Round current() {
        return current;
    }

    void current(final Round round) {
        current = round;
        groups.recount(this);
    }

    /** Revision that is not in force yet, or was refused; or null. */
    Round pending() {
        return pending;
    }

    void pending(final Round round) {
        pending = round;
        groups.recount(this);
    }

    /** Removal of the group, remembered for a while after it; or null. */
    Round removed() {
        return removed;
    }

    void removed(final Round round) {
        removed = round;
    }

    /** The newest revision that the switch knows, or null. */
    Round newest() {
        if (pending != null) {
            return pending;
        }
        return current != null ? current : removed;
    }

    /** Whether a tree is in force or pending. */
    boolean isAlive() {
        return current != null || pending != null;
    }

    /** Whether it was alive when the groups were counted last. */
    boolean isCounted() {
        return isCounted;
    }

    /** Leader when the groups were counted last, or null. */
    MrpAddress countedLeader() {
        return countedLeader;
    }

    void counted(final boolean isAlive, final MrpAddress leader) {
        isCounted = isAlive;
        countedLeader = leader;
    }

    boolean isEmpty() {
        return !isAlive() && removed == null;
    }

    /** The round of a revision, or null. */
    Round roundOf(final int revision) {
        if (pending != null && pending.revision() == revision) {
            return pending;
        }
        if (current != null && current.revision() == revision) {
            return current;
        }
        return removed != null && removed.revision() == revision ? removed : null;
    }

    /** Members that the leader has not heard of: evicted and demoted ones. */
    Map<MrpAddress, MrpNode> events() {
        return events;
    }

    /** An event, which is told at once. */
    void happened(final MrpNode event) {
        events.put(event.address(), event);
        tellNow();
    }

    /** The leader's side knows of an event. */
    void heard(final MrpNode event) {
        events.remove(event.address(), event);
    }

    /** A new event is told at once. */
    void tellNow() {
        eventTries = 0;
        eventAtNs = Long.MIN_VALUE;
    }

    /** The leader speaks: events that it left unheard are told anew. */
    void tellAgain(final int mostTries) {
        if (eventTries >= mostTries) {
            tellNow();
        }
    }

    boolean isTellingDue(final long nowNs, final int mostTries) {
        return !events.isEmpty()
                && current != null
                && eventTries < mostTries
                && (eventAtNs == Long.MIN_VALUE || eventAtNs - nowNs <= 0);
    }

    void told(final long nowNs, final RegistrationSettings.Times times) {
        final long wait = times.repeatNs() << Math.min(eventTries, 20);
        eventAtNs = nowNs + Math.min(wait, times.mostRepeatNs());
        eventTries++;
    }
}
