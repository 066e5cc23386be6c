package io.polycast.core.surrogate.snooping;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.igmp.IgmpRecord;
import io.polycast.parser.wire.Ipv4;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Snooping of one switch. Groups are told apart by IP address and not by MAC (RFC 4541, 2.1.2: 32
 * groups share a MAC).
 *
 * <ul>
 *   <li>A report makes its exit a member exit. Only router exits get the report (2.1.1).
 *   <li>A query whose source is not 0.0.0.0 makes its exit a router exit. Queries are forwarded to
 *       all other exits.
 *   <li>A leave shortens the membership of its exit, and queries the exit. Router exits get the leave
 *       if no other exit has members.
 *   <li>Records of version 3 count as joins and leaves. Source lists are counted and not honoured.
 * </ul>
 *
 * <p>No query of another exit can end a membership early; messages with wrong checksums change
 * nothing. Nothing allocates after the constructor.
 */
public final class Snooping {
    /** What {@link #onMessage} answers for a message that is not sound. */
    public static final long BAD = -1;

    /** Most exits. The last is left free, so that {@link #BAD} is no set of exits. */
    public static final int MAX_EXITS = 63;

    private static final long TENTH_NS = 100_000_000L;
    private static final int MOST_TENTHS = 255;

    private final SnoopingTimes times;
    private final CounterBlock counters;
    private final long exits;
    private final long staticRouters;
    private final MemberTable table;
    private final long[] routerUntilNs = new long[MAX_EXITS];
    private long routers;
    private long nextRouterNs = MemberTable.NEVER;

    /**
     * @param exitCount exits of the switch, in [1, {@link #MAX_EXITS}]
     * @param uplinks exits that always lead to a router: bit i is exit i
     * @param hosts exits that may have members of a quarter of the groups only, so that one host cannot
     *     fill the table: bit i is exit i
     * @param capacity most groups that are learned, at least 1
     * @param times of ageing
     * @param counters of the shard
     */
    public Snooping(
            final int exitCount,
            final long uplinks,
            final long hosts,
            final int capacity,
            final SnoopingTimes times,
            final CounterBlock counters) {
        if (exitCount < 1 || exitCount > MAX_EXITS || capacity < 1) {
            throw new IllegalArgumentException(
                    "exitCount="
                            + exitCount
                            + " is not in [1, "
                            + MAX_EXITS
                            + "], or capacity="
                            + capacity
                            + " < 1");
        }
        this.times = times;
        this.counters = counters;
        exits = (1L << exitCount) - 1;
        staticRouters = uplinks & exits;
        table = new MemberTable(capacity, exitCount, hosts);
        Arrays.fill(routerUntilNs, MemberTable.NEVER);
    }

    /**
     * Learns from a message.
     *
     * @param nowNs time, in ns, never going back
     * @param exit that the message came in by, in [0, exitCount)
     * @param frame holds the frame
     * @param ip offset of its IPv4 header of at least 20 bytes
     * @param end of the frame
     * @param output takes queries that a leave makes due
     * @return exits by which the message leaves: bit i is exit i; {@link #BAD} for a damaged message
     */
    public long onMessage(
            final long nowNs,
            final int exit,
            final DirectBuffer frame,
            final int ip,
            final int end,
            final SnoopingOutput output) {
        final int message = IgmpPacket.find(frame, ip, end);
        if (message == IgmpPacket.BAD) {
            return BAD;
        }
        final long others = exits & ~(1L << exit);
        final int group = Igmp.group(frame, message);
        switch (Igmp.type(frame, message)) {
            case Igmp.QUERY:
                if (Ipv4.src(frame, ip) != 0) {
                    routers |= 1L << exit;
                    routerUntilNs[exit] = nowNs + times.memberNs();
                    nextRouterNs = Math.min(nextRouterNs, routerUntilNs[exit]);
                }
                return others;
            case Igmp.REPORT_V1, Igmp.REPORT_V2:
                join(nowNs, exit, group);
                return routerExits() & others;
            case Igmp.LEAVE:
                return leave(nowNs, exit, group, output) ? routerExits() & others : 0;
            case Igmp.REPORT_V3:
                return onRecords(nowNs, exit, frame, message, output) ? routerExits() & others : 0;
            default:
                // RFC 4541, 2.1.1 (5): unknown types are flooded.
                return others;
        }
    }

    /** Whether the report is to be forwarded: a report of leaves only may stay here. */
    private boolean onRecords(
            final long nowNs,
            final int exit,
            final DirectBuffer frame,
            final int report,
            final SnoopingOutput output) {
        boolean forwards = false;
        int at = IgmpRecord.first(report);
        for (int left = IgmpRecord.countOf(frame, report); left > 0; left--) {
            final int sources = IgmpRecord.sourceCount(frame, at);
            final int group = IgmpRecord.group(frame, at);
            if (sources > 0) {
                counters.count(Tally.SURROGATE_SOURCES_IGNORED, sources);
            }
            switch (IgmpRecord.type(frame, at)) {
                case IgmpRecord.IS_EXCLUDE, IgmpRecord.TO_EXCLUDE -> {
                    join(nowNs, exit, group);
                    forwards = true;
                }
                case IgmpRecord.IS_INCLUDE, IgmpRecord.ALLOW_NEW -> {
                    if (sources > 0) {
                        join(nowNs, exit, group);
                    }
                    forwards = true;
                }
                case IgmpRecord.TO_INCLUDE -> {
                    if (sources > 0) {
                        join(nowNs, exit, group);
                        forwards = true;
                    } else {
                        forwards |= leave(nowNs, exit, group, output);
                    }
                }
                default -> forwards = true;
            }
            at += IgmpRecord.length(frame, at);
        }
        return forwards;
    }

