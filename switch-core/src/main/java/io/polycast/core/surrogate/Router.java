package io.polycast.core.surrogate;

import io.polycast.core.role.EntryTable;
import io.polycast.core.role.Role;
import io.polycast.core.surrogate.congestion.InputPoints;
import io.polycast.core.surrogate.snooping.Snooping;
import io.polycast.core.surrogate.snooping.SnoopingOutput;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import org.agrona.DirectBuffer;

/** Decides to which exits a host's frame goes, wherever it came in, and queues its copies. */
final class Router {
    private static final int NOT_FOR_US = Role.notMine(Ending.NOT_FOR_US.id());
    private static final long NOWHERE = -1;
    private static final int UNKNOWN_GROUP = Role.notMine(Ending.UNKNOWN_GROUP.id());

    private final Exits exits;
    private final EntryTable<SurrogateGroup> groups;
    private final Snooping snooping;
    private final Replication replication;
    private final SnoopingOutput output;
    private final InputPoints points;
    private final CounterBlock counters;

    /** Of the last frame: whether it is IGMP, and its ending when it has no exits. */
    private boolean isControl;

    private int why;

    /**
     * @param snooping null when IGMP is not read
     * @param output takes queries that a leave makes due
     * @param points hear which host sent a frame
     */
    Router(
            final Exits exits,
            final EntryTable<SurrogateGroup> groups,
            final Snooping snooping,
            final Replication replication,
            final SnoopingOutput output,
            final InputPoints points,
            final CounterBlock counters) {
        this.exits = exits;
        this.groups = groups;
        this.snooping = snooping;
        this.replication = replication;
        this.output = output;
        this.points = points;
        this.counters = counters;
    }

    /** Whether frames to an address may be of a group. */
    boolean isGroup(final int address) {
        return groups.slot(address) != EntryTable.NONE
                || snooping != null && snooping.members(address) != 0;
    }

    /**
     * Takes a frame.
     *
     * @param exit that it came in by
     * @param lane that it is held on
     * @param reachable exits by which copies can leave now
     * @param info the frame: IPv4, or anything else
     * @param held handle of the frame when it is held already; or {@link FrameStore#NONE}
     * @return id of the ending, or the shell's {@link Role#notMine}
     */
    int onFrame(
            final long nowNs,
            final int exit,
            final int lane,
            final long reachable,
            final DirectBuffer frame,
            final FrameInfo info,
            final long held) {
        if (info.ipVersion != 4) {
            return NOT_FOR_US;
        }
        final int slot = groups.slot(info.dstIp);
        final long to = targets(nowNs, exit, slot, frame, info);
        if (to == NOWHERE) {
            return why;
        }
        final long wanted = to & exits.all() & ~(1L << exit);
        counters.count(isControl ? Tally.SURROGATE_IGMP : Tally.DATA_IN);
        counters.count(Tally.SURROGATE_LEG_DOWN_COPIES, Long.bitCount(wanted & ~reachable));
        if ((wanted & reachable) == 0) {
            return wanted == 0 ? Ending.NO_RECEIVER.id() : SurrogateEndings.LEG_DOWN;
        }
        final long carried = exits.carrying(wanted & reachable, info.frameLength);
        // A copy that its port always refuses would hold up all behind it for ever.
        counters.count(Tally.COPIES_REFUSED, Long.bitCount(wanted & reachable & ~carried));
        if (carried == 0) {
            return SurrogateEndings.EGRESS_REFUSED;
        }
        if (!exits.isLeg(exit)) {
            points.begin(exit, lane, frame, info);
        }
        final int ending = queue(nowNs, slot, lane, carried, frame, info, held);
        points.end();
        return ending;
    }

    /** Exits of a frame; {@link #NOWHERE} for one that ends here, as {@link #why} says. */
    private long targets(
            final long nowNs,
            final int exit,
            final int slot,
            final DirectBuffer frame,
            final FrameInfo info) {
        isControl = false;
        if (!Igmp.isMulticast(info.dstIp)) {
            return slot == EntryTable.NONE ? nowhere(NOT_FOR_US) : groups.exits(slot);
        }
        final boolean igmp = snooping != null && IgmpPacket.isIgmp(frame, info.l3Offset);
        if (igmp || Igmp.isLinkLocal(info.dstIp)) {
            if (exits.isSecondWayUp(exit)) {
                return nowhere(SurrogateEndings.CONTROL);
            }
            return igmp ? onIgmp(nowNs, exit, frame, info) : exits.tree();
        }
        final long members =
                (slot == EntryTable.NONE ? 0 : groups.exits(slot))
                        | (snooping == null ? 0 : snooping.members(info.dstIp));
        final long to = members | (snooping == null ? 0 : snooping.routerExits());
        return to == 0 ? nowhere(UNKNOWN_GROUP) : to;
    }

    private long onIgmp(
            final long nowNs, final int exit, final DirectBuffer frame, final FrameInfo info) {
        final int end = info.frameOffset + info.frameLength;
        final long to = snooping.onMessage(nowNs, exit, frame, info.l3Offset, end, output);
        if (to == Snooping.BAD) {
            return nowhere(Ending.SURROGATE_BAD_IGMP.id());
        }
        isControl = true;
        if ((to & exits.tree()) == 0) {
            counters.count(Tally.SURROGATE_IGMP);
            return nowhere(SurrogateEndings.CONTROL);
        }
        return to & exits.tree();
    }

    private long nowhere(final int ending) {
        why = ending;
        return NOWHERE;
    }

    private int queue(
            final long nowNs,
            final int slot,
            final int lane,
            final long to,
            final DirectBuffer frame,
            final FrameInfo info,
            final long held) {
        if (slot != EntryTable.NONE) {
            groups.count(slot, Long.bitCount(to));
        }
        final int offset = info.frameOffset;
        final int length = info.frameLength;
        return Igmp.isMulticast(info.dstIp)
                ? replication.admit(nowNs, lane, to, frame, offset, length, held)
                : replication.admitUnicast(nowNs, lane, to, frame, offset, length, held);
    }
}
