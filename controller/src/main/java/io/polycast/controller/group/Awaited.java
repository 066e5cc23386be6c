package io.polycast.controller.group;

import io.polycast.parser.mrp.MrpAddress;
import java.util.Collection;
import java.util.TreeSet;

/** Hosts for which the first registration of a group waits, and the operator who waits for it. */
public final class Awaited {
    private final TreeSet<MrpAddress> hosts = new TreeSet<>(Addresses.ORDER);
    private int members = 1;
    private Asker asker = Asker.NOBODY;
    private long deadline = Long.MAX_VALUE;

    /** Hosts that must join. */
    public TreeSet<MrpAddress> hosts() {
        return hosts;
    }

    /** Members that must join, whichever they are. */
    public int members() {
        return members;
    }

    /** Sets the members that must join. */
    public void members(final int count) {
        members = count;
    }

    /** Operator who waits. */
    public Asker asker() {
        return asker;
    }

    /** Sets the operator who waits. */
    public void asker(final Asker who) {
        asker = who;
    }

    /** Time after which the group fails, in ms. */
    public long deadline() {
        return deadline;
    }

    /** Awaits hosts until a time, on behalf of an operator. */
    public void hosts(final Collection<MrpAddress> wanted, final long until, final Asker operator) {
        hosts.clear();
        hosts.addAll(wanted);
        members = Math.max(1, hosts.size());
        deadline = until;
        asker = operator;
    }

    /** The first registration is done, or nobody waits for it any more. */
    public void end() {
        asker = Asker.NOBODY;
        deadline = Long.MAX_VALUE;
    }

    /** Waits until another time. */
    public void extend(final long until) {
        deadline = until;
    }
}