    private void join(final long nowNs, final int exit, final int group) {
        if (!Igmp.isMulticast(group) || Igmp.isLinkLocal(group)) {
            return;
        }
        if (!table.join(group, exit, nowNs + times.memberNs())) {
            counters.count(Tally.SURROGATE_GROUPS_NOT_LEARNED);
        }
    }

    /** Whether the leave is to be forwarded: no other exit has members. */
    private boolean leave(
            final long nowNs, final int exit, final int group, final SnoopingOutput output) {
        final int slot = table.slot(group);
        if (slot < 0) {
            return true;
        }
        final long mine = 1L << exit;
        final int membership = table.membership(slot, exit);
        final long endNs = nowNs + times.lastMemberCount() * times.lastMemberNs();
        // A second leave does not begin the wait anew.
        if ((table.membersAt(slot) & mine) != 0
                && !table.isLeaving(membership)
                && table.dueNs(membership) > endNs) {
            table.leave(membership, nowNs + times.lastMemberNs(), times.lastMemberCount() - 1);
            query(nowNs, membership, output);
        }
        return (table.membersAt(slot) & ~mine) == 0;
    }

    /** At most one query per exit and group in lastMemberNs, whatever joins and leaves a host sends. */
    private void query(final long nowNs, final int membership, final SnoopingOutput output) {
        if (table.mayQuery(membership, nowNs, times.lastMemberNs())) {
            final int group = table.groupAt(table.slotOf(membership));
            output.query(table.exitOf(membership), group, responseTenths());
        }
    }

    private int responseTenths() {
        return (int) Math.max(1, Math.min(MOST_TENTHS, times.lastMemberNs() / TENTH_NS));
    }

    /**
     * Ends what has aged, and queries what is due.
     *
     * @param nowNs time, in ns, never going back
     * @param output takes queries
     * @return the next deadline in ns, or {@link Long#MAX_VALUE}
     */
    public long onTick(final long nowNs, final SnoopingOutput output) {
        int membership = table.firstLiving();
        while (membership >= 0 && table.dueNs(membership) <= nowNs) {
            table.remove(membership);
            membership = table.firstLiving();
        }
        membership = table.firstLeaving();
        while (membership >= 0 && table.dueNs(membership) <= nowNs) {
            final int queries = table.queries(membership);
            if (queries == 0) {
                table.remove(membership);
            } else {
                final long nextNs = table.dueNs(membership) + times.lastMemberNs();
                table.leave(membership, nextNs, queries - 1);
                query(nowNs, membership, output);
            }
            membership = table.firstLeaving();
        }
        if (nextRouterNs <= nowNs) {
            endRouters(nowNs);
        }
        return Math.min(
                nextRouterNs, Math.min(dueNs(table.firstLiving()), dueNs(table.firstLeaving())));
    }

    private long dueNs(final int membership) {
        return membership < 0 ? MemberTable.NEVER : table.dueNs(membership);
    }

    private void endRouters(final long nowNs) {
        nextRouterNs = MemberTable.NEVER;
        for (long left = routers; left != 0; left &= left - 1) {
            final int exit = Long.numberOfTrailingZeros(left);
            if (routerUntilNs[exit] <= nowNs) {
                routers &= ~(1L << exit);
                routerUntilNs[exit] = MemberTable.NEVER;
            } else {
                nextRouterNs = Math.min(nextRouterNs, routerUntilNs[exit]);
            }
        }
    }

    /**
     * @param group address as an int in network order
     * @return exits with members of it: bit i is exit i
     */
    public long members(final int group) {
        final int slot = table.slot(group);
        return slot < 0 ? 0 : table.membersAt(slot);
    }

    /**
     * @return exits that lead to a router: bit i is exit i
     */
    public long routerExits() {
        return routers | staticRouters;
    }

    /**
     * @return groups that are learned now
     */
    public int groupCount() {
        return table.size();
    }

    /**
     * @return most groups that can be learned: slots are in [0, capacity)
     */
    public int capacity() {
        return table.capacity();
    }

    /**
     * @param slot in [0, {@link #capacity})
     * @return exits with members of the group in this slot; 0 when there is none
     */
    public long membersAt(final int slot) {
        return table.membersAt(slot);
    }

    /**
     * @param slot with members
     * @return when the last membership of the group ends if no report comes, in ns
     */
    public long endNs(final int slot) {
        long endNs = Long.MIN_VALUE;
        for (long left = table.membersAt(slot); left != 0; left &= left - 1) {
            final int each = table.membership(slot, Long.numberOfTrailingZeros(left));
            final long queriesNs =
                    table.isLeaving(each) ? table.queries(each) * times.lastMemberNs() : 0;
            endNs = Math.max(endNs, table.dueNs(each) + queriesNs);
        }
        return endNs;
    }

    /**
     * @param slot with members
     * @return the group's address
     */
    public int groupAt(final int slot) {
        return table.groupAt(slot);
    }
}
