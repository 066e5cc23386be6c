package io.polycast.controller.mrp;

import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes the packets of a leader, without trailer. Records leave room for the trailer. */
public final class LeaderPackets {
    private final byte[] bytes = new byte[Mrp.MTU];
    private final MrpWriter writer = new MrpWriter(new UnsafeBuffer(bytes), 0);
    private final int owner;
    private final int flags;

    /**
     * @param owner number of the controller
     * @param ipv6 whether groups and members have IPv6 addresses
     */
    public LeaderPackets(final int owner, final boolean ipv6) {
        this.owner = owner;
        this.flags = ipv6 ? Mrp.FLAG_IPV6 : 0;
    }

    /**
     * The set of a revision: NODES, DETAIL, and GROUP at last.
     *
     * @param group with its options
     * @param revision 16 bits
     * @param leader host that registers
     * @param members of the set
     * @return the packets in order
     */
    public List<byte[]> set(
            final Group group,
            final int revision,
            final MrpAddress leader,
            final Collection<Member> members) {
        final List<byte[]> packets = new ArrayList<>();
        final List<MrpNode> nodes = new ArrayList<>();
        for (final Member member : members) {
            final int leads = member.ip().equals(leader) ? MrpNode.LEADER : 0;
            nodes.add(new MrpNode(member.ip(), member.qpn(), leads));
        }
        final int roomNodes = Mrp.capacity(MrpType.NODES, flags | Mrp.FLAG_SIGNED);
        for (int i = 0; i < nodes.size(); i += roomNodes) {
            final List<MrpNode> part = nodes.subList(i, Math.min(nodes.size(), i + roomNodes));
            final int which = part(i, roomNodes, nodes.size());
            packets.add(cut(writer.nodes(MrpType.NODES, flags, revision, which, part)));
        }
        final List<MrpDetail> details = details(revision, members);
        final int roomDetails = Mrp.capacity(MrpType.DETAIL, flags | Mrp.FLAG_SIGNED);
        for (int i = 0; i < details.size(); i += roomDetails) {
            final List<MrpDetail> part =
                    details.subList(i, Math.min(details.size(), i + roomDetails));
            final int which = part(i, roomDetails, details.size());
            packets.add(cut(writer.details(flags, revision, which, part)));
        }
        packets.add(group(group, revision, leader, members));
        return packets;
    }

    /** GROUP alone: asks for CONFIRM; arguments as in {@link #set}. */
    public byte[] group(
            final Group group,
            final int revision,
            final MrpAddress leader,
            final Collection<Member> members) {
        final MrpGroup record =
                new MrpGroup(
                        group.options().memoryBase(),
                        group.initialPsn(),
                        group.epoch(),
                        owner,
                        group.options().policies(),
                        new MrpGroup.Counts(members.size(), details(revision, members).size()),
                        leader);
        return cut(writer.group(flags, revision, record));
    }

    /** COMMIT of a revision. */
    public byte[] commit(final int revision) {
        return order(MrpType.COMMIT, revision, MrpOrder.ALL);
    }

    /** REMOVE of the group, or of a revision that was not committed. */
    public byte[] remove(final int revision, final boolean pendingOnly) {
        return order(MrpType.REMOVE, revision, pendingOnly ? MrpOrder.PENDING : MrpOrder.ALL);
    }

    /** HEARD with the records of an EVENT. */
    public byte[] heard(final int revision, final List<MrpNode> nodes) {
        return cut(writer.nodes(MrpType.HEARD, flags, revision, 1, nodes));
    }

    private byte[] order(final MrpType type, final int revision, final int scope) {
        return cut(writer.order(type, flags, revision, new MrpOrder(owner, scope)));
    }

    /** A first PSN counts only in the revision that brought the member: later it lies behind. */
    private static List<MrpDetail> details(final int revision, final Collection<Member> members) {
        final List<MrpDetail> details = new ArrayList<>();
        for (final Member member : members) {
            final int psn = member.since() == revision ? member.firstPsn() : MrpDetail.NO_PSN;
            final boolean hasMemory = member.memory() != null;
            if (psn != MrpDetail.NO_PSN || hasMemory) {
                details.add(
                        new MrpDetail(
                                member.ip(),
                                psn,
                                hasMemory,
                                hasMemory ? member.memory().va() : 0,
                                hasMemory ? member.memory().length() : 0,
                                hasMemory ? member.memory().rkey() : 0));
            }
        }
        return details;
    }

    private static int part(final int from, final int room, final int all) {
        return from / room << 8 | (all + room - 1) / room;
    }

    private byte[] cut(final int length) {
        return Arrays.copyOf(bytes, length);
    }
}
